import type { CommandId } from "./generated/commands";

/** What a command does, and whether the helper must run for it. */
export interface CommandSpec {
  readonly needs: "helper" | "nothing";
  readonly run: (argument: unknown) => unknown;
}

/** Every declared command has an entry; a missing one does not compile. */
export type CommandTable = Readonly<Record<CommandId, CommandSpec>>;
