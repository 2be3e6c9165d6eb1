/** One code-server on a port the system chose, in a process group of its own. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { isRunning, markName, processesWith } from "./processes.mjs";
import { environmentOfServer } from "./profile.mjs";
import { until } from "./waiting.mjs";

/** @typedef {import("./profile.mjs").Profile} Profile */

/** @typedef {object} ServerOrder
 * @property {Profile} profile
 * @property {import("../../tooling/prepare/vscode.mjs").VscodeEnvironment} vscode
 * @property {string} mark what every process of this session carries in its environment
 * @property {boolean} [isTrusted] false leaves workspace trust on, so the folder is not trusted
 * @property {string[]} [extraArguments]
 */

/** A running code-server. */
export class CodeServer {
  /** @param {import("node:child_process").ChildProcess} child @param {string} url @param {ServerOrder} order @param {string} password */
  constructor(child, url, order, password) {
    this.child = child;
    this.url = url;
    this.order = order;
    this.password = password;
  }

  /** The address of the workbench on the workspace. */
  get workbenchUrl() {
    return `${this.url}/?folder=${encodeURIComponent(this.order.profile.workspace)}`;
  }

  /** Start and wait until it says where it listens.
   * @param {ServerOrder} order */
  static async start(order) {
    // Whoever reaches the port has a shell of ours, and on a shared machine every user reaches it.
    const password = randomBytes(12).toString("base64url");
    const log = createWriteStream(join(order.profile.folder, "code-server.log"), { flags: "a" });
    const child = spawn(order.vscode.node, [order.vscode.entry, ...serverArguments(order)], {
      env: environmentOfServer(order.vscode, { [markName]: order.mark, PASSWORD: password }),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data) => {
        output += String(data);
        log.write(data);
      });
    }
    const url = await until(
      "code-server says where it listens",
      () => {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
        return /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
      },
      { seen: () => output.slice(-800) },
    ).catch((error) => {
      if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
      throw error;
    });
    return new CodeServer(child, url, order, password);
  }

  /** Stop the server and its extension hosts; what was meant to outlive it (a training) goes on. */
  async stop() {
    const group = this.child.pid;
    if (group === undefined) return;
    signalGroup(group, "SIGTERM");
    await until("code-server ends", () => !isRunning(group), { limit: 20_000 }).catch(() =>
      signalGroup(group, "SIGKILL"),
    );
    await until("code-server is gone", () => !isRunning(group), { limit: 10_000 });
  }

  /** Processes of this session that are alive. */
  processes() {
    return processesWith(this.order.mark);
  }
}

/** @param {ServerOrder} order */
function serverArguments({ profile, isTrusted = true, extraArguments = [] }) {
  return [
    ...["--auth", "password", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check"],
    ...["--user-data-dir", profile.userData, "--extensions-dir", profile.extensions],
    ...["--config", join(profile.folder, "code-server.yaml")],
    ...(isTrusted ? ["--disable-workspace-trust"] : []),
    ...extraArguments,
    profile.workspace,
  ];
}

/** @param {number} group @param {NodeJS.Signals} signal */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
  }
}
