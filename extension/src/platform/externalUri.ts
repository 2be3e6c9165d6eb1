import * as vscode from "vscode";

/**
 * The address under which the user's browser reaches a server on this machine. It may change when a connection is
 * made anew, so it is asked for at every render and never kept.
 */
export async function externalAddress(localAddress: string): Promise<string> {
  const external = await vscode.env.asExternalUri(vscode.Uri.parse(localAddress, true));
  return external.toString(true);
}

/** Opens a server on this machine in the user's own browser; VS Code maps the address itself. */
export async function openInBrowser(localAddress: string): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(localAddress, true));
}
