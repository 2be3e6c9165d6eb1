import type { LanguageClient } from "vscode-languageclient/node";
import type { HelperPushes } from "../generated/messages";
import type { HelperCommand } from "./serverOptions";

/** The name of something the helper tells unasked. */
export type PushName = keyof HelperPushes;

/** What is sent to the helper through. */
export type HelperChannel = Pick<LanguageClient, "sendRequest" | "sendNotification">;

/** One process of the helper, from its start to its end. */
export interface HelperConnection {
  readonly channel: HelperChannel;
  /** The last lines the process wrote to its standard error. */
  readonly lastLines: readonly string[];
  /** Starts the process and shakes hands; throws a problem to tell, and leaves no process behind then. */
  start(): Promise<void>;
  /** Asks the process to end and waits for it, but not for ever. */
  end(): Promise<void>;
  /** Ends the process at once, also while it starts. */
  kill(): void;
}

/** Who hears of what a process does. */
export interface HelperListener {
  readonly pushed: (name: PushName, push: unknown) => void;
  /** The process ended, whether it was asked to or not. */
  readonly closed: () => void;
}

/** Makes a connection to a process that is not started yet. */
export type NewConnection = (command: HelperCommand, listener: HelperListener) => HelperConnection;
