/** A task that runs once at a time. */
export interface Coalesced {
  /** Runs the task; calls made while it runs share one further run, and its outcome. */
  (): Promise<void>;
  /** Waits for the run under way, or begins one when there is none. */
  readonly join: () => Promise<void>;
}

/** Runs `task` once at a time; a further run that was asked for happens also when the one before it fails. */
export function coalesce(task: () => Promise<void>): Coalesced {
  let current: Promise<void> | undefined;
  let again = false;

  async function runUntilQuiet(): Promise<void> {
    try {
      do {
        again = false;
        await task().catch((error: unknown) => {
          // Who asked for another run is told how that one went.
          if (!again) {
            throw error;
          }
        });
      } while (again as boolean);
    } finally {
      current = undefined;
    }
  }

  const begin = (): Promise<void> => (current = runUntilQuiet());
  const run = (): Promise<void> => {
    again = true;
    return current ?? begin();
  };
  return Object.assign(run, { join: () => current ?? begin() });
}
