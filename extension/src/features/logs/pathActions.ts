import { isBinaryFile, isEventFile, isTextFile } from "../../core/fileKinds";
import { t } from "../../core/translate";

/** A path to open, as links and commands name it. Links in opened logs know no kind. */
export interface PathTarget {
  readonly path: string;
  readonly is_folder?: boolean;
  readonly kind?: string;
  readonly line_number?: number;
  readonly column?: number;
}

/** What can be done with a path that is no text. */
export type PathAction = "reveal" | "dashboard" | "copy" | "open";

/** What is to be offered for a path; text is opened without a question. */
export function pathActions(target: PathTarget): readonly PathAction[] | "text" {
  if (target.is_folder === true) {
    return holdsNoEvents(target) ? ["reveal", "copy"] : ["reveal", "dashboard", "copy"];
  }
  if (isText(target)) {
    return "text";
  }
  return holdsEvents(target) ? ["reveal", "dashboard", "copy", "open"] : ["reveal", "copy", "open"];
}

/** What a click on a link will do, in a few words. */
export function pathTooltip(target: PathTarget): string {
  const actions = pathActions(target);
  if (actions === "text") {
    return t("Open the file");
  }
  if (actions.includes("dashboard")) {
    return t("Reveal the folder or open TensorBoard here");
  }
  return actions.includes("open") ? t("Reveal the folder or open the file") : t("Reveal the folder");
}

/** A place in a file, and a name that is one of text, count more than the kind: profilers write tables as well. */
function isText(target: PathTarget): boolean {
  if ((target.line_number ?? 0) > 0 || isTextFile(target.path)) {
    return true;
  }
  return !isBinaryFile(target.path) && !holdsEvents(target) && !holdsNoEvents(target);
}

function holdsEvents({ kind, path }: PathTarget): boolean {
  return kind === "summary" || kind === "tensorboard" || isEventFile(path);
}

function holdsNoEvents({ kind }: PathTarget): boolean {
  return kind === "checkpoint" || kind === "profiler";
}
