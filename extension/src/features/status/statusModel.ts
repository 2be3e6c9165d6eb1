import { t } from "../../core/translate";
import { ageText } from "../../core/times";
import type { RunRow } from "../../generated/messages";

/** What the status bar says; undefined when there is nothing to say. */
export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
}

/** How long an ended run stays in the status bar. */
export const recentMilliseconds = 10 * 60_000;

/** One running training with its numbers, several as a count, or the run that ended last if that was lately. */
export function statusText(runs: readonly RunRow[], now: number): StatusText | undefined {
  const active = runs.filter((run) => run.is_active);
  const [only] = active;
  if (only !== undefined && active.length === 1) {
    const parts = [only.experiment, progress(only), loss(only)].filter((part) => part !== "");
    return {
      text: `$(pulse) ${parts.join(" ")}`,
      tooltip: t("{0} is running. Click for what can be done.", only.name),
    };
  }
  if (active.length > 1) {
    return {
      text: `$(pulse) ${t("{0} trainings", active.length)}`,
      tooltip: active.map((run) => run.name).join("\n"),
    };
  }
  const last = runs.filter((run) => Date.parse(run.ended) > now - recentMilliseconds).sort(byEnd)[0];
  if (last === undefined) {
    return undefined;
  }
  const icon = last.state === "finished" ? "pass" : last.state === "stopped" ? "circle-slash" : "error";
  const parts = [last.experiment, loss(last)].filter((part) => part !== "");
  return {
    text: `$(${icon}) ${parts.join(" ")}`,
    tooltip: t("{0} ended: {1}", last.name, ageText(last.ended, now)),
  };
}

function byEnd(one: RunRow, other: RunRow): number {
  return other.ended.localeCompare(one.ended);
}

function progress(run: RunRow): string {
  if (run.last_step === null) {
    return "";
  }
  return run.total_steps === null ? String(run.last_step) : `${run.last_step}/${run.total_steps}`;
}

function loss(run: RunRow): string {
  if (run.last_loss === "") {
    return "";
  }
  const value = Number(run.last_loss);
  return t("loss {0}", Number.isFinite(value) ? String(Number(value.toPrecision(4))) : run.last_loss);
}
