import * as vscode from "vscode";
import { t } from "../../core/translate";
import type { HelperClient } from "../../helper/helperClient";
import { revealPath } from "../../platform/revealing";
import type { RunQuestion, RunSelector } from "../../state/runSelector";
import type { RunStore } from "../../state/runStore";

/** Opens what a run wrote about itself. */
export async function openRunRecord(selector: RunSelector, argument: unknown): Promise<void> {
  const run = await selector.selectOne(argument, question(t("Open the record of")));
  const record = vscode.Uri.joinPath(vscode.Uri.file(run.run_folder), "run.json");
  await vscode.window.showTextDocument(record, { preview: true });
}

/** Shows the folder of a run where files are shown. */
export async function revealRunFolder(selector: RunSelector, argument: unknown): Promise<void> {
  const run = await selector.selectOne(argument, question(t("Reveal the folder of")));
  await revealPath(run.run_folder, run.run_folder);
}

/** Reads the list of runs anew. */
export async function refreshRuns(helper: HelperClient, store: RunStore): Promise<void> {
  const { runs, problems } = await helper.ask("mindwatch.helper.runs.list", {});
  store.replace(runs, problems);
}

function question(title: string): RunQuestion {
  return { title, whenNone: t("There is no run in this workspace yet.") };
}
