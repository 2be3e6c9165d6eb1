import { type ChildProcess, spawn } from "node:child_process";
import type * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
} from "vscode-languageclient/node";
import { coalesce } from "../core/coalesce";
import { CrashBudget } from "../core/crashBudget";
import { Emitter } from "../core/emitter";
import { Owner } from "../core/owner";
import { baseName } from "../core/paths";
import { Problem, problemFrom } from "../core/problem";
import { t } from "../core/translate";
import type { HelperPushes, InitializationOptions } from "../generated/messages";
import type { HelperStatus } from "../state/helperStatus";
import { copyLines } from "./helperOutput";
import { lastLines } from "./lastLines";
import type { HelperCommand } from "./serverOptions";

/** What the helper's life depends on; given by `app.ts`. */
export interface HelperSurroundings {
  readonly log: vscode.LogOutputChannel;
  readonly status: HelperStatus;
  /** Finds a Python and says how to start the helper with it, or throws a problem to tell. */
  readonly findCommand: () => Promise<HelperCommand>;
  readonly initializationOptions: () => InitializationOptions;
  readonly middleware: Middleware;
}

/** A client that writes its errors to the log only: what is to be said is said by us, once and with buttons. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

type PushName = keyof HelperPushes;

const startTimeoutMilliseconds = 60_000;
const documents = [
  { scheme: "file", pattern: "**/*.log" },
  { scheme: "file", language: "log" },
];

/**
 * Owns the helper's process: starts it, starts it again after a crash (three times in three minutes at most), and ends
 * it. Trainings do not depend on it. Everyone asks `connect` for the client, which waits for a start under way.
 */
export class HelperProcess extends Owner {
  readonly #connected = this.own(new Emitter<void>());
  readonly #pushes = new Map<PushName, Emitter<unknown>>();
  readonly #crashes = new CrashBudget(3, 3 * 60_000);
  readonly #startOnce = coalesce(() => this.#start());
  #client: LanguageClient | undefined;
  #child: ChildProcess | undefined;
  #errorLines = lastLines(20);

  /** The helper runs and knows nothing yet: ask for what is to be shown. */
  readonly onDidConnect = this.#connected.event;

  constructor(private readonly surroundings: HelperSurroundings) {
    super();
  }

  /** The connected client; starts the helper when it does not run. */
  readonly connect = async (): Promise<LanguageClient> => {
    if (this.#client === undefined) {
      await this.#startOnce();
    }
    if (this.#client === undefined) {
      throw new Problem(
        "helper_ended",
        t("The MindWatch helper is not running."),
        t("Try again in a moment."),
      );
    }
    return this.#client;
  };

  /** Subscribes to a push, whichever process sends it. */
  onPush<Name extends PushName>(
    name: Name,
    listener: (push: HelperPushes[Name]) => void,
  ): { dispose(): void } {
    let emitter = this.#pushes.get(name);
    if (emitter === undefined) {
      emitter = this.own(new Emitter<unknown>());
      this.#pushes.set(name, emitter);
    }
    return emitter.event((push) => {
      listener(push as HelperPushes[Name]);
    });
  }

  /** Ends the helper, if it runs, and starts it anew. */
  async restart(): Promise<void> {
    this.#crashes.reset();
    await this.stop();
    await this.#startOnce();
  }

  /** Ends the helper and waits for it, but not for ever. */
  async stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.surroundings.status.set({ kind: "stopped" });
    if (client === undefined) {
      // A start may be under way; without its process it fails and nothing is left behind.
      this.#child?.kill();
      return;
    }
    try {
      await client.dispose(3000);
    } catch (error) {
      this.surroundings.log.warn(`The helper did not end when asked: ${String(error)}`);
      this.#child?.kill("SIGKILL");
    }
  }

  async #start(): Promise<void> {
    if (this.#client !== undefined || this.ended) {
      return;
    }
    const { status, log } = this.surroundings;
    if (status.condition.kind !== "restarting") {
      status.set({ kind: "starting" });
    }
    try {
      const command = await this.surroundings.findCommand();
      this.#client = await this.#startWith(command);
    } catch (error) {
      const problem = problemFrom(error);
      status.set({ kind: "failed", problem });
      throw problem;
    }
    log.info("The helper is ready.");
    status.set({ kind: "ready" });
    this.#connected.fire();
  }

  async #startWith(command: HelperCommand): Promise<LanguageClient> {
    this.surroundings.log.info(`Starting the helper: ${[command.program, ...command.arguments].join(" ")}`);
    this.#errorLines = lastLines(20);
    const client = new QuietClient(
      "mindwatch",
      "MindWatch",
      () => this.#spawn(command),
      this.#clientOptions(),
    );
    for (const name of [
      "mindwatch/runsChanged",
      "mindwatch/stopStageChanged",
      "mindwatch/dashboardExited",
    ] as const) {
      client.onNotification(name, (push: unknown) => this.#pushes.get(name)?.fire(push));
    }
    const timer = setTimeout(() => this.#child?.kill("SIGKILL"), startTimeoutMilliseconds);
    try {
      await client.start();
      // When the process ends during the handshake, the client may call that a start.
      if (!client.isRunning()) {
        throw new Error("the process ended during the handshake");
      }
    } catch (error) {
      this.#child?.kill("SIGKILL");
      this.surroundings.log.error(`The helper did not start: ${String(error)}`);
      throw new Problem(
        "helper_not_started",
        t("The MindWatch helper could not be started with {0}.", baseName(command.program)),
        t("The output says why; another Python may help."),
        this.#errorLines.lines,
      );
    } finally {
      clearTimeout(timer);
    }
    return client;
  }

  #spawn(command: HelperCommand): Promise<ChildProcess> {
    return new Promise((resolve, reject) => {
      const child = spawn(command.program, command.arguments, {
        cwd: command.folder,
        env: command.environment,
        stdio: "pipe",
        windowsHide: true,
      });
      this.#child = child;
      child.once("error", reject);
      child.once("spawn", () => {
        resolve(child);
      });
      child.stderr.on("data", (data: Buffer) => {
        this.#errorLines.add(data.toString("utf8"));
      });
    });
  }

  #clientOptions(): LanguageClientOptions {
    const { log } = this.surroundings;
    return {
      documentSelector: documents,
      initializationOptions: this.surroundings.initializationOptions,
      middleware: this.surroundings.middleware,
      outputChannel: log,
      stdioOptions: { stdout: () => undefined, stderr: (input, output) => void copyLines(input, output) },
      traceOutputChannel: log,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          void this.#closed();
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
    };
  }

  async #closed(): Promise<void> {
    const wasReady = this.#client !== undefined;
    this.#client = undefined;
    if (!wasReady || this.ended) {
      return;
    }
    const { status, log } = this.surroundings;
    log.warn(["The helper ended unexpectedly. Its last lines:", ...this.#errorLines.lines].join("\n"));
    if (!this.#crashes.spend()) {
      status.set({ kind: "failed", problem: this.#tooManyCrashes() });
      return;
    }
    status.set({ kind: "restarting", crashes: this.#crashes.count });
    try {
      await this.#startOnce();
    } catch (error) {
      log.error(problemFrom(error).sentence);
    }
  }

  #tooManyCrashes(): Problem {
    return new Problem(
      "helper_crashed",
      t("The MindWatch helper ended unexpectedly {0} times and is not started again.", this.#crashes.count),
      t("Trainings go on. The output has its last lines."),
      this.#errorLines.lines,
    );
  }
}
