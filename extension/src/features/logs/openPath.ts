import * as vscode from "vscode";
import { baseName, folderOf } from "../../core/paths";
import { Cancelled, Problem } from "../../core/problem";
import { t } from "../../core/translate";
import { type Choice, chooseOne } from "../../platform/prompts";
import { openFile, revealFolder } from "../../platform/revealing";
import type { RunStore } from "../../state/runStore";
import type { RunViews } from "../../state/runViews";

/** A path to open, as links and commands name it. */
export interface PathTarget {
  readonly path: string;
  readonly is_folder?: boolean;
  readonly kind?: string;
  readonly line_number?: number;
  readonly column?: number;
}

type FolderAction = "reveal" | "dashboard" | "copy";

/** What happens when a path is clicked: files open where they point, folders offer what can be done with them. */
export class OpenPath {
  constructor(
    private readonly store: RunStore,
    private readonly views: RunViews,
  ) {}

  /** Opens what a command was given, after looking whether it is a path at all. */
  async openArgument(argument: unknown): Promise<void> {
    if (!isPathTarget(argument)) {
      throw new Problem("no_path", t("No path was given to open."));
    }
    await this.open(argument);
  }

  /** Opens a file, or asks what to do with a folder or an event file. */
  async open(target: PathTarget): Promise<void> {
    if (target.is_folder === true) {
      await this.#act(await askAboutFolder(target.path), target.path, target);
    } else if (isEventFile(target)) {
      await this.#openEventFile(target);
    } else {
      await openFile(target.path, target.line_number ?? 0, target.column ?? 0);
    }
  }

  /** Event files are no text: what they hold is seen in the dashboard of their folder. */
  async #openEventFile(target: PathTarget): Promise<void> {
    const folder = folderOf(target.path);
    await this.#act(await askAboutFolder(folder), folder, target);
  }

  async #act(action: FolderAction, folder: string, target: PathTarget): Promise<void> {
    switch (action) {
      case "reveal":
        await revealFolder(folder);
        return;
      case "dashboard":
        this.views.openDashboard(folder, this.store.find(folder)?.name ?? baseName(folder));
        return;
      case "copy":
        await vscode.env.clipboard.writeText(target.path);
    }
  }
}

async function askAboutFolder(folder: string): Promise<FolderAction> {
  const choices: Choice<FolderAction>[] = [
    { label: t("$(folder-opened) Reveal folder"), value: "reveal" },
    { label: t("$(graph-line) Open TensorBoard here"), value: "dashboard" },
    { label: t("$(copy) Copy path"), value: "copy" },
  ];
  const action = await chooseOne(baseName(folder), choices, folder);
  if (action === undefined) {
    throw new Cancelled();
  }
  return action;
}

function isEventFile(target: PathTarget): boolean {
  return target.kind === "summary" || target.kind === "tensorboard";
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
