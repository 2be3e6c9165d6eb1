import * as vscode from "vscode";
import { App } from "./app";
import { setTranslation } from "./core/translate";

let app: App | undefined;

/** VS Code calls it when a window with our extension is up. */
export function activate(context: vscode.ExtensionContext): void {
  setTranslation((message, ...values) => vscode.l10n.t(message, ...values));
  app = new App(context);
  context.subscriptions.push(app);
  app.start();
}

/** VS Code waits for it, but only some seconds, when the window goes away. Trainings go on. */
export async function deactivate(): Promise<void> {
  await app?.stop();
  app = undefined;
}
