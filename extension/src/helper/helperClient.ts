import type * as vscode from "vscode";
import { Cancelled, Problem } from "../core/problem";
import type { EditorNotifications, ErrorData, HelperRequests } from "../generated/messages";
import type { HelperChannel } from "./connection";

/** The name of something the helper can be asked. */
export type HelperRequestName = keyof HelperRequests;

/** Where a channel comes from that is connected, or a problem to tell. */
export type Connect = () => Promise<HelperChannel>;

/** Asks the helper, typed by the declared wire. Every failure arrives as a `Problem`. */
export class HelperClient {
  constructor(private readonly connect: Connect) {}

  /** One request and its answer; starts the helper when it does not run. */
  async ask<Name extends HelperRequestName>(
    name: Name,
    argument: HelperRequests[Name]["argument"],
    token?: vscode.CancellationToken,
  ): Promise<HelperRequests[Name]["result"]> {
    const channel = await this.connect();
    const parameters = { command: name, arguments: [argument] };
    try {
      // A token that is undefined would be sent as a second parameter.
      const rest = token === undefined ? [] : [token];
      return await channel.sendRequest<HelperRequests[Name]["result"]>(
        "workspace/executeCommand",
        parameters,
        ...rest,
      );
    } catch (error) {
      throw problemOfAnswer(error);
    }
  }

  /** Tells the helper something that needs no answer. */
  async tell<Name extends keyof EditorNotifications>(
    name: Name,
    parameters: EditorNotifications[Name],
  ): Promise<void> {
    const channel = await this.connect();
    await channel.sendNotification(name, parameters);
  }
}

const requestCancelled = -32800;

/** The helper's error answer as something to show; other errors stay what they are. */
export function problemOfAnswer(error: unknown): unknown {
  if (isRecord(error) && error["code"] === requestCancelled) {
    return new Cancelled();
  }
  const data = isRecord(error) ? error["data"] : undefined;
  if (!isErrorData(data)) {
    return error;
  }
  return new Problem(data.code, data.text, data.next_step, data.details ?? []);
}

function isErrorData(data: unknown): data is ErrorData {
  return (
    isRecord(data) &&
    typeof data["code"] === "string" &&
    typeof data["text"] === "string" &&
    typeof data["next_step"] === "string"
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
