import { Owner } from "../../core/owner";
import { t } from "../../core/translate";
import type { RunRow } from "../../generated/messages";
import { showProblem } from "../../platform/prompts";
import { Problem } from "../../core/problem";
import type { RunStore } from "../../state/runStore";
import type { RunViews } from "../../state/runViews";

/** Says when a training that was seen running has failed, with its last line and a way to its log. */
export class FailureNotices extends Owner {
  constructor(store: RunStore, views: RunViews) {
    super();
    this.own(
      store.onDidEnd((run) => {
        if (run.state === "failed" || run.state === "lost") {
          const showLog = {
            title: t("Show Log"),
            run: () => {
              views.showLog(run, "take");
            },
          };
          void showProblem(new Problem("training_failed", failureText(run)), [showLog]);
        }
      }),
    );
  }
}

/** One sentence: which training, how it ended, and the last thing it said. */
export function failureText(run: RunRow): string {
  const lastLine = run.last_lines
    .map((line) => line.trim())
    .filter((line) => line !== "" && !isOurs(line))
    .at(-1);
  const how = howItEnded(run);
  return lastLine === undefined ? how : `${how} ${lastLine}`;
}

/** The last line of every log is ours and says nothing about the failure. */
function isOurs(line: string): boolean {
  return line.startsWith("Summary saved to ");
}

function howItEnded(run: RunRow): string {
  if (run.state === "lost") {
    return run.explanation === ""
      ? t("{0} ended without leaving a trace.", run.name)
      : `${run.name}: ${run.explanation}`;
  }
  if (run.exit_signal !== "") {
    return t("{0} was ended by the signal {1}.", run.name, run.exit_signal);
  }
  return run.exit_code === null
    ? t("{0} failed.", run.name)
    : t("{0} failed with exit code {1}.", run.name, run.exit_code);
}
