/** Runs `task` once at a time; calls made while it runs share one further run. */
export function coalesce(task: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let again = false;

  async function runUntilQuiet(): Promise<void> {
    try {
      do {
        again = false;
        await task();
      } while (again as boolean);
    } finally {
      current = undefined;
    }
  }

  return () => {
    if (current === undefined) {
      current = runUntilQuiet();
    } else {
      again = true;
    }
    return current;
  };
}
