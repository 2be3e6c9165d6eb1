import { durationText, secondsBetween } from "../../core/times";
import { t } from "../../core/translate";
import type { RunRow } from "../../generated/messages";

/** Text as a terminal wants it: a line feed alone would not go back to the first column. */
export function terminalText(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}

/** A sentence of ours in a log, set apart from what the training wrote, on lines of its own. */
export function noticeText(text: string): string {
  return `\r\n\x1b[2m${terminalText(text)}\x1b[0m\r\n`;
}

/** How a training ended, in one line that begins with the same words each time. */
export function endText(run: RunRow): string {
  const seconds = secondsBetween(run.started, run.ended);
  const how = run.explanation === "" ? howItEnded(run) : run.explanation;
  const sentence = t("training ended: {0}", how);
  return seconds === undefined ? sentence : `${sentence} (${t("after {0}", durationText(seconds))})`;
}

/** A size as people say it. */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? t("{0} kB", Math.ceil(bytes / 1000))
    : t("{0} MB", (bytes / 1_000_000).toFixed(1));
}

function howItEnded(run: RunRow): string {
  // How a training takes being stopped is its own affair: some end with an exit code, some with another signal.
  if (run.state === "stopped") {
    return t("stopped");
  }
  if (run.exit_signal !== "") {
    return t("signal {0}", run.exit_signal);
  }
  const words = { finished: t("finished"), failed: t("failed"), lost: t("lost") };
  const word = run.state in words ? words[run.state as keyof typeof words] : run.state;
  return run.exit_code === null ? word : `${word}, ${t("exit code {0}", run.exit_code)}`;
}
