import * as vscode from "vscode";
import { Problem } from "../core/problem";
import { t } from "../core/translate";
import type { InterpreterCandidate } from "../generated/messages";
import { selectedInPythonExtension } from "../platform/pythonEnvironments";
import { readSetting } from "../platform/settings";
import { isTrusted } from "../platform/trust";
import { workspaceFolders } from "../platform/workspace";
import {
  askPythonVersion,
  chooseHelperPython,
  expandedPath,
  type KnownPythons,
  oldestPython,
  type RejectedPython,
} from "./helperPython";
import { type HelperCommand, helperCommand, helperFolder } from "./serverOptions";

/** Finds a Python for the helper and says how to start it, or throws a problem the user can act on. */
export async function findHelperCommand(
  extensionFolder: string,
  log: vscode.LogOutputChannel,
): Promise<HelperCommand> {
  const choice = await chooseHelperPython(knownPythons(log), askPythonVersion(helperFolder(extensionFolder)));
  if (choice.kind === "none") {
    const detail = choice.tried.map(rejectionText);
    log.error(["No Python for the helper:", ...detail].join("\n"));
    throw new Problem(
      "helper_python_missing",
      t("No Python {0} or newer was found to run the MindWatch helper.", oldestPython.join(".")),
      t("Install one, or select one that you have."),
      detail,
    );
  }
  const { python, version } = choice;
  log.info(`The helper runs with ${python.path} (Python ${version}): ${python.reason}`);
  return helperCommand(python.path, extensionFolder, process.env);
}

/**
 * In an untrusted workspace only what the user set for all workspaces and what is on PATH counts: an interpreter that
 * lies in the workspace could be anything. VS Code itself leaves the workspace's values of these settings out then.
 */
function knownPythons(log: vscode.LogOutputChannel): KnownPythons {
  const folder = isTrusted() ? workspaceFolders()[0] : undefined;
  const configured = (key: "helper.interpreter" | "python.interpreter"): InterpreterCandidate[] => {
    const path = readSetting(key);
    return path === "" ? [] : [{ path: expandedPath(path, folder), reason: `mindwatch.${key}` }];
  };
  const scope = folder === undefined ? undefined : vscode.Uri.file(folder);
  return {
    configured: configured("helper.interpreter"),
    selected: () => (isTrusted() ? selectedInPythonExtension(scope, log) : Promise.resolve(undefined)),
    training: configured("python.interpreter"),
    names: namesOnPath().map((path) => ({ path, reason: "on PATH" })),
  };
}

function namesOnPath(): string[] {
  return process.platform === "win32" ? ["python", "py", "python3"] : ["python3", "python"];
}

function rejectionText({ path, version }: RejectedPython): string {
  return version === "" ? t("{0} cannot be run", path) : t("{0} is Python {1}", path, version);
}
