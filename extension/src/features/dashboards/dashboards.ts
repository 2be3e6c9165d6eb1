import * as vscode from "vscode";
import { Owner } from "../../core/owner";
import { baseName } from "../../core/paths";
import { Problem } from "../../core/problem";
import { t } from "../../core/translate";
import type { DashboardExited, DashboardInfo } from "../../generated/messages";
import type { HelperClient } from "../../helper/helperClient";
import { interpreterCandidates } from "../../platform/pythonEnvironments";
import { requireTrust } from "../../platform/trust";
import { workspaceFolderFor, workspaceFolders } from "../../platform/workspace";
import type { RunSelector } from "../../state/runSelector";
import type { RunStore } from "../../state/runStore";
import type { DashboardMemory } from "../../webview/shared/messages";
import { type DashboardDoors, DashboardPanel } from "./dashboardPanel";

const viewType = "mindwatch.tensorboard";

/** What the dashboards need from the rest. */
export interface DashboardSurroundings {
  readonly extensionUri: vscode.Uri;
  readonly helper: HelperClient;
  readonly log: vscode.LogOutputChannel;
  readonly runs: RunStore;
  readonly chooseInterpreter: () => Promise<unknown>;
  readonly report: (error: unknown) => void;
}

/** The TensorBoard panels: one a folder. They come back after the window was reloaded. */
export class Dashboards extends Owner implements vscode.WebviewPanelSerializer {
  readonly #panels = new Map<string, DashboardPanel>();
  readonly #doors: DashboardDoors;

  constructor(private readonly surroundings: DashboardSurroundings) {
    super();
    this.#doors = {
      start: (memory) => this.#startServer(memory),
      stop: async (info) => {
        await surroundings.helper.ask("mindwatch.helper.dashboards.close", {
          dashboard_id: info.dashboard_id,
        });
      },
      chooseInterpreter: surroundings.chooseInterpreter,
      showOutput: () => {
        surroundings.log.show(true);
      },
      report: surroundings.report,
    };
    this.own(vscode.window.registerWebviewPanelSerializer(viewType, this));
  }

  /** Opens TensorBoard on the run or folder that `argument` names, or on a run to choose. */
  async openChosen(selector: RunSelector, argument: unknown): Promise<void> {
    requireTrust();
    if (argument instanceof vscode.Uri) {
      this.open(argument.fsPath, baseName(argument.fsPath));
      return;
    }
    const question = {
      title: t("Open TensorBoard on"),
      whenNone: t("There is no run in this workspace yet."),
    };
    const run = await selector.selectOne(argument, question);
    this.open(run.summary_folder, run.name);
  }

  /** Shows TensorBoard on a folder, beside the editor; a panel that is there already is brought to the front. */
  open(folder: string, title: string): void {
    const existing = this.#panels.get(folder);
    if (existing !== undefined) {
      existing.reveal();
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel(viewType, title, column, {
      retainContextWhenHidden: true,
    });
    this.#add(panel, { folder, title });
  }

  /** VS Code calls it for each panel that was open before the window was reloaded. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    if (isMemory(state) && !this.#panels.has(state.folder)) {
      this.#add(panel, state);
    } else {
      panel.dispose();
    }
    return Promise.resolve();
  }

  /** A server ended by itself: its panel says so. */
  serverExited(push: DashboardExited): void {
    for (const panel of this.#panels.values()) {
      if (panel.dashboardId === push.dashboard_id) {
        const text =
          push.exit_code === null
            ? t("TensorBoard has ended.")
            : t("TensorBoard has ended with code {0}.", push.exit_code);
        panel.fail(
          new Problem("dashboard_exited", text, t("Try again; the last lines may say why."), push.last_lines),
        );
      }
    }
  }

  /** A new helper knows no servers: those that were shown are started again. */
  restartAll(): void {
    for (const panel of this.#panels.values()) {
      if (panel.dashboardId !== undefined) {
        void panel.start();
      }
    }
  }

  #add(panel: vscode.WebviewPanel, memory: DashboardMemory): void {
    const dashboard = this.own(
      new DashboardPanel(panel, this.surroundings.extensionUri, memory, this.#doors),
    );
    this.#panels.set(memory.folder, dashboard);
    panel.onDidDispose(() => void this.#panels.delete(memory.folder));
    void dashboard.start();
  }

  async #startServer(memory: DashboardMemory): Promise<DashboardInfo> {
    requireTrust();
    const { helper, log } = this.surroundings;
    // Any folder with event files can be shown, also when no folder is open.
    const workspaceFolder =
      workspaceFolders().length === 0 ? memory.folder : workspaceFolderFor(memory.folder);
    return helper.ask("mindwatch.helper.dashboards.open", {
      folder: memory.folder,
      workspace_folder: workspaceFolder,
      interpreter_candidates: await interpreterCandidates(vscode.Uri.file(workspaceFolder), log),
    });
  }
}

function isMemory(state: unknown): state is DashboardMemory {
  return (
    typeof state === "object" &&
    state !== null &&
    "folder" in state &&
    typeof state.folder === "string" &&
    "title" in state &&
    typeof state.title === "string"
  );
}
