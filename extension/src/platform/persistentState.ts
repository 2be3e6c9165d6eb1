import type * as vscode from "vscode";

/** What was used for a script the last time. */
export interface ScriptMemory {
  readonly arguments: readonly string[];
}

/** Everything we remember between two windows, typed. All of it belongs to the workspace. */
export class PersistentState {
  constructor(private readonly memento: vscode.Memento) {}

  /** The script launched last, or empty. */
  get lastScript(): string {
    return this.memento.get<string>("lastScript", "");
  }

  /** Notes the script and the arguments of a launch. */
  async rememberLaunch(script: string, memory: ScriptMemory): Promise<void> {
    const scripts = this.memento.get<Record<string, ScriptMemory>>("scripts", {});
    await this.memento.update("lastScript", script);
    await this.memento.update("scripts", { ...scripts, [script]: memory });
  }

  /** The arguments a script was launched with the last time. */
  argumentsOf(script: string): readonly string[] {
    return this.memento.get<Record<string, ScriptMemory>>("scripts", {})[script]?.arguments ?? [];
  }

  /** Run folders whose log terminal was open. */
  get openLogs(): readonly string[] {
    return this.memento.get<readonly string[]>("openLogs", []);
  }

  /** Notes whose log terminals are open. */
  async rememberOpenLogs(runFolders: readonly string[]): Promise<void> {
    await this.memento.update("openLogs", runFolders);
  }
}
