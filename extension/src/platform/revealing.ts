import * as vscode from "vscode";
import { isInWorkspace } from "./workspace";

/**
 * Shows a file or folder where files are shown: in the explorer, in the system's file manager, or, on a remote
 * machine, by opening `folder`, the one it is or lies in, in a window of its own.
 */
export async function revealPath(path: string, folder: string): Promise<void> {
  const uri = vscode.Uri.file(path);
  if (isInWorkspace(path)) {
    await vscode.commands.executeCommand("revealInExplorer", uri);
  } else if (hasFileManager()) {
    await vscode.commands.executeCommand("revealFileInOS", uri);
  } else {
    await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.file(folder), {
      forceNewWindow: true,
    });
  }
}

/** Opens a file in the editor, at a line and column that count from 1 (0 means none). */
export async function openFile(path: string, lineNumber: number, column: number): Promise<void> {
  const uri = vscode.Uri.file(path);
  if (lineNumber === 0) {
    // Through the command, which also knows what to do with files that are no text.
    await vscode.commands.executeCommand("vscode.open", uri);
    return;
  }
  const position = new vscode.Position(lineNumber - 1, Math.max(0, column - 1));
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(position, position) });
}

function hasFileManager(): boolean {
  return vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
}
