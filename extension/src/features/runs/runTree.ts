import * as vscode from "vscode";
import { Emitter } from "../../core/emitter";
import { Owner } from "../../core/owner";
import { t } from "../../core/translate";
import type { RunRow } from "../../generated/messages";
import type { HelperCondition, HelperStatus } from "../../state/helperStatus";
import type { RunStore } from "../../state/runStore";
import { runItem, runTooltip } from "./runTreeModel";

/** A line of the tree: a run, or something that stood in the way of reading runs. */
export type RunTreeElement =
  { readonly kind: "run"; readonly run: RunRow } | { readonly kind: "problem"; readonly text: string };

const ageRefreshMilliseconds = 60_000;

/** The view "Runs". It shows the store and nothing else; ages are told anew each minute. */
export class RunTree extends Owner implements vscode.TreeDataProvider<RunTreeElement> {
  readonly #changed = this.own(new Emitter<undefined>());
  #isKnown = false;
  readonly #view: vscode.TreeView<RunTreeElement>;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly store: RunStore,
    private readonly status: HelperStatus,
  ) {
    super();
    this.#view = this.own(
      vscode.window.createTreeView<RunTreeElement>("mindwatch.runs", { treeDataProvider: this }),
    );
    this.own(store.onDidChange(() => this.#refresh()));
    this.own(status.onDidChange(() => this.#refresh()));
    const timer = setInterval(() => {
      if (this.#view.visible) {
        this.#refresh();
      }
    }, ageRefreshMilliseconds);
    this.own({ dispose: () => clearInterval(timer) });
    this.#refresh();
  }

  getChildren(element?: RunTreeElement): RunTreeElement[] {
    if (element !== undefined) {
      return [];
    }
    const problems = this.store.problems.map((text) => ({ kind: "problem", text }) as const);
    return [...problems, ...this.store.runs.map((run) => ({ kind: "run", run }) as const)];
  }

  getTreeItem(element: RunTreeElement): vscode.TreeItem {
    return element.kind === "run" ? treeItemOfRun(element.run) : treeItemOfProblem(element.text);
  }

  #refresh(): void {
    const running = this.store.active.length;
    this.#view.badge = running === 0 ? undefined : { value: running, tooltip: t("{0} running", running) };
    this.#view.message = conditionText(this.status.condition) ?? "";
    if (this.store.isLoaded && !this.#isKnown) {
      this.#isKnown = true;
      // Until then the view must not say that there are no runs.
      void vscode.commands.executeCommand("setContext", "mindwatch.runsAreKnown", true);
    }
    this.#changed.fire(undefined);
  }
}

function treeItemOfRun(run: RunRow): vscode.TreeItem {
  const model = runItem(run, Date.now());
  const item = new vscode.TreeItem(model.label);
  item.id = run.run_folder;
  item.description = model.description;
  item.iconPath = new vscode.ThemeIcon(model.icon, new vscode.ThemeColor(model.color));
  item.contextValue = model.contextValue;
  item.tooltip = new vscode.MarkdownString(runTooltip(run));
  item.accessibilityInformation = { label: model.accessibilityLabel };
  item.command = { command: "mindwatch.showLog", title: t("Show Log"), arguments: [{ kind: "run", run }] };
  return item;
}

function treeItemOfProblem(text: string): vscode.TreeItem {
  const item = new vscode.TreeItem(text);
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.tooltip = text;
  item.contextValue = "problem";
  return item;
}

/** What the view says above the runs; nothing when the helper works. */
export function conditionText(condition: HelperCondition): string | undefined {
  switch (condition.kind) {
    case "starting":
      return t("The MindWatch helper is starting…");
    case "restarting":
      return t("The MindWatch helper ended unexpectedly and is starting again…");
    case "failed":
      return condition.problem.sentence;
    default:
      return undefined;
  }
}
