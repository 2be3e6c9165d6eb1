import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as vscode from "vscode";
import { selectInterpreter } from "../../../extension/src/features/interpreters/selectInterpreter";
import {
  interpreterCandidates,
  selectedInPythonExtension,
} from "../../../extension/src/platform/pythonEnvironments";
import { calls, editor } from "../fakes/vscode";

const warnings: string[] = [];
const log = { warn: (line: string) => warnings.push(line) } as never;

beforeEach(() => {
  calls.settings.length = 0;
  warnings.length = 0;
  Object.assign(editor, { folders: [], extensions: {}, pick: () => undefined });
});

/** Installs a Python extension with the parts of its API that we use, and a Python for each folder. */
function installPythonExtension(pythons: Record<string, string>) {
  const environments = {
    getActiveEnvironmentPath: (scope?: vscode.Uri) => ({ path: pythons[scope?.fsPath ?? ""] ?? "python" }),
    resolveEnvironment: ({ path }: { path: string }) =>
      Promise.resolve(
        path === "python" ? undefined : { executable: { uri: vscode.Uri.file(`${path}/bin/python`) } },
      ),
  };
  editor.extensions["ms-python.python"] = { activate: () => Promise.resolve({ environments }) };
}

test("the Python that is selected in the Python extension is proposed for its folder", async () => {
  installPythonExtension({ "/w/two": "/envs/two" });
  assert.deepEqual(await selectedInPythonExtension(vscode.Uri.file("/w/two"), log), {
    path: "/envs/two/bin/python",
    reason: "selected in the Python extension",
  });
  assert.deepEqual(await interpreterCandidates(vscode.Uri.file("/w/one"), log), []);
});

test("without the Python extension, and with one of another API, there is no proposal", async () => {
  assert.deepEqual(await interpreterCandidates(undefined, log), []);
  editor.extensions["ms-python.python"] = { activate: () => Promise.resolve({}) };
  assert.deepEqual(await interpreterCandidates(undefined, log), []);
  assert.deepEqual(warnings, []);
});

test("a Python extension that fails is noted and stops nothing", async () => {
  editor.extensions["ms-python.python"] = { activate: () => Promise.reject(new Error("no Python")) };
  assert.deepEqual(await interpreterCandidates(undefined, log), []);
  assert.match(warnings.join(), /no Python/);
});

/** A helper that knows one Python and notes for which folder it was asked. */
function oneInterpreter() {
  const asked: unknown[] = [];
  const info = {
    path: "/envs/two/bin/python",
    reason: "",
    python_version: "3.11",
    mindspore_version: "",
    tensorboard_version: "",
    problem: "",
  };
  const ask = (_name: string, argument: unknown): Promise<unknown> => {
    asked.push(argument);
    return Promise.resolve({ chosen: info.path, interpreters: [info] });
  };
  editor.pick = (labels) => labels[0];
  return { helper: { ask } as never, asked };
}

test("with several folders the choice is kept in the settings of the folder it was made for", async () => {
  editor.folders = ["/w/one", "/w/two"];
  installPythonExtension({ "/w/two": "/envs/two" });
  const { helper, asked } = oneInterpreter();
  await selectInterpreter(helper, log, "/w/two");
  const candidates = [{ path: "/envs/two/bin/python", reason: "selected in the Python extension" }];
  assert.deepEqual(asked, [{ workspace_folder: "/w/two", candidates }]);
  assert.deepEqual(calls.settings, [
    {
      key: "python.interpreter",
      value: "/envs/two/bin/python",
      target: vscode.ConfigurationTarget.WorkspaceFolder,
      scope: "/w/two",
    },
  ]);
});

test("with one folder the choice is the workspace's, with none the user's", async () => {
  const { helper } = oneInterpreter();
  editor.folders = ["/w/one"];
  await selectInterpreter(helper, log);
  editor.folders = [];
  await selectInterpreter(helper, log);
  assert.deepEqual(
    calls.settings.map(({ target }) => target),
    [vscode.ConfigurationTarget.Workspace, vscode.ConfigurationTarget.Global],
  );
});

test("leaving the list changes no setting", async () => {
  const { helper } = oneInterpreter();
  editor.pick = () => undefined;
  await assert.rejects(selectInterpreter(helper, log), { name: "Cancelled" });
  assert.deepEqual(calls.settings, []);
});
