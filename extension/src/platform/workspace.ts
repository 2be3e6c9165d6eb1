import * as vscode from "vscode";
import { Cancelled, Problem } from "../core/problem";
import { t } from "../core/translate";

/** The paths of all workspace folders on this machine. */
export function workspaceFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter((folder) => folder.uri.scheme === "file")
    .map((folder) => folder.uri.fsPath);
}

/** The workspace folder a file belongs to, else the first one; a problem when no folder is open. */
export function workspaceFolderFor(path: string): string {
  const folder = nearestWorkspaceFolder(path);
  if (folder === undefined) {
    throw new Problem(
      "no_folder_open",
      t("No folder is open."),
      t("Open the folder of your project first, so that runs have a place to be kept."),
    );
  }
  return folder;
}

/** The workspace folder a file belongs to, else the first one, else none. */
export function nearestWorkspaceFolder(path: string): string | undefined {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path))?.uri.fsPath ?? workspaceFolders()[0];
}

/** The workspace folder that is being worked in: the only one, that of the active editor, else the user's choice. */
export async function currentWorkspaceFolder(): Promise<string | undefined> {
  const folders = workspaceFolders();
  if (folders.length <= 1) {
    return folders[0];
  }
  const active = vscode.window.activeTextEditor?.document.uri;
  const folder =
    (active && vscode.workspace.getWorkspaceFolder(active)) ??
    (await vscode.window.showWorkspaceFolderPick());
  if (folder === undefined) {
    throw new Cancelled();
  }
  return folder.uri.fsPath;
}

/** Whether a path lies in one of the workspace folders. */
export function isInWorkspace(path: string): boolean {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path)) !== undefined;
}

/** Saves what a training started now would otherwise read in its old form: changed files of the workspace. */
export async function saveChangedFiles(folder: string): Promise<void> {
  for (const document of vscode.workspace.textDocuments) {
    if (!document.isDirty || document.isUntitled || document.uri.scheme !== "file") {
      continue;
    }
    const inFolder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath === folder;
    if (inFolder && !(await document.save())) {
      throw new Problem(
        "not_saved",
        t("{0} could not be saved.", vscode.workspace.asRelativePath(document.uri)),
        t("Save it yourself, then launch again."),
      );
    }
  }
}
