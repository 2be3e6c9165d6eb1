import * as vscode from "vscode";
import { Owner } from "../../core/owner";
import { problemFrom, type Problem } from "../../core/problem";
import type { DashboardInfo } from "../../generated/messages";
import { externalAddress, openInBrowser } from "../../platform/externalUri";
import { renderPage, webviewRoot } from "../../platform/webviewHost";
import type { DashboardMemory, DashboardRequest } from "../../webview/shared/messages";
import { dashboardPage, type DashboardView } from "./dashboardPage";

/** What a panel asks of those around it. */
export interface DashboardDoors {
  readonly start: (memory: DashboardMemory) => Promise<DashboardInfo>;
  readonly stop: (info: DashboardInfo) => Promise<void>;
  readonly chooseInterpreter: () => Promise<unknown>;
  readonly showOutput: () => void;
  readonly report: (error: unknown) => void;
}

/** One panel with TensorBoard on one folder. It owns the server: when the panel is closed, the server ends. */
export class DashboardPanel extends Owner {
  #info: DashboardInfo | undefined;
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
    this.own(panel.onDidDispose(() => void this.#closed()));
    this.own(panel.webview.onDidReceiveMessage((request: DashboardRequest) => void this.#handle(request)));
  }

  /** Which server it shows now. */
  get dashboardId(): string | undefined {
    return this.#info?.dashboard_id;
  }

  /** Brings the panel to the front. */
  reveal(): void {
    this.panel.reveal();
  }

  /** Starts a server, or starts it anew, and shows it; what goes wrong is shown in the panel. */
  async start(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#info = undefined;
    this.#render({ kind: "starting" });
    try {
      const info = await this.doors.start(this.memory);
      if (this.ended || attempt !== this.#attempt) {
        await this.doors.stop(info);
        return;
      }
      this.#info = info;
      await this.#show(info);
    } catch (error) {
      if (attempt === this.#attempt) {
        this.fail(problemFrom(error));
      }
    }
  }

  /** Shows why there is no dashboard, with what can be done. */
  fail(problem: Problem): void {
    this.#info = undefined;
    this.#render({ kind: "failed", problem });
  }

  async #show(info: DashboardInfo): Promise<void> {
    this.#render({ kind: "showing", address: await externalAddress(info.url) });
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
        return this.#info === undefined ? this.start() : this.#show(this.#info);
      case "openInBrowser":
        return this.#info && openInBrowser(this.#info.url);
      case "retry":
        return this.#info === undefined ? this.start() : this.#show(this.#info);
      case "chooseInterpreter":
        await this.doors.chooseInterpreter();
        return this.start();
      case "showOutput":
        this.doors.showOutput();
        return undefined;
      default:
        return request satisfies never;
    }
  }

  async #closed(): Promise<void> {
    const info = this.#info;
    this.dispose();
    if (info === undefined) {
      return;
    }
    try {
      await this.doors.stop(info);
    } catch (error) {
      this.doors.report(error);
    }
  }
}
