import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { escapeHtml } from "../core/html";

/** A page for a webview: nothing is allowed but our own style and script, and what `frameOrigin` names. */
export interface WebviewPage {
  readonly title: string;
  /** File names in dist/webview. */
  readonly script: string;
  readonly style: string;
  /** Markup of the body; every value in it is escaped by who wrote it. */
  readonly body: string;
  /** Handed to the script as JSON. */
  readonly data: unknown;
  /** The only origin that may be framed and asked, or undefined for none. */
  readonly frameOrigin?: string | undefined;
}

/** The folder our bundles lie in, the only one a webview may load from. */
export function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, "dist", "webview");
}

/** The whole document, with a policy that starts from nothing and a fresh nonce. */
export function renderPage(webview: vscode.Webview, extensionUri: vscode.Uri, page: WebviewPage): string {
  const nonce = randomBytes(16).toString("base64url");
  const asset = (name: string): string =>
    escapeHtml(webview.asWebviewUri(vscode.Uri.joinPath(webviewRoot(extensionUri), name)).toString());
  return `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy(webview.cspSource, nonce, page.frameOrigin))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="stylesheet" href="${asset(page.style)}">
</head>
<body data-page="${escapeHtml(JSON.stringify(page.data))}">
${page.body}
<script nonce="${nonce}" src="${asset(page.script)}"></script>
</body>
</html>`;
}

function policy(cspSource: string, nonce: string, frameOrigin: string | undefined): string {
  const directives = ["default-src 'none'", `style-src ${cspSource}`, `script-src 'nonce-${nonce}'`];
  if (frameOrigin !== undefined) {
    directives.push(`frame-src ${frameOrigin}`, `connect-src ${frameOrigin}`);
  }
  return directives.join("; ");
}
