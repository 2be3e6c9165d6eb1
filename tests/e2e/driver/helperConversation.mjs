/** A conversation with the helper over its own wire, without an editor: requests in, answers and pushes out. */
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { until } from "./waiting.mjs";

/** @typedef {{ id?: number, method?: string, result?: any, error?: { message: string }, params?: any }} Message */

/** One helper process. */
export class HelperConversation {
  /** @type {Message[]} */
  #received = [];
  #pending = Buffer.alloc(0);
  #errors = "";
  #nextId = 1;

  /** @param {import("node:child_process").ChildProcessWithoutNullStreams} child */
  constructor(child) {
    this.child = child;
    child.stdout.on("data", (data) => this.#take(data));
    child.stderr.on("data", (data) => (this.#errors += String(data)));
  }

  /** Start the helper whose package lies in `folder`. @param {string} python @param {string} folder */
  static start(python, folder) {
    return HelperConversation.startWith([python, "-m", "mindwatch", "lsp"], folder);
  }

  /** Start any language server. @param {string[]} command @param {string} folder also its PYTHONPATH */
  static startWith([program = "", ...args], folder) {
    return new HelperConversation(
      spawn(program, args, { cwd: folder, env: { ...process.env, PYTHONPATH: folder } }),
    );
  }

  /** The handshake on one trusted workspace folder.
   * @param {string} workspace @param {Record<string, unknown>} [settings] */
  async initialize(workspace, settings = {}) {
    const uri = pathToFileURL(workspace).href;
    const initializationOptions = {
      locale: "en",
      trusted: true,
      settings,
      settings_by_folder: { [workspace]: settings },
    };
    const workspaceFolders = [{ uri, name: "workspace" }];
    const result = await this.request("initialize", {
      processId: process.pid,
      rootUri: uri,
      capabilities: {},
      workspaceFolders,
      initializationOptions,
    });
    this.#send({ method: "initialized", params: {} });
    return result;
  }

  /** One of the helper's own commands. @param {string} command @param {unknown} argument */
  command(command, argument) {
    return this.request("workspace/executeCommand", { command, arguments: [argument] });
  }

  /** A request and its answer. @param {string} method @param {unknown} params */
  async request(method, params) {
    const id = this.#nextId++;
    this.#send({ id, method, params });
    const answer = await until(`the helper answers ${method}`, () => this.#answer(id), {
      seen: () => this.#errors.slice(-2000),
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  /** Whether a push that fits has arrived. @param {string} method @param {(params: any) => boolean} fits */
  hasPush(method, fits) {
    return this.#received.some((message) => message.method === method && fits(message.params));
  }

  kill() {
    this.child.kill("SIGKILL");
  }

  /** @param {number} id */
  #answer(id) {
    if (this.child.exitCode !== null) throw new Error(`the helper ended with ${this.child.exitCode}`);
    return this.#received.find((message) => message.id === id && message.method === undefined);
  }

  /** @param {object} message */
  #send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.child.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  /** @param {Buffer} data */
  #take(data) {
    this.#pending = Buffer.concat([this.#pending, data]);
    for (;;) {
      const head = this.#pending.indexOf("\r\n\r\n");
      const length = Number(
        /Content-Length: (\d+)/.exec(this.#pending.subarray(0, Math.max(head, 0)).toString())?.[1] ?? -1,
      );
      if (head < 0 || length < 0 || this.#pending.length < head + 4 + length) return;
      this.#received.push(JSON.parse(this.#pending.subarray(head + 4, head + 4 + length).toString("utf8")));
      this.#pending = this.#pending.subarray(head + 4 + length);
    }
  }
}
