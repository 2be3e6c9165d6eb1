import { escapeMarkdown, markdownCode } from "../../core/html";
import { relativeTo } from "../../core/paths";
import { ageText, durationText, secondsBetween } from "../../core/times";
import { t } from "../../core/translate";
import type { RunRow, RunState } from "../../generated/messages";

/** What the tree shows for one run, as plain values. */
export interface RunItem {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly color: string;
  readonly contextValue: "run.active" | "run.ended";
  readonly accessibilityLabel: string;
}

const looks: Record<RunState, { readonly icon: string; readonly color: string }> = {
  starting: { icon: "sync~spin", color: "charts.blue" },
  running: { icon: "sync~spin", color: "charts.blue" },
  stopping: { icon: "debug-stop", color: "charts.orange" },
  finished: { icon: "pass", color: "testing.iconPassed" },
  failed: { icon: "error", color: "testing.iconFailed" },
  stopped: { icon: "circle-slash", color: "testing.iconSkipped" },
  lost: { icon: "question", color: "list.warningForeground" },
};

/** The word for a state. */
function stateText(state: RunState): string {
  const words: Record<RunState, string> = {
    starting: t("starting"),
    running: t("running"),
    stopping: t("stopping"),
    finished: t("finished"),
    failed: t("failed"),
    stopped: t("stopped"),
    lost: t("lost"),
  };
  return words[state];
}

/** A run as a line of the tree; `now` is the time its age is told from. */
export function runItem(run: RunRow, now: number): RunItem {
  const parts = [stateText(run.state), stepText(run), lossText(run), ageText(run.created, now)];
  // A side bar is narrow and the names of runs are long: what changes comes first, the whole name last.
  const description = [...parts, run.name].filter((part) => part !== "").join(" · ");
  return {
    label: run.experiment === "" ? run.name : run.experiment,
    description,
    ...looks[run.state],
    contextValue: run.is_active ? "run.active" : "run.ended",
    accessibilityLabel: [run.name, ...parts].filter((part) => part !== "").join(", "),
  };
}

/** `120/900`, `120`, or nothing when no step is known. */
function stepText(run: RunRow): string {
  if (run.last_step === null) {
    return "";
  }
  return run.total_steps === null
    ? t("step {0}", run.last_step)
    : t("step {0}/{1}", run.last_step, run.total_steps);
}

/** The last loss, or nothing. */
function lossText(run: RunRow): string {
  return run.last_loss === "" ? "" : t("loss {0}", shortNumber(run.last_loss));
}

/** The hover of a run, as Markdown in which nothing of the run is read as Markdown. */
export function runTooltip(run: RunRow): string {
  const rows: [string, string][] = [
    [t("State"), escapeMarkdown(stateWithExit(run))],
    [t("Command"), markdownCode(run.command.join(" "))],
    [t("Working directory"), markdownCode(run.working_directory)],
    [t("Run folder"), markdownCode(relativeTo(run.workspace_folder, run.run_folder))],
    [t("Duration"), escapeMarkdown(runDuration(run))],
    [
      t("Progress"),
      escapeMarkdown(
        [stepText(run), lossText(run), speedText(run)].filter((part) => part !== "").join(" · "),
      ),
    ],
  ];
  const lines = rows.filter(([, value]) => value !== "").map(([name, value]) => `${name}: ${value}`);
  const explanation = run.explanation === "" ? [] : [escapeMarkdown(run.explanation)];
  const tail = run.is_active ? [] : run.last_lines.slice(-5).map(markdownCode);
  return [`**${escapeMarkdown(run.name)}**`, ...explanation, lines.join("  \n"), tail.join("  \n")]
    .filter((part) => part !== "")
    .join("\n\n");
}

function stateWithExit(run: RunRow): string {
  if (run.exit_signal !== "") {
    return t("{0} (signal {1})", stateText(run.state), run.exit_signal);
  }
  return run.exit_code === null
    ? stateText(run.state)
    : t("{0} (exit code {1})", stateText(run.state), run.exit_code);
}

function runDuration(run: RunRow): string {
  const seconds = secondsBetween(run.started, run.ended);
  return seconds === undefined ? "" : durationText(seconds);
}

function speedText(run: RunRow): string {
  const parts = [
    run.steps_per_second === null ? "" : t("{0} steps/s", run.steps_per_second.toPrecision(3)),
    run.eta_seconds === null || !run.is_active ? "" : t("{0} left", durationText(run.eta_seconds)),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** A number as text in at most five significant digits; NaN and infinities stay words. */
function shortNumber(text: string): string {
  const value = Number(text);
  return text === "" || !Number.isFinite(value) ? text : String(Number(value.toPrecision(5)));
}
