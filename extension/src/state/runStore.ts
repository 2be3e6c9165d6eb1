import { Emitter } from "../core/emitter";
import type { RunRow } from "../generated/messages";

/** The runs as the helper last told them: active ones first, then the newest. */
export class RunStore {
  readonly #changed = new Emitter<void>();
  readonly #ended = new Emitter<RunRow>();
  #runs: readonly RunRow[] = [];
  #problems: readonly string[] = [];
  #isLoaded = false;
  readonly #told = new Set<string>();

  /** The list, or the problems in reading it, are different now. */
  readonly onDidChange = this.#changed.event;
  /** A run that was seen active, or was started here, has ended; told once. */
  readonly onDidEnd = this.#ended.event;

  get runs(): readonly RunRow[] {
    return this.#runs;
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Whether a list has come at all; before that, no runs does not mean that there are none. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get active(): readonly RunRow[] {
    return this.#runs.filter((run) => run.is_active);
  }

  /** The run kept in a folder. */
  find(runFolder: string): RunRow | undefined {
    return this.#runs.find((run) => run.run_folder === runFolder);
  }

  /** Takes over a whole list from the helper. */
  replace(runs: readonly RunRow[], problems: readonly string[]): void {
    const wasActive = new Set(this.active.map((run) => run.run_folder));
    this.#runs = [...runs].sort(inListOrder);
    this.#problems = problems;
    this.#isLoaded = true;
    this.#changed.fire();
    for (const run of this.#runs) {
      if (wasActive.has(run.run_folder)) {
        this.#tellEnd(run);
      }
    }
  }

  /** Takes over one run that was just started and that the next list will hold as well. It may have ended already. */
  add(run: RunRow): void {
    const known = this.find(run.run_folder);
    if (known === undefined) {
      this.#runs = [run, ...this.#runs].sort(inListOrder);
      this.#changed.fire();
    }
    this.#tellEnd(known ?? run);
  }

  #tellEnd(run: RunRow): void {
    if (!run.is_active && !this.#told.has(run.run_folder)) {
      this.#told.add(run.run_folder);
      this.#ended.fire(run);
    }
  }
}

function inListOrder(one: RunRow, other: RunRow): number {
  const byActivity = Number(other.is_active) - Number(one.is_active);
  return byActivity !== 0 ? byActivity : other.created.localeCompare(one.created);
}
