/** One user session: a fresh profile with the packaged extension, a server, a browser and an open window. */
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { launchBrowser } from "./browser.mjs";
import { CodeServer } from "./codeServer.mjs";
import { DashboardPanel } from "./dashboardPanel.mjs";
import { readRecord } from "./launching.mjs";
import { processesWith } from "./processes.mjs";
import { makeProfile } from "./profile.mjs";
import { RunsTree } from "./runsTree.mjs";
import { Terminal } from "./terminal.mjs";
import { until } from "./waiting.mjs";
import { Workbench } from "./workbench.mjs";

/**
 * @typedef {object} SessionOrder
 * @property {string} folder where the profile and the copy of the workspace go
 * @property {string} workspaceSource
 * @property {string} vsix
 * @property {import("../../tooling/prepare/steps.mjs").Prepared} prepared
 * @property {boolean} [isTrusted]
 * @property {Record<string, unknown>} [settings]
 */

/** Everything of one session, and its end. */
export class Session {
  /** @param {SessionOrder} order @param {CodeServer} server @param {import("playwright-core").Browser} browser @param {Workbench} workbench */
  constructor(order, server, browser, workbench) {
    this.order = order;
    this.server = server;
    this.browser = browser;
    this.workbench = workbench;
  }

  /** Start everything and open the window.
   * @param {SessionOrder} order */
  static async open(order) {
    rmSync(order.folder, { recursive: true, force: true });
    const server = await startServer(order, randomUUID());
    try {
      return await Session.openWindowOn(server, order);
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Open a browser with a window on a server. @param {CodeServer} server @param {SessionOrder} order */
  static async openWindowOn(server, order) {
    const browser = await launchBrowser(order.prepared.vscode);
    try {
      return new Session(order, server, browser, await Workbench.open(browser, server));
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  get runs() {
    return new RunsTree(this.workbench);
  }

  get terminal() {
    return new Terminal(this.workbench);
  }

  get dashboard() {
    return new DashboardPanel(this.workbench);
  }

  /** The folder of the open workspace. */
  get workspace() {
    return this.server.order.profile.workspace;
  }

  /** Where runs are kept. */
  get summaryBase() {
    return join(this.workspace, "summary");
  }

  /** The record of a run as it is on disk now. @param {{ run_folder: string }} run */
  readRecord(run) {
    return readRecord(run.run_folder);
  }

  /** A file of a run folder, empty when it is not there. @param {{ run_folder: string }} run @param {string} name */
  readRunFile(run, name) {
    return readFile(join(run.run_folder, name), "utf8").catch(() => "");
  }

  /** Open a window again after it was closed. */
  async openWindow() {
    this.workbench = await Workbench.open(this.browser, this.server);
  }

  /** End the server as a machine that restarts would, and start another on the same profile; no window is open then. */
  async restartServer() {
    await this.server.stop();
    this.server = await CodeServer.start(this.server.order);
  }

  /** Save a picture and the logs of what happened, beside the session's folder; returns where. */
  async saveEvidence() {
    const folder = `${this.order.folder}-failure`;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await this.workbench.screenshot(join(folder, "window.png")).catch(() => undefined);
    const { profile } = this.server.order;
    const sources = {
      logs: join(profile.userData, "logs"),
      runs: this.summaryBase,
      "code-server.log": join(profile.folder, "code-server.log"),
    };
    for (const [name, path] of Object.entries(sources))
      if (existsSync(path)) cpSync(path, join(folder, name), { recursive: true });
    return folder;
  }

  /** End the window and the server, then every training that is left; tells which processes then still live.
   * @returns {Promise<{ pid: number, command: string }[]>} */
  async close() {
    await this.browser.close();
    await this.server.stop();
    return processesLeft(this.server.order.mark);
  }
}

/** Make the profile and start its server.
 * @param {SessionOrder} order @param {string} mark */
export async function startServer(order, mark) {
  const { prepared, vsix, folder, workspaceSource } = order;
  const settings = {
    "mindwatch.helper.interpreter": prepared.basePython,
    "mindwatch.python.interpreter": prepared.trainingPython,
    ...order.settings,
  };
  const profile = await makeProfile({ folder, workspaceSource, vscode: prepared.vscode, vsix, settings });
  return CodeServer.start({ profile, vscode: prepared.vscode, mark, isTrusted: order.isTrusted ?? true });
}

/** Helpers and dashboards end by themselves soon after their window; who is still there then was left behind.
 * @param {string} mark */
async function processesLeft(mark) {
  await until("all processes of the session end", () => processesWith(mark).length === 0, {
    limit: 15_000,
  }).catch(() => undefined);
  return processesWith(mark);
}
