import { Cancelled, Problem } from "../../core/problem";
import { t } from "../../core/translate";
import type { RunRow } from "../../generated/messages";
import { type Choice, chooseOne, chooseSeveral } from "../../platform/prompts";
import type { RunQuestion, RunSelector } from "../../state/runSelector";
import type { RunStore } from "../../state/runStore";
import { runItem } from "./runTreeModel";

/** Finds the run a command is about; asks with a list when that is open. */
export class RunPicker implements RunSelector {
  constructor(private readonly store: RunStore) {}

  async selectOne(argument: unknown, question: RunQuestion): Promise<RunRow> {
    const named = this.#named(argument);
    if (named !== undefined) {
      return named;
    }
    const runs = this.#candidates(question);
    const preferred = runs.length === 1 ? runs : runs.filter(question.prefers ?? (() => false));
    const [first] = preferred;
    if (first !== undefined && preferred.length === 1) {
      return first;
    }
    const chosen = await chooseOne(question.title, runs.map(choiceOf));
    return chosen ?? cancel();
  }

  async selectSeveral(argument: unknown, question: RunQuestion): Promise<readonly RunRow[]> {
    const named = this.#named(argument);
    if (named !== undefined) {
      return [named];
    }
    const runs = this.#candidates(question);
    if (runs.length === 1) {
      return runs;
    }
    const chosen = await chooseSeveral(question.title, runs.map(choiceOf));
    return chosen === undefined || chosen.length === 0 ? cancel() : chosen;
  }

  #named(argument: unknown): RunRow | undefined {
    const folder = runFolderOf(argument);
    return folder === undefined ? undefined : this.store.find(folder);
  }

  #candidates(question: RunQuestion): RunRow[] {
    const runs = this.store.runs.filter(question.accepts ?? (() => true));
    if (runs.length === 0) {
      throw new Problem("no_run", question.whenNone, t("Launch a training first."));
    }
    return runs;
  }
}

/** The run folder in what VS Code hands to a command: a tree item, a run, or the folder itself. */
export function runFolderOf(argument: unknown): string | undefined {
  if (typeof argument === "string") {
    return argument;
  }
  if (typeof argument !== "object" || argument === null) {
    return undefined;
  }
  if ("run" in argument) {
    return runFolderOf(argument.run);
  }
  return "run_folder" in argument && typeof argument.run_folder === "string"
    ? argument.run_folder
    : undefined;
}

function choiceOf(run: RunRow): Choice<RunRow> {
  const model = runItem(run, Date.now());
  return { label: `$(${model.icon}) ${model.label}`, description: model.description, value: run };
}

function cancel(): never {
  throw new Cancelled();
}
