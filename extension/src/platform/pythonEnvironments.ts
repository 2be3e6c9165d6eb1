import * as vscode from "vscode";
import { t } from "../core/translate";
import type { InterpreterCandidate } from "../generated/messages";

/** The part of the Python extension's public API that we use. */
interface PythonExtension {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(environment: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
  };
}

/** The Python that is selected in the Python extension for `scope`, or undefined without that extension. */
export async function selectedInPythonExtension(
  scope: vscode.Uri | undefined,
  log: vscode.LogOutputChannel,
): Promise<InterpreterCandidate | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  if (extension === undefined) {
    return undefined;
  }
  try {
    const { environments } = await extension.activate();
    const selected = environments?.getActiveEnvironmentPath(scope);
    const resolved = selected && (await environments?.resolveEnvironment(selected));
    const path = resolved?.executable.uri?.fsPath;
    return path === undefined ? undefined : { path, reason: t("selected in the Python extension") };
  } catch (error) {
    log.warn(`The Python extension could not tell its interpreter: ${String(error)}`);
    return undefined;
  }
}

/** What the editor knows about Pythons to train with, best first; the settings are known to the helper itself. */
export async function interpreterCandidates(
  scope: vscode.Uri | undefined,
  log: vscode.LogOutputChannel,
): Promise<InterpreterCandidate[]> {
  const selected = await selectedInPythonExtension(scope, log);
  return selected === undefined ? [] : [selected];
}
