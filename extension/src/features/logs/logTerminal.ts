import * as vscode from "vscode";
import { Emitter } from "../../core/emitter";
import { Owner } from "../../core/owner";
import { t } from "../../core/translate";
import type { RunRow } from "../../generated/messages";
import { LogTail } from "./logTail";
import { endText, noticeText, sizeText, terminalText } from "./logTexts";

const interruptKey = "\x03";

/**
 * Shows a run's log as if the training ran in this terminal. It only reads a file: closing it, or the window, never
 * touches the training. Ctrl+C asks whether to stop it.
 */
export class LogTerminal extends Owner implements vscode.Pseudoterminal {
  readonly #write = this.own(new Emitter<string>());
  #tail: LogTail | undefined;
  #hasEnded = false;

  readonly onDidWrite = this.#write.event;

  constructor(
    private run: RunRow,
    private readonly askToStop: (run: RunRow) => void,
  ) {
    super();
  }

  open(): void {
    this.#tail = this.own(
      new LogTail(this.run.log_path, {
        text: (piece) => {
          this.#write.fire(terminalText(piece));
        },
        skipped: (bytes) => {
          this.#write.fire(
            noticeText(t("{0} left out here. The whole log: {1}", sizeText(bytes), this.run.log_path)),
          );
        },
        restarted: () => {
          this.#write.fire(noticeText(t("The log was begun anew.")));
        },
      }),
    );
    this.update(this.run);
  }

  /** VS Code calls it when the user closes the terminal. */
  close(): void {
    this.dispose();
  }

  /** Takes over the run as it is now; when it has ended, reads the rest and says so once. */
  update(run: RunRow): void {
    this.run = run;
    if (!run.is_active && !this.#hasEnded && this.#tail !== undefined) {
      this.#hasEnded = true;
      void this.#finish(this.#tail);
    }
  }

  handleInput(data: string): void {
    if (data === interruptKey && this.run.is_active) {
      this.askToStop(this.run);
    }
  }

  async #finish(tail: LogTail): Promise<void> {
    // One reading may be under way that began before the last line was written; the second sees the end.
    await tail.readAvailable();
    await tail.readAvailable();
    tail.dispose();
    this.#write.fire(noticeText(endText(this.run)));
  }
}
