import * as vscode from "vscode";
import { Cancelled, type Problem, problemFrom } from "../core/problem";
import { t } from "../core/translate";

/** A button of a message and what it does. */
export interface Action {
  readonly title: string;
  readonly run: () => unknown;
}

/** One entry of a list to choose from. */
export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** Shows what went wrong and what can be done about it; returns when the user has answered or looked away. */
export async function showProblem(problem: Problem, actions: readonly Action[]): Promise<void> {
  await offer(
    vscode.window.showErrorMessage(problem.sentence, ...actions.map((action) => action.title)),
    actions,
  );
}

/** Shows a sentence with buttons. */
export async function showNotice(text: string, actions: readonly Action[]): Promise<void> {
  await offer(vscode.window.showInformationMessage(text, ...actions.map((action) => action.title)), actions);
}

/** Shows a sentence that deserves attention, with buttons. */
export async function showWarning(text: string, actions: readonly Action[]): Promise<void> {
  await offer(vscode.window.showWarningMessage(text, ...actions.map((action) => action.title)), actions);
}

/** Lets the user choose one entry; undefined when they left. */
export async function chooseOne<T>(
  title: string,
  choices: readonly Choice<T>[] | Promise<readonly Choice<T>[]>,
  placeHolder?: string,
): Promise<T | undefined> {
  const options: vscode.QuickPickOptions = { title, matchOnDescription: true, matchOnDetail: true };
  if (placeHolder !== undefined) {
    options.placeHolder = placeHolder;
  }
  return (await vscode.window.showQuickPick(choices, options))?.value;
}

/** Lets the user choose several entries; undefined when they left. */
export async function chooseSeveral<T>(
  title: string,
  choices: readonly Choice<T>[],
): Promise<T[] | undefined> {
  const chosen = await vscode.window.showQuickPick(choices, { title, canPickMany: true });
  return chosen?.map((choice) => choice.value);
}

/** Runs `task` under a progress notification that can be cancelled. */
export async function withProgress<T>(
  title: string,
  task: (token: vscode.CancellationToken) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_progress, token) =>
    Promise.race([task(token), cancelledBy(token)]),
  );
}

/** Runs `task` under a progress notification, for work that cannot be taken back half-way. */
export async function withSteadyProgress<T>(
  title: string,
  task: (report: (text: string) => void) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title };
  return vscode.window.withProgress(options, (progress) =>
    task((message) => {
      progress.report({ message });
    }),
  );
}

/** Runs a user's action to its end: cancelling is silent, problems are told with the buttons that fit. */
export async function guarded(
  task: () => Promise<unknown>,
  actionsFor: (problem: Problem) => readonly Action[],
  log: vscode.LogOutputChannel,
): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (error instanceof Cancelled || error instanceof vscode.CancellationError) {
      return;
    }
    const problem = problemFrom(error);
    log.error(
      problem.code === "unexpected" ? describe(error) : [problem.sentence, ...problem.details].join("\n"),
    );
    void showProblem(problem, actionsFor(problem));
  }
}

/** The button that opens the log, which fits every problem. */
export function showLogAction(log: vscode.LogOutputChannel): Action {
  return {
    title: t("Show Output"),
    run: () => {
      log.show(true);
    },
  };
}

async function offer(answer: Thenable<string | undefined>, actions: readonly Action[]): Promise<void> {
  const title = await answer;
  await actions.find((action) => action.title === title)?.run();
}

function cancelledBy(token: vscode.CancellationToken): Promise<never> {
  return new Promise((_resolve, reject) => {
    token.onCancellationRequested(() => {
      reject(new Cancelled());
    });
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
