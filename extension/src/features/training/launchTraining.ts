import * as vscode from "vscode";
import { joinArguments, splitArguments } from "../../core/commandLine";
import { baseName } from "../../core/paths";
import { Cancelled } from "../../core/problem";
import { t } from "../../core/translate";
import type { LaunchPlan, LaunchRequest, RunRow } from "../../generated/messages";
import type { HelperClient } from "../../helper/helperClient";
import type { PersistentState } from "../../platform/persistentState";
import { withProgress, withSteadyProgress } from "../../platform/prompts";
import { interpreterCandidates } from "../../platform/pythonEnvironments";
import { readSetting } from "../../platform/settings";
import { requireTrust } from "../../platform/trust";
import { saveChangedFiles, workspaceFolderFor } from "../../platform/workspace";
import type { RunStore } from "../../state/runStore";
import type { RunViews } from "../../state/runViews";
import { type LaunchDraft, launchRequest } from "./launchDraft";
import { askAboutPlan } from "./launchPicker";
import { chooseScript, scriptFor } from "./scriptChoice";

/** What launching needs from the rest. */
export interface LaunchSurroundings {
  readonly helper: HelperClient;
  readonly log: vscode.LogOutputChannel;
  readonly memory: PersistentState;
  readonly runs: RunStore;
  readonly views: RunViews;
  /** Asks for another interpreter and keeps it in the folder's settings; throws `Cancelled` when the user left. */
  readonly chooseInterpreter: (workspaceFolder: string) => Promise<void>;
}

/** The main job: from a script to a training that runs, is listed, and whose log is open. */
export class LaunchTraining {
  constructor(private readonly surroundings: LaunchSurroundings) {}

  /** Launches the script that `argument` names, or the one being edited, or one to choose. */
  async launch(argument: unknown): Promise<void> {
    requireTrust();
    const script = await scriptFor(argument, this.surroundings.memory.lastScript);
    const request = await this.#confirmed(this.#draftFor(script));
    await saveChangedFiles(request.workspace_folder);
    const run = await this.#start(request);
    this.#show(run);
  }

  /** Plans, shows the plan and lets the user change it, until the answer is *Start*. */
  async #confirmed(first: LaunchDraft): Promise<LaunchRequest> {
    let draft = first;
    for (;;) {
      await saveChangedFiles(draft.workspaceFolder);
      const request = await this.#request(draft);
      const scope = vscode.Uri.file(draft.workspaceFolder);
      if (!readSetting("launch.confirm", scope)) {
        return request;
      }
      const answer = await askAboutPlan(await this.#plan(request), draft);
      switch (answer) {
        case "start":
          return request;
        case undefined:
          throw new Cancelled();
        default:
          draft = await this.#changed(draft, answer);
      }
    }
  }

  /** The draft after one change; leaving a change half-way leads back to the plan, not out of it. */
  async #changed(draft: LaunchDraft, change: "arguments" | "script" | "interpreter"): Promise<LaunchDraft> {
    try {
      switch (change) {
        case "arguments":
          return { ...draft, arguments: await editArguments(draft) };
        case "script":
          return this.#draftFor(await chooseScript(this.surroundings.memory.lastScript));
        case "interpreter":
          await this.surroundings.chooseInterpreter(draft.workspaceFolder);
          return draft;
      }
    } catch (error) {
      if (error instanceof Cancelled) {
        return draft;
      }
      throw error;
    }
  }

  #draftFor(script: string): LaunchDraft {
    return {
      workspaceFolder: workspaceFolderFor(script),
      script,
      arguments: this.surroundings.memory.argumentsOf(script),
    };
  }

  async #request(draft: LaunchDraft): Promise<LaunchRequest> {
    return launchRequest(
      draft,
      await interpreterCandidates(vscode.Uri.file(draft.script), this.surroundings.log),
    );
  }

  async #plan(request: LaunchRequest): Promise<LaunchPlan> {
    return withProgress(t("Reading {0}…", baseName(request.script)), (token) =>
      this.surroundings.helper.ask("mindwatch.helper.training.plan", request, token),
    );
  }

  async #start(request: LaunchRequest): Promise<RunRow> {
    const { helper, memory } = this.surroundings;
    await memory.rememberLaunch(request.script, { arguments: request.arguments ?? [] });
    return withSteadyProgress(t("Starting {0}…", baseName(request.script)), () =>
      helper.ask("mindwatch.helper.training.start", request),
    );
  }

  #show(run: RunRow): void {
    const { runs, views } = this.surroundings;
    const scope = vscode.Uri.file(run.workspace_folder);
    runs.add(run);
    if (readSetting("launch.openLog", scope)) {
      views.showLog(run, "leave");
    }
    if (readSetting("launch.openTensorBoard", scope)) {
      views.openDashboard(run.summary_folder, run.name);
    }
  }
}

async function editArguments(draft: LaunchDraft): Promise<readonly string[]> {
  const line = await vscode.window.showInputBox({
    title: t("Arguments for {0}", baseName(draft.script)),
    prompt: t("As on a command line; quotes keep blanks together."),
    value: joinArguments(draft.arguments),
    ignoreFocusOut: true,
    validateInput: (text) => (splitArguments(text) === undefined ? t("A quote is left open.") : undefined),
  });
  const parts = line === undefined ? undefined : splitArguments(line);
  if (parts === undefined) {
    throw new Cancelled();
  }
  return parts;
}
