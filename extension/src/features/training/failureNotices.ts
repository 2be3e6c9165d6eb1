import { Owner } from "../../core/owner";
import { t } from "../../core/translate";
import type { RunRow } from "../../generated/messages";
import { showProblem } from "../../platform/prompts";
import { Problem } from "../../core/problem";
import type { RunStore } from "../../state/runStore";
import type { RunViews } from "../../state/runViews";

const mostLines = 3;
const longestLine = 200;

/** Says when a training that was seen running has failed, with its last lines and a way to its log. */
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
          void showProblem(new Problem("training_failed", failureText(run), t("The log has the details.")), [
            showLog,
          ]);
        }
      }),
    );
  }
}

/** In one line: which training, how it ended, and the last things it said; the reason first when they lack it. */
export function failureText(run: RunRow): string {
  const lines = run.last_lines
    .map((line) => line.trim())
    .filter((line) => line !== "" && !isOurs(line))
    .slice(-mostLines);
  const isTold = run.explanation === "" || lines.some((line) => run.explanation.endsWith(`: ${line}`));
  const how = isTold ? howItEnded(run) : `${run.name}: ${run.explanation}`;
  return lines.length === 0 ? how : `${how} “${lines.map(shortened).join(" · ")}”`;
}

/** The last line of every log is ours and says nothing about the failure. */
function isOurs(line: string): boolean {
  return line.startsWith("Summary saved to ");
}

/** A message has room for some hundred characters, and the last line matters most. */
function shortened(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine)}…`;
}

function howItEnded(run: RunRow): string {
  if (run.state === "lost") {
    return t("{0} ended without leaving a trace.", run.name);
  }
  if (run.exit_signal !== "") {
    return t("{0} was ended by the signal {1}.", run.name, run.exit_signal);
  }
  return run.exit_code === null
    ? t("{0} failed.", run.name)
    : t("{0} failed with exit code {1}.", run.name, run.exit_code);
}
