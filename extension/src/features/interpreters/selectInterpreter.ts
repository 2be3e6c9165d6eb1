import * as vscode from "vscode";
import { Cancelled } from "../../core/problem";
import { t } from "../../core/translate";
import type { InterpreterInfo } from "../../generated/messages";
import type { HelperClient } from "../../helper/helperClient";
import { type Choice, chooseOne, withProgress } from "../../platform/prompts";
import { interpreterCandidates } from "../../platform/pythonEnvironments";
import { writeSetting, writeUserSetting } from "../../platform/settings";
import { currentWorkspaceFolder } from "../../platform/workspace";

type Answer =
  | { readonly kind: "use"; readonly path: string }
  | { readonly kind: "browse" }
  | { readonly kind: "automatic" };

/**
 * Lets the user choose the Python that trainings of a workspace folder run with, and keeps the choice in that folder's
 * settings; without a folder, the one that is being worked in is meant.
 */
export async function selectInterpreter(
  helper: HelperClient,
  log: vscode.LogOutputChannel,
  workspaceFolder?: string,
): Promise<void> {
  const folder = workspaceFolder ?? (await currentWorkspaceFolder());
  const scope = folder === undefined ? undefined : vscode.Uri.file(folder);
  const result = await withProgress(t("Looking for Pythons…"), async (token) => {
    const request = { workspace_folder: folder ?? "", candidates: await interpreterCandidates(scope, log) };
    return helper.ask("mindwatch.helper.interpreters.list", request, token);
  });
  const choices = [
    ...result.interpreters.map((info) => interpreterChoice(info, result.chosen)),
    ...otherChoices(),
  ];
  const answer = await chooseOne(t("The Python trainings run with"), choices, folder);
  if (answer === undefined) {
    throw new Cancelled();
  }
  await writeSetting("python.interpreter", await pathFor(answer), folder);
}

/** Lets the user name the Python the helper itself runs with, for when none was found. */
export async function browseForHelperPython(): Promise<void> {
  await writeUserSetting(
    "helper.interpreter",
    await browse(t("A Python 3.9 or newer for the MindWatch helper")),
  );
}

/** An interpreter as an entry: what it is, where it is, why it is proposed, what it lacks. */
function interpreterChoice(info: InterpreterInfo, chosen: string): Choice<Answer> {
  const versions = [
    info.python_version === "" ? "Python" : `Python ${info.python_version}`,
    info.mindspore_version === "" ? "" : `MindSpore ${info.mindspore_version}`,
    info.tensorboard_version === "" ? "" : `TensorBoard ${info.tensorboard_version}`,
  ].filter((part) => part !== "");
  const icon = info.problem !== "" ? "warning" : info.path === chosen ? "check" : "circle-outline";
  return {
    label: `$(${icon}) ${versions.join(", ")}`,
    description: info.reason,
    detail: info.problem === "" ? info.path : info.problem,
    value: { kind: "use", path: info.path },
  };
}

function otherChoices(): Choice<Answer>[] {
  return [
    { label: t("$(folder) Browse…"), value: { kind: "browse" } },
    {
      label: t("$(sparkle) Let MindWatch choose"),
      description: t("clears the setting"),
      value: { kind: "automatic" },
    },
  ];
}

async function pathFor(answer: Answer): Promise<string | undefined> {
  switch (answer.kind) {
    case "use":
      return answer.path;
    case "browse":
      return browse(t("The Python trainings run with"));
    case "automatic":
      return undefined;
  }
}

async function browse(title: string): Promise<string> {
  const [file] =
    (await vscode.window.showOpenDialog({ title, canSelectMany: false, openLabel: t("Use this Python") })) ??
    [];
  if (file === undefined) {
    throw new Cancelled();
  }
  return file.fsPath;
}
