import * as vscode from "vscode";
import { Owner } from "../../core/owner";
import { problemFrom, type Problem } from "../../core/problem";
import type { DashboardInfo } from "../../generated/messages";
import type { DashboardLease } from "./dashboardLease";
import { externalAddress, openInBrowser } from "../../platform/externalUri";
import { renderPage, webviewRoot } from "../../platform/webviewHost";
import type { DashboardMemory, DashboardRequest } from "../../webview/shared/messages";
import { dashboardPage, type DashboardView } from "./dashboardPage";

/** What a panel asks of those around it. */
export interface DashboardDoors {
  readonly start: (memory: DashboardMemory) => Promise<DashboardLease>;
  readonly chooseInterpreter: (folder: string) => Promise<unknown>;
  readonly manageTrust: () => unknown;
  readonly showOutput: () => void;
  readonly report: (error: unknown) => void;
}

/**
 * One panel with TensorBoard on one folder. It holds a lease on the server and gives it back once, when the panel is
 * closed or fails: panels may share a server, which ends with its last lease.
 */
export class DashboardPanel extends Owner {
  #lease: DashboardLease | undefined;
  #failure: Problem | undefined;
  /** Counts the starts, so that an answer that comes too late is recognised. */
  #attempt = 0;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly extensionUri: vscode.Uri,
    readonly memory: DashboardMemory,
    private readonly doors: DashboardDoors,
  ) {
    super();
    panel.title = memory.title;
    panel.iconPath = vscode.Uri.joinPath(extensionUri, "media", "icons", "dashboard.svg");
    panel.webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(extensionUri)] };
    this.own(
      panel.onDidDispose(() => {
        this.dispose();
      }),
    );
    this.own({
      dispose: () => {
        this.#giveBack();
      },
    });
    this.own(panel.webview.onDidReceiveMessage((request: DashboardRequest) => void this.#handle(request)));
  }

  /** Which server it shows now. */
  get dashboardId(): string | undefined {
    return this.#lease?.info.dashboard_id;
  }

  /** The code of the problem it shows instead of a dashboard. */
  get failureCode(): string | undefined {
    return this.#failure?.code;
  }

  /** Brings the panel to the front. */
  reveal(): void {
    this.panel.reveal();
  }

  /** Starts a server, or starts it anew, and shows it; what goes wrong is shown in the panel. */
  async start(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#giveBack();
    this.#render({ kind: "starting" });
    try {
      const lease = await this.doors.start(this.memory);
      if (this.ended || attempt !== this.#attempt) {
        await lease.giveBack();
        return;
      }
      this.#lease = lease;
      await this.#show(lease.info);
    } catch (error) {
      if (attempt === this.#attempt) {
        this.fail(problemFrom(error));
      }
    }
  }

  /** Shows why there is no dashboard, with what can be done. */
  fail(problem: Problem): void {
    this.#giveBack();
    this.#failure = problem;
    this.#render({ kind: "failed", problem });
  }

  /** The server ended by itself, and the lease with it. */
  serverExited(problem: Problem): void {
    this.#lease = undefined;
    this.fail(problem);
  }

  #giveBack(): void {
    this.#failure = undefined;
    void this.#lease?.giveBack();
    this.#lease = undefined;
  }

  async #show(info: DashboardInfo): Promise<void> {
    const address = await externalAddress(info.url);
    // Meanwhile the server may have ended, or another may have been asked for.
    if (this.#lease?.info === info) {
      this.#render({ kind: "showing", address });
    }
  }

  #render(view: DashboardView): void {
    if (this.ended) {
      return;
    }
    const page = dashboardPage(view, this.memory);
    this.panel.webview.html = renderPage(this.panel.webview, this.extensionUri, {
      title: this.memory.title,
      script: "dashboard.js",
      style: "dashboard-style.css",
      ...page,
    });
  }

  async #handle(request: DashboardRequest): Promise<void> {
    try {
      await this.#answer(request);
    } catch (error) {
      this.doors.report(error);
    }
  }

  async #answer(request: DashboardRequest): Promise<unknown> {
    switch (request.kind) {
      case "reload":
      case "retry":
        return this.#lease === undefined ? this.start() : this.#show(this.#lease.info);
      case "openInBrowser":
        return this.#lease && openInBrowser(this.#lease.info.url);
      case "chooseInterpreter":
        await this.doors.chooseInterpreter(this.memory.folder);
        return this.start();
      case "manageTrust":
        return this.doors.manageTrust();
      case "showOutput":
        this.doors.showOutput();
        return undefined;
      default:
        return request satisfies never;
    }
  }
}
