import * as vscode from "vscode";
import { baseName, folderOf } from "../../core/paths";
import { Cancelled, Problem } from "../../core/problem";
import { t } from "../../core/translate";
import { type Choice, chooseOne } from "../../platform/prompts";
import { openFile, revealPath } from "../../platform/revealing";
import type { RunStore } from "../../state/runStore";
import type { RunViews } from "../../state/runViews";
import { type PathAction, pathActions, type PathTarget } from "./pathActions";

/** What happens when a path is clicked: text opens where it points, the rest offers what can be done with it. */
export class OpenPath {
  constructor(
    private readonly store: RunStore,
    private readonly views: RunViews,
  ) {}

  /** Opens what a command was given, after looking whether it is a path at all. */
  async openArgument(argument: unknown): Promise<void> {
    if (!isPathTarget(argument)) {
      throw new Problem(
        "no_path",
        t("No path was given to open."),
        t("Click a path in the log of a training instead."),
      );
    }
    await this.open(argument);
  }

  /** Opens a text file, or asks what to do with a folder or a file that is no text. */
  async open(target: PathTarget): Promise<void> {
    const actions = pathActions(target);
    if (actions === "text") {
      await openFile(target.path, target.line_number ?? 0, target.column ?? 0);
      return;
    }
    const action = await chooseOne(baseName(target.path), actions.map(choiceOf), target.path);
    if (action === undefined) {
      throw new Cancelled();
    }
    await this.#act(action, target);
  }

  async #act(action: PathAction, { path, is_folder }: PathTarget): Promise<void> {
    const folder = is_folder === true ? path : folderOf(path);
    switch (action) {
      case "reveal":
        await revealPath(path, folder);
        return;
      case "dashboard":
        this.views.openDashboard(folder, this.store.find(folder)?.name ?? baseName(folder));
        return;
      case "copy":
        await vscode.env.clipboard.writeText(path);
        return;
      case "open":
        await openFile(path, 0, 0);
    }
  }
}

function choiceOf(action: PathAction): Choice<PathAction> {
  const labels: Record<PathAction, string> = {
    reveal: t("$(folder-opened) Reveal folder"),
    dashboard: t("$(graph-line) Open TensorBoard here"),
    copy: t("$(copy) Copy path"),
    open: t("$(go-to-file) Open file"),
  };
  return { label: labels[action], value: action };
}

function isPathTarget(value: unknown): value is PathTarget {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    typeof value.path === "string" &&
    value.path !== ""
  );
}
