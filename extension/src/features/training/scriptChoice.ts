import * as vscode from "vscode";
import { Cancelled, Problem } from "../../core/problem";
import { baseName } from "../../core/paths";
import { t } from "../../core/translate";
import { type Choice, chooseOne } from "../../platform/prompts";

const excluded = "{**/.*/**,**/node_modules/**,**/site-packages/**,**/__pycache__/**,**/summary/**}";
const mostFiles = 3000;
const likelyNames = /^(train|finetune|fine_tune|pretrain|run|main)/i;

/** The script a launch is about: what the menu names, else the Python file being edited, else a choice. */
export async function scriptFor(argument: unknown, lastScript: string): Promise<string> {
  if (argument instanceof vscode.Uri) {
    return saved(argument);
  }
  const active = vscode.window.activeTextEditor?.document;
  if (active?.languageId === "python") {
    return active.isUntitled ? saveUntitled(active) : saved(active.uri);
  }
  return chooseScript(lastScript);
}

/** Lets the user choose a Python file of the workspace, likely ones first. */
export async function chooseScript(lastScript: string): Promise<string> {
  const uris = await vscode.workspace.findFiles("**/*.py", excluded, mostFiles);
  const paths = uris.map((uri) => uri.fsPath);
  if (paths.length === 0) {
    throw new Problem(
      "no_script",
      t("There is no Python file in this workspace."),
      t("Open the folder that holds your training script."),
    );
  }
  const choices = byLikelihood(paths, lastScript).map((path) => scriptChoice(path, lastScript));
  const chosen = await chooseOne(t("Launch which script?"), choices, t("Type a part of its name"));
  if (chosen === undefined) {
    throw new Cancelled();
  }
  return chosen;
}

/** The last script first, then names that sound like trainings, then the rest; each group by depth and name. */
export function byLikelihood(paths: readonly string[], lastScript: string): string[] {
  const rank = (path: string): number => (path === lastScript ? 0 : likelyNames.test(baseName(path)) ? 1 : 2);
  const depth = (path: string): number => path.split(/[\\/]/).length;
  return [...paths].sort(
    (one, other) => rank(one) - rank(other) || depth(one) - depth(other) || one.localeCompare(other),
  );
}

function scriptChoice(path: string, lastScript: string): Choice<string> {
  const choice = { label: `$(file-code) ${baseName(path)}`, value: path };
  const place = vscode.workspace.asRelativePath(path);
  return { ...choice, description: path === lastScript ? t("{0} (launched last)", place) : place };
}

async function saved(uri: vscode.Uri): Promise<string> {
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (document?.isDirty === true && !(await document.save())) {
    throw new Problem(
      "not_saved",
      t("{0} could not be saved.", baseName(uri.fsPath)),
      t("Save it yourself, then launch again."),
    );
  }
  return uri.fsPath;
}

async function saveUntitled(document: vscode.TextDocument): Promise<string> {
  const uri = await vscode.workspace.save(document.uri);
  if (uri === undefined) {
    throw new Cancelled();
  }
  return uri.fsPath;
}
