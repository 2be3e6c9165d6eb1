import * as vscode from "vscode";
import { Owner } from "../../core/owner";
import { t } from "../../core/translate";
import { onSettingsChanged, readSetting } from "../../platform/settings";
import type { RunStore } from "../../state/runStore";
import { recentMilliseconds, statusText } from "./statusModel";

/** The item in the status bar: there while something runs and shortly after. */
export class StatusBar extends Owner {
  readonly #item: vscode.StatusBarItem;

  constructor(
    private readonly store: RunStore,
    command: string,
  ) {
    super();
    this.#item = this.own(
      vscode.window.createStatusBarItem("mindwatch.status", vscode.StatusBarAlignment.Left, 50),
    );
    this.#item.name = t("MindWatch trainings");
    this.#item.command = command;
    this.own(store.onDidChange(() => this.#update()));
    this.own(onSettingsChanged(() => this.#update()));
    // An ended run leaves the bar after a while although nothing changes then.
    const timer = setInterval(() => this.#update(), recentMilliseconds / 10);
    this.own({ dispose: () => clearInterval(timer) });
    this.#update();
  }

  #update(): void {
    const shown = readSetting("statusBar.visible") ? statusText(this.store.runs, Date.now()) : undefined;
    if (shown === undefined) {
      this.#item.hide();
      return;
    }
    this.#item.text = shown.text;
    this.#item.tooltip = shown.tooltip;
    this.#item.accessibilityInformation = {
      label: `${shown.text.replace(/\$\([^)]*\)\s*/, "")}. ${shown.tooltip}`,
    };
    this.#item.show();
  }
}
