import * as vscode from "vscode";
import { Owner } from "../../core/owner";
import { t } from "../../core/translate";
import type { RunRow } from "../../generated/messages";
import type { PersistentState } from "../../platform/persistentState";
import type { RunSelector } from "../../state/runSelector";
import type { RunStore } from "../../state/runStore";
import { LogTerminal } from "./logTerminal";

interface OpenLog {
  readonly terminal: vscode.Terminal;
  readonly view: LogTerminal;
}

/** The log terminals: at most one a run. Those of active runs are back after the window was reloaded. */
export class LogTerminals extends Owner {
  readonly #open = new Map<string, OpenLog>();
  #hasRestored = false;

  constructor(
    private readonly store: RunStore,
    private readonly memory: PersistentState,
    private readonly askToStop: (run: RunRow) => void,
  ) {
    super();
    this.own(
      vscode.window.onDidCloseTerminal((terminal) => {
        this.#closed(terminal);
      }),
    );
    this.own(
      store.onDidChange(() => {
        this.#update();
      }),
    );
  }

  /** Shows the log of the run that `argument` names, or of one to choose. */
  async showChosen(selector: RunSelector, argument: unknown): Promise<void> {
    const question = { title: t("Show the log of"), whenNone: t("There is no run in this workspace yet.") };
    this.show(await selector.selectOne(argument, question), "take");
  }

  /** Shows the log of a run, in its terminal if it has one. */
  show(run: RunRow, focus: "take" | "leave"): void {
    let log = this.#open.get(run.run_folder);
    if (log === undefined) {
      log = this.#create(run);
      this.#open.set(run.run_folder, log);
      void this.#remember();
    }
    log.terminal.show(focus === "leave");
  }

  /** The run whose log a terminal shows. */
  runFolderOf(terminal: vscode.Terminal): string | undefined {
    return [...this.#open].find(([, log]) => log.terminal === terminal)?.[0];
  }

  #create(run: RunRow): OpenLog {
    const view = this.own(new LogTerminal(run, this.askToStop));
    const terminal = vscode.window.createTerminal({
      name: run.name,
      pty: view,
      iconPath: new vscode.ThemeIcon("pulse"),
      // VS Code would bring it back without its content; we bring it back ourselves.
      isTransient: true,
    });
    return { terminal, view };
  }

  #update(): void {
    for (const [folder, log] of this.#open) {
      const run = this.store.find(folder);
      if (run !== undefined) {
        log.view.update(run);
      }
    }
    if (this.store.isLoaded && !this.#hasRestored) {
      this.#hasRestored = true;
      this.#restore();
    }
  }

  #restore(): void {
    for (const folder of this.memory.openLogs) {
      const run = this.store.find(folder);
      if (run?.is_active === true) {
        this.show(run, "leave");
      }
    }
  }

  #closed(terminal: vscode.Terminal): void {
    const [folder, log] = [...this.#open].find(([, open]) => open.terminal === terminal) ?? [];
    if (folder === undefined || log === undefined) {
      return;
    }
    log.view.dispose();
    this.disown(log.view);
    this.#open.delete(folder);
    // When the window goes away, the terminal was not closed by the user and shall be back.
    if (terminal.exitStatus?.reason !== vscode.TerminalExitReason.Shutdown) {
      void this.#remember();
    }
  }

  async #remember(): Promise<void> {
    await this.memory.rememberOpenLogs([...this.#open.keys()]);
  }
}
