import { Cancelled } from "../../core/problem";
import { t } from "../../core/translate";
import type { HelperPushes, RunRow, StopResult } from "../../generated/messages";
import type { HelperClient } from "../../helper/helperClient";
import { chooseOne, showNotice, showWarning, withSteadyProgress } from "../../platform/prompts";
import type { RunSelector } from "../../state/runSelector";
import type { RunViews } from "../../state/runViews";

type StopStageListener = (push: HelperPushes["mindwatch/stopStageChanged"]) => void;

/** What stopping needs from the rest. */
export interface StopSurroundings {
  readonly helper: HelperClient;
  readonly onStopStage: (listener: StopStageListener) => { dispose(): void };
  readonly selector: RunSelector;
  readonly views: RunViews;
  readonly report: (error: unknown) => void;
}

const offerKillMilliseconds = 4000;

/** Stops trainings, politely first, and tells which stage it took. */
export class StopTraining {
  readonly #stopping = new Set<string>();

  constructor(private readonly surroundings: StopSurroundings) {}

  /** Stops the run that `argument` names, or active ones to choose, after a question. */
  async stop(argument: unknown): Promise<void> {
    const runs = await this.surroundings.selector.selectSeveral(argument, {
      title: t("Stop which trainings?"),
      accepts: (run) => run.is_active,
      whenNone: t("No training is running."),
    });
    const immediately = await askHow(runs);
    await Promise.all(runs.map((run) => this.#stopOne(run, immediately)));
  }

  async #stopOne(run: RunRow, immediately: boolean): Promise<void> {
    if (this.#stopping.has(run.run_folder)) {
      return;
    }
    this.#stopping.add(run.run_folder);
    try {
      const result = await withSteadyProgress(t("Stopping {0}", run.name), (report) =>
        this.#ask(run, immediately, report),
      );
      void this.#tell(run, result);
    } finally {
      this.#stopping.delete(run.run_folder);
    }
  }

  async #ask(run: RunRow, immediately: boolean, report: (text: string) => void): Promise<StopResult> {
    const request = { run_folder: run.run_folder, immediately };
    // Most trainings end within a moment: only one that does not raises the question of killing it.
    let text = t("It has not ended yet.");
    const offer = setTimeout(() => void this.#offerKill(run, text), offerKillMilliseconds);
    const listener = this.surroundings.onStopStage((push) => {
      if (push.run_folder !== run.run_folder) {
        return;
      }
      text = push.text;
      report(text);
    });
    try {
      return await this.surroundings.helper.ask("mindwatch.helper.training.stop", request);
    } finally {
      clearTimeout(offer);
      listener.dispose();
    }
  }

  /** A way out of waiting; when the training has ended meanwhile, the button does nothing. */
  async #offerKill(run: RunRow, text: string): Promise<void> {
    if (!this.#stopping.has(run.run_folder)) {
      return;
    }
    const kill = async (): Promise<void> => {
      if (this.#stopping.has(run.run_folder)) {
        await this.surroundings.helper.ask("mindwatch.helper.training.stop", {
          run_folder: run.run_folder,
          immediately: true,
        });
      }
    };
    await showWarning(`${run.name}: ${text}`, [
      { title: t("Kill Now"), run: () => void kill().catch(this.surroundings.report) },
    ]);
  }

  async #tell(run: RunRow, result: StopResult): Promise<void> {
    const showLog = {
      title: t("Show Log"),
      run: () => {
        this.surroundings.views.showLog(run, "take");
      },
    };
    const show = result.stage === "still_alive" ? showWarning : showNotice;
    await show(`${run.name}: ${result.text}`, [showLog]);
  }
}

/** Whether to stop immediately; leaving the question stops nothing. */
async function askHow(runs: readonly RunRow[]): Promise<boolean> {
  const [only] = runs;
  const title =
    only !== undefined && runs.length === 1
      ? t("Stop {0}?", only.name)
      : t("Stop {0} trainings?", runs.length);
  const answer = await chooseOne(title, [
    {
      label: t("$(debug-stop) Stop"),
      description: t("as with Ctrl+C first, so that it can save; harder only if it does not end"),
      value: "politely" as const,
    },
    { label: t("$(flame) Kill now"), description: t("nothing is saved"), value: "immediately" as const },
    { label: t("$(close) Let it run"), value: "cancel" as const },
  ]);
  if (answer === undefined || answer === "cancel") {
    throw new Cancelled();
  }
  return answer === "immediately";
}
