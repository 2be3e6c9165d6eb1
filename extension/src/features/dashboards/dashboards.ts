import { resolve } from "node:path";
import * as vscode from "vscode";
import { Owner } from "../../core/owner";
import { baseName } from "../../core/paths";
import { Problem } from "../../core/problem";
import { t } from "../../core/translate";
import type { DashboardExited } from "../../generated/messages";
import type { HelperClient } from "../../helper/helperClient";
import { interpreterCandidates } from "../../platform/pythonEnvironments";
import { manageTrust, requireTrust } from "../../platform/trust";
import { workspaceFolderFor, workspaceFolders } from "../../platform/workspace";
import type { RunSelector } from "../../state/runSelector";
import type { RunStore } from "../../state/runStore";
import type { DashboardMemory } from "../../webview/shared/messages";
import { type DashboardLease, DashboardLeases } from "./dashboardLease";
import { type DashboardDoors, DashboardPanel } from "./dashboardPanel";

const viewType = "mindwatch.tensorboard";

/** What the dashboards need from the rest. */
export interface DashboardSurroundings {
  readonly extensionUri: vscode.Uri;
  readonly helper: HelperClient;
  readonly log: vscode.LogOutputChannel;
  readonly runs: RunStore;
  /** Asks for another interpreter for what lies in a folder. */
  readonly chooseInterpreter: (folder: string) => Promise<unknown>;
  readonly report: (error: unknown) => void;
}

/** The TensorBoard panels: one a folder. They come back after the window was reloaded. */
export class Dashboards extends Owner implements vscode.WebviewPanelSerializer {
  readonly #panels = new Map<string, DashboardPanel>();
  readonly #doors: DashboardDoors;
  readonly #leases: DashboardLeases;

  constructor(private readonly surroundings: DashboardSurroundings) {
    super();
    this.#leases = new DashboardLeases(
      (id) => surroundings.helper.ask("mindwatch.helper.dashboards.close", { dashboard_id: id }),
      surroundings.report,
    );
    this.#doors = {
      start: (memory) => this.#startServer(memory),
      chooseInterpreter: surroundings.chooseInterpreter,
      manageTrust,
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
    const existing = this.#panels.get(folderKey(folder));
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
    if (isMemory(state) && !this.#panels.has(folderKey(state.folder))) {
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
        panel.serverExited(
          new Problem("dashboard_exited", text, t("Try again; the last lines may say why."), push.last_lines),
        );
      }
    }
  }

  /** The helper is gone, and its servers with it: nobody is to be told that they are not needed any more. */
  helperEnded(): void {
    this.#leases.helperEnded();
  }

  /** A new helper knows no servers: those that were shown are started again. */
  restartAll(): void {
    for (const panel of this.#panels.values()) {
      if (panel.dashboardId !== undefined) {
        void panel.start();
      }
    }
  }

  /** The workspace is trusted now: what only trust was missing for is started. */
  trustGranted(): void {
    for (const panel of this.#panels.values()) {
      if (panel.failureCode === "workspace_untrusted") {
        void panel.start();
      }
    }
  }

  #add(panel: vscode.WebviewPanel, memory: DashboardMemory): void {
    const dashboard = this.own(
      new DashboardPanel(panel, this.surroundings.extensionUri, memory, this.#doors),
    );
    const key = folderKey(memory.folder);
    this.#panels.set(key, dashboard);
    panel.onDidDispose(() => {
      this.#panels.delete(key);
      this.disown(dashboard);
    });
    void dashboard.start();
  }

  async #startServer(memory: DashboardMemory): Promise<DashboardLease> {
    requireTrust();
    const { helper, log } = this.surroundings;
    // Any folder with event files can be shown, also when no folder is open.
    const workspaceFolder =
      workspaceFolders().length === 0 ? memory.folder : workspaceFolderFor(memory.folder);
    const info = await helper.ask("mindwatch.helper.dashboards.open", {
      folder: memory.folder,
      workspace_folder: workspaceFolder,
      interpreter_candidates: await interpreterCandidates(vscode.Uri.file(workspaceFolder), log),
    });
    return this.#leases.lease(info);
  }
}

/** One and the same for all ways to write the path of a folder. */
export function folderKey(folder: string): string {
  const path = resolve(folder);
  return process.platform === "win32" ? path.toLowerCase() : path;
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
