import type { Problem } from "./core/problem";
import { t } from "./core/translate";
import type { Settings } from "./generated/settings";
import type { Action } from "./platform/prompts";

/** What a problem's buttons can do. */
export interface ProblemDoors {
  readonly launchTraining: () => unknown;
  readonly selectInterpreter: () => unknown;
  readonly selectHelperPython: () => unknown;
  readonly openSettings: (key: keyof Settings) => unknown;
  readonly retryHelper: () => unknown;
  readonly openFolder: () => unknown;
  readonly manageTrust: () => unknown;
  readonly showOutput: Action;
}

/** The buttons that fit a problem, the likeliest first; the log is always among them. */
export function actionsForProblem(problem: Problem, doors: ProblemDoors): Action[] {
  return [...fittingActions(problem.code, doors), doors.showOutput];
}

function fittingActions(code: string, doors: ProblemDoors): Action[] {
  const selectInterpreter = { title: t("Select Interpreter"), run: doors.selectInterpreter };
  const settings = (key: keyof Settings): Action => ({
    title: t("Open Settings"),
    run: () => doors.openSettings(key),
  });
  const retry = { title: t("Retry"), run: doors.retryHelper };
  switch (code) {
    case "interpreter_not_found":
    case "interpreter_without_mindspore":
    case "interpreter_too_old":
    case "command_not_found":
      return [selectInterpreter, settings("python.interpreter")];
    case "dashboard_package_missing":
      return [selectInterpreter, settings("tensorboard.interpreter")];
    case "summary_base_unwritable":
    case "summary_base_full":
      return [settings("summary.base")];
    case "working_directory_missing":
      return [settings("launch.workingDirectory")];
    case "helper_python_missing":
    case "helper_not_started":
      return [{ title: t("Select Interpreter"), run: doors.selectHelperPython }, retry];
    case "helper_crashed":
    case "helper_ended":
      return [retry];
    case "no_run":
      return [{ title: t("Launch Training"), run: doors.launchTraining }];
    case "no_folder_open":
      return [{ title: t("Open Folder"), run: doors.openFolder }];
    case "workspace_untrusted":
      return [{ title: t("Manage Trust"), run: doors.manageTrust }];
    default:
      return [];
  }
}
