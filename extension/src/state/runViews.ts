import type { RunRow } from "../generated/messages";

/** What features show for each other's sake; `app.ts` puts the features behind it. */
export interface RunViews {
  /** Shows the log of a run in its terminal. */
  showLog(run: RunRow, focus: "take" | "leave"): void;
  /** Shows TensorBoard on a folder beside the editor; what goes wrong is shown in the panel. */
  openDashboard(folder: string, title: string): void;
  /** Asks whether a training is to be stopped, and stops it. */
  stopTraining(run: RunRow): Promise<void>;
}
