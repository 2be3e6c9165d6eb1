import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** Where lines of the helper go, by how much they matter. */
export interface LineLog {
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

/** Copies what the helper writes to standard error, line by line: its own lines begin with their level. */
export async function copyLines(input: Readable, log: LineLog): Promise<void> {
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    writeLine(line, log);
  }
}

/** Writes one line at the level it names; what names none is a traceback or a warning of Python. */
export function writeLine(line: string, log: LineLog): void {
  const [, level, text] = /^(DEBUG|INFO|WARNING|ERROR|CRITICAL) (.*)$/.exec(line) ?? [];
  switch (level) {
    case "DEBUG":
    case "INFO":
      log.info(text ?? "");
      return;
    case "WARNING":
      log.warn(text ?? "");
      return;
    default:
      log.error(text ?? line);
  }
}
