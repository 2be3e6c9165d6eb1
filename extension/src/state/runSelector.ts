import type { RunRow } from "../generated/messages";

/** Which runs a command can work on, and how to ask for one. */
export interface RunQuestion {
  /** The title of the list, for example "Show the log of". */
  readonly title: string;
  readonly accepts?: (run: RunRow) => boolean;
  /** When exactly one acceptable run is preferred, it is taken without asking. */
  readonly prefers?: (run: RunRow) => boolean;
  /** What to say when there is no such run. */
  readonly whenNone: string;
}

/** Finds the run a command is about: from a tree item, a run folder, or by asking. */
export interface RunSelector {
  /** The one run meant by `argument`, else the only one there is, else the user's choice. */
  selectOne(argument: unknown, question: RunQuestion): Promise<RunRow>;
  /** The same for commands that can work on several at once. */
  selectSeveral(argument: unknown, question: RunQuestion): Promise<readonly RunRow[]>;
}
