import * as vscode from "vscode";
import { t } from "../../core/translate";
import { type Choice, chooseOne } from "../../platform/prompts";
import type { RunSelector } from "../../state/runSelector";
import type { CommandId } from "../../generated/commands";
import { Cancelled } from "../../core/problem";
import type { RunRow } from "../../generated/messages";

/** Asks what to do with a training, then does it through the command of that name. */
export async function showTrainingActions(selector: RunSelector, argument: unknown): Promise<void> {
  const run = await selector.selectOne(argument, {
    title: t("Which training?"),
    prefers: (candidate) => candidate.is_active,
    whenNone: t("There is no run in this workspace yet."),
  });
  const command = await chooseOne(run.name, actionChoices(run));
  if (command === undefined) {
    throw new Cancelled();
  }
  await vscode.commands.executeCommand(command, { kind: "run", run });
}

/** What can be done with a run now. */
export function actionChoices(run: RunRow): Choice<CommandId>[] {
  const stop: Choice<CommandId> = { label: t("$(debug-stop) Stop training"), value: "mindwatch.stop" };
  return [
    { label: t("$(output) Show log"), value: "mindwatch.showLog" },
    { label: t("$(graph-line) Open TensorBoard"), value: "mindwatch.openTensorBoard" },
    ...(run.is_active ? [stop] : []),
    { label: t("$(folder-opened) Reveal run folder"), value: "mindwatch.revealRunFolder" },
    { label: t("$(json) Open run record"), value: "mindwatch.openRunRecord" },
  ];
}
