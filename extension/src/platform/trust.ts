import * as vscode from "vscode";
import { Problem } from "../core/problem";
import { t } from "../core/translate";

/** Whether the user trusts the workspace; nothing of an untrusted one is started. */
export function isTrusted(): boolean {
  return vscode.workspace.isTrusted;
}

/** Opens the editor's page about trust. */
export async function manageTrust(): Promise<void> {
  await vscode.commands.executeCommand("workbench.trust.manage");
}

/** Throws a problem the user can act on unless the workspace is trusted. */
export function requireTrust(): void {
  if (!isTrusted()) {
    throw new Problem(
      "workspace_untrusted",
      t("Nothing is started in a workspace you do not trust."),
      t("Trust it with the command “Workspaces: Manage Workspace Trust”."),
    );
  }
}
