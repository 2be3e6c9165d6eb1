import assert from "node:assert/strict";
import { delimiter } from "node:path";
import { test } from "node:test";
import * as vscode from "vscode";
import { Cancelled, Problem } from "../../../extension/src/core/problem";
import { commandUri, withPathCommands } from "../../../extension/src/helper/documentLinks";
import { HelperClient, problemOfAnswer } from "../../../extension/src/helper/helperClient";
import {
  askPythonVersion,
  chooseHelperPython,
  expandedPath,
  type KnownPythons,
} from "../../../extension/src/helper/helperPython";
import { writeLine } from "../../../extension/src/helper/helperOutput";
import { lastLines } from "../../../extension/src/helper/lastLines";
import { helperCommand } from "../../../extension/src/helper/serverOptions";
import { fakeFolders } from "../fakes/vscode";

function known(given: Partial<KnownPythons>): KnownPythons {
  return { configured: [], selected: () => Promise.resolve(undefined), training: [], names: [], ...given };
}

const candidate = (path: string): { path: string; reason: string } => ({ path, reason: `because ${path}` });

test("the helper's command is a list of arguments, in a folder of ours, with our modules first", () => {
  const command = helperCommand("/usr/bin/python3", "/ext", { PYTHONPATH: "/mine", HOME: "/h" });
  assert.deepEqual(command.arguments, ["-m", "mindwatch", "lsp"]);
  assert.equal(command.folder, "/ext/pyhelper");
  assert.equal(command.environment["PYTHONPATH"], `/ext/pyhelper${delimiter}/mine`);
  assert.equal(command.environment["HOME"], "/h");
  assert.equal(helperCommand("p", "/ext", {}).environment["PYTHONPATH"], "/ext/pyhelper");
});

test("the first Python that is new enough is taken, and the Python extension is not asked in vain", async () => {
  let wasAsked = false;
  const choice = await chooseHelperPython(
    known({
      configured: [candidate("/old"), candidate("/good")],
      selected: () => {
        wasAsked = true;
        return Promise.resolve(candidate("/selected"));
      },
    }),
    (path) => Promise.resolve(path === "/old" ? [3, 8] : [3, 12]),
  );
  assert.deepEqual(choice, { kind: "found", python: candidate("/good"), version: "3.12" });
  assert.equal(wasAsked, false);
});

test("sources are asked in their order: setting, Python extension, training setting, PATH", async () => {
  const asked: string[] = [];
  const choice = await chooseHelperPython(
    known({
      configured: [candidate("setting")],
      selected: () => Promise.resolve(candidate("selected")),
      training: [candidate("training")],
      names: [candidate("python3"), candidate("python")],
    }),
    (path) => {
      asked.push(path);
      return Promise.resolve(path === "setting" ? ([2, 7] as const) : undefined);
    },
  );
  assert.deepEqual(asked, ["setting", "selected", "training", "python3", "python"]);
  assert.equal(choice.kind, "none");
  assert.deepEqual(choice.kind === "none" && choice.tried[0], { path: "setting", version: "2.7" });
});

test("a program that is no Python has no version", async () => {
  const ask = askPythonVersion(process.cwd());
  assert.equal(await ask("/no/such/python"), undefined);
  assert.equal(await ask(process.execPath), undefined);
});

test("paths of the settings are completed, bare names are left for PATH", () => {
  assert.equal(expandedPath("${workspaceFolder}/.venv/bin/python", "/w"), "/w/.venv/bin/python");
  assert.equal(expandedPath(".venv/bin/python", "/w"), "/w/.venv/bin/python");
  assert.equal(expandedPath("python3.11", "/w"), "python3.11");
  assert.match(expandedPath("~/py/bin/python", undefined), /^\/.+\/py\/bin\/python$/);
});

test("the helper's error becomes a problem with its next step", () => {
  const problem = problemOfAnswer({
    code: -32000,
    message: "x",
    data: {
      code: "script_missing",
      text: "train.py is not there.",
      next_step: "Choose another.",
      details: ["a"],
    },
  });
  assert.ok(problem instanceof Problem);
  assert.deepEqual(
    [problem.code, problem.sentence, problem.details],
    ["script_missing", "train.py is not there. Choose another.", ["a"]],
  );
});

test("a cancelled request is no problem, and an unknown error stays what it is", () => {
  assert.ok(problemOfAnswer({ code: -32800 }) instanceof Cancelled);
  const error = new Error("boom");
  assert.equal(problemOfAnswer(error), error);
});

test("a request travels as a command with one argument", async () => {
  const sent: unknown[] = [];
  const connection = {
    sendRequest: (...parts: unknown[]) => Promise.resolve((sent.push(parts), { runs: [], problems: [] })),
  };
  const client = new HelperClient(() => Promise.resolve(connection as never));
  assert.deepEqual(await client.ask("mindwatch.helper.runs.list", {}), { runs: [], problems: [] });
  assert.deepEqual(sent, [
    ["workspace/executeCommand", { command: "mindwatch.helper.runs.list", arguments: [{}] }],
  ]);
});

test("the last lines are kept whole although they come in pieces", () => {
  const kept = lastLines(2);
  kept.add("one\ntw");
  kept.add("o\r\n\nthr");
  assert.deepEqual(kept.lines, ["two", "thr"]);
});

test("links to folders and to files that are no text call our command, links to text stay", async () => {
  fakeFolders.add("/w/summary/损失 1");
  const names = [
    "summary/损失 1",
    "train.py",
    "ckpt/Net-1_5.ckpt",
    "summary/a/events.out.tfevents.1.host.2.0",
  ];
  const given = names.map((name) => ({ target: vscode.Uri.file(`/w/${name}`) }));
  const links = await withPathCommands(given as never, "mindwatch.openPath");
  assert.deepEqual(
    links.map(({ target }) => (target?.scheme === "command" ? JSON.parse(target.query) : target?.path)),
    [
      [{ path: "/w/summary/损失 1", is_folder: true }],
      "/w/train.py",
      [{ path: "/w/ckpt/Net-1_5.ckpt", is_folder: false }],
      [{ path: "/w/summary/a/events.out.tfevents.1.host.2.0", is_folder: false }],
    ],
  );
  assert.deepEqual(await withPathCommands(undefined, "x"), []);
});

test("a command address carries its argument as JSON", () => {
  const uri = commandUri("mindwatch.openPath", { path: "/a b", is_folder: true });
  assert.equal(uri.path, "mindwatch.openPath");
  assert.deepEqual(JSON.parse(uri.query), [{ path: "/a b", is_folder: true }]);
});

test("lines of the helper are logged at the level they name, tracebacks as errors", () => {
  const seen: string[] = [];
  const log = {
    info: (line: string) => seen.push(`info ${line}`),
    warn: (line: string) => seen.push(`warn ${line}`),
    error: (line: string) => seen.push(`error ${line}`),
  };
  for (const line of ["INFO serving", "WARNING slow", "ERROR broken", "Traceback (most recent call last):"]) {
    writeLine(line, log);
  }
  assert.deepEqual(seen, [
    "info serving",
    "warn slow",
    "error broken",
    "error Traceback (most recent call last):",
  ]);
});
