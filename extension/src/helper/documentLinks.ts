import * as vscode from "vscode";
import { isBinaryFile } from "../core/fileKinds";

/** What the command that opens a path is given. */
export interface PathTarget {
  readonly path: string;
  readonly is_folder: boolean;
}

/**
 * VS Code opens files that links name, but does nothing useful with folders and with files that are no text. A link to
 * such a one therefore becomes a call of our own command, which asks what to do with it.
 */
export async function withPathCommands(
  links: vscode.DocumentLink[] | null | undefined,
  openPathCommand: string,
): Promise<vscode.DocumentLink[]> {
  const found = links ?? [];
  await Promise.all(
    found.map(async (link) => {
      if (link.target?.scheme !== "file") {
        return;
      }
      const path = link.target.fsPath;
      if (await isFolder(link.target)) {
        link.target = commandUri(openPathCommand, { path, is_folder: true });
      } else if (isBinaryFile(path)) {
        link.target = commandUri(openPathCommand, { path, is_folder: false });
      }
    }),
  );
  return found;
}

/** The address that calls a command with one argument. */
export function commandUri(command: string, argument: PathTarget): vscode.Uri {
  return vscode.Uri.from({ scheme: "command", path: command, query: JSON.stringify([argument]) });
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri.with({ fragment: "", query: "" }));
    return (type & vscode.FileType.Directory) !== 0;
  } catch {
    // The path may be gone since the helper looked; the link stays as it is and VS Code says so on a click.
    return false;
  }
}
