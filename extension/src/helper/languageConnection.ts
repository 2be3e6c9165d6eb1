import { type ChildProcess, spawn } from "node:child_process";
import type * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
} from "vscode-languageclient/node";
import { baseName } from "../core/paths";
import { Problem } from "../core/problem";
import { t } from "../core/translate";
import type { InitializationOptions } from "../generated/messages";
import type { HelperConnection, HelperListener, NewConnection, PushName } from "./connection";
import { copyLines } from "./helperOutput";
import { lastLines } from "./lastLines";
import type { HelperCommand } from "./serverOptions";

/** What every connection is made with. */
export interface LanguageSurroundings {
  readonly log: vscode.LogOutputChannel;
  readonly initializationOptions: () => InitializationOptions;
  readonly middleware: Middleware;
}

/** A client that writes its errors to the log only: what is to be said is said by us, once and with buttons. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** A push that is declared and not named here does not compile. */
const pushNames: Readonly<Record<PushName, true>> = {
  "mindwatch/runsChanged": true,
  "mindwatch/stopStageChanged": true,
  "mindwatch/dashboardExited": true,
  "mindwatch/settingsRejected": true,
};

const startTimeoutMilliseconds = 60_000;
const endTimeoutMilliseconds = 3000;
const documents = [
  { scheme: "file", pattern: "**/*.log" },
  { scheme: "file", language: "log" },
];

/** Connections that speak LSP with a process of their own. */
export function languageConnections(surroundings: LanguageSurroundings): NewConnection {
  return (command, listener) => new LanguageConnection(surroundings, command, listener);
}

/** A process of the helper and the language client that speaks with it. */
class LanguageConnection implements HelperConnection {
  readonly channel: LanguageClient;
  readonly #errorLines = lastLines(20);
  #child: ChildProcess | undefined;

  constructor(
    private readonly surroundings: LanguageSurroundings,
    private readonly command: HelperCommand,
    private readonly listener: HelperListener,
  ) {
    this.channel = new QuietClient("mindwatch", "MindWatch", () => this.#spawn(), this.#options());
    for (const name of Object.keys(pushNames) as PushName[]) {
      this.channel.onNotification(name, (push: unknown) => {
        listener.pushed(name, push);
      });
    }
  }

  get lastLines(): readonly string[] {
    return this.#errorLines.lines;
  }

  async start(): Promise<void> {
    const timer = setTimeout(() => {
      this.kill();
    }, startTimeoutMilliseconds);
    try {
      await this.channel.start();
      // When the process ends during the handshake, the client may call that a start.
      if (!this.channel.isRunning()) {
        throw new Error("the process ended during the handshake");
      }
    } catch (error) {
      this.kill();
      this.surroundings.log.error(`The helper did not start: ${String(error)}`);
      throw new Problem(
        "helper_not_started",
        t("The MindWatch helper could not be started with {0}.", baseName(this.command.program)),
        t("The output says why; another Python may help."),
        this.lastLines,
      );
    } finally {
      clearTimeout(timer);
    }
  }

  async end(): Promise<void> {
    try {
      await this.channel.dispose(endTimeoutMilliseconds);
    } catch (error) {
      this.surroundings.log.warn(`The helper did not end when asked: ${String(error)}`);
      this.kill();
    }
  }

  kill(): void {
    this.#child?.kill("SIGKILL");
  }

  #spawn(): Promise<ChildProcess> {
    const { program, arguments: argumentList, folder, environment } = this.command;
    return new Promise((resolve, reject) => {
      const child = spawn(program, argumentList, {
        cwd: folder,
        env: environment,
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

  #options(): LanguageClientOptions {
    const { log, initializationOptions, middleware } = this.surroundings;
    return {
      documentSelector: documents,
      initializationOptions,
      middleware,
      outputChannel: log,
      stdioOptions: { stdout: () => undefined, stderr: (input, output) => void copyLines(input, output) },
      traceOutputChannel: log,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          this.listener.closed();
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
    };
  }
}
