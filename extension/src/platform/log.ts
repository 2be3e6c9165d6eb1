import * as vscode from "vscode";
import { redactAddresses } from "../core/redact";

/** The log users see under Output: MindWatch. Addresses of dashboards lose their secret before they are written. */
export function createLog(name: string): vscode.LogOutputChannel {
  return withoutSecrets(vscode.window.createOutputChannel(name, { log: true }));
}

const writers = new Set<string | symbol>([
  "append",
  "appendLine",
  "replace",
  "trace",
  "debug",
  "info",
  "warn",
  "error",
]);

function withoutSecrets(channel: vscode.LogOutputChannel): vscode.LogOutputChannel {
  return new Proxy(channel, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") {
        return value;
      }
      const method = value as (...values: unknown[]) => unknown;
      return writers.has(name)
        ? (...values: unknown[]) => method.apply(target, values.map(redacted))
        : method.bind(target);
    },
  });
}

function redacted(value: unknown): unknown {
  if (typeof value === "string") {
    return redactAddresses(value);
  }
  if (value instanceof Error) {
    return redactAddresses(value.stack ?? value.message);
  }
  return value;
}
