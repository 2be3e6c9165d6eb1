import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { OpenPath } from "../../../extension/src/features/logs/openPath";
import { pathActions, pathTooltip } from "../../../extension/src/features/logs/pathActions";
import { RunStore } from "../../../extension/src/state/runStore";
import { calls, editor } from "../fakes/vscode";
import { someRun } from "./runs";

beforeEach(() => {
  calls.executed.length = 0;
  Object.assign(editor, { folders: ["/w"], pick: () => undefined });
});

const events = "/w/summary/digits_1/events.out.tfevents.1.host.2.0";

for (const [path, kind, expected] of [
  [events, "tensorboard", ["reveal", "dashboard", "copy", "open"]],
  ["/w/a.events.out.events.summary.1.host_MS", undefined, ["reveal", "dashboard", "copy", "open"]],
  ["/w/Net-1_5.ckpt", "checkpoint", ["reveal", "copy", "open"]],
  ["/w/Net.mindir", "file", ["reveal", "copy", "open"]],
  ["/w/1_ascend_ms/PROF_1/data.slice_0", "profiler", ["reveal", "copy", "open"]],
  ["/w/1_ascend_ms/step_trace.csv", "profiler", "text"],
  ["/w/notes", "file", "text"],
  ["/w/events.py", "source", "text"],
  ["/w/train.log", undefined, "text"],
] as const) {
  test(`${path} of kind ${kind ?? "unknown"} offers ${String(expected)}`, () => {
    assert.deepEqual(pathActions({ path, ...(kind && { kind }) }), expected);
  });
}

test("TensorBoard is offered for folders unless they hold something else", () => {
  assert.deepEqual(pathActions({ path: "/w/a", is_folder: true }), ["reveal", "dashboard", "copy"]);
  const profile = { path: "/w/a_ascend_ms", is_folder: true, kind: "profiler" };
  assert.deepEqual(pathActions(profile), ["reveal", "copy"]);
});

test("a place in a file opens there whatever the file is called", () => {
  assert.equal(pathActions({ path: "/w/graph.pb", line_number: 3 }), "text");
});

test("a tooltip says what the click will do", () => {
  assert.equal(pathTooltip({ path: events }), "Reveal the folder or open TensorBoard here");
  assert.equal(pathTooltip({ path: "/w/a.ckpt" }), "Reveal the folder or open the file");
  assert.equal(pathTooltip({ path: "/w/a", is_folder: true, kind: "checkpoint" }), "Reveal the folder");
  assert.equal(pathTooltip({ path: "/w/a.py" }), "Open the file");
});

test("of an event file the folder is shown in TensorBoard, under the name of its run", async () => {
  const store = new RunStore();
  store.replace([someRun()], []);
  const opened: string[][] = [];
  const views = { openDashboard: (...parts: string[]) => opened.push(parts) };
  editor.pick = (labels) => labels.find((label) => label.includes("TensorBoard"));
  await new OpenPath(store, views as never).open({ path: events });
  assert.deepEqual(opened, [["/w/summary/digits_1", "digits_1"]]);
});

test("a file that is revealed is selected in the explorer", async () => {
  editor.pick = (labels) => labels.find((label) => label.includes("Reveal"));
  await new OpenPath(new RunStore(), {} as never).open({ path: "/w/Net.ckpt" });
  assert.equal(calls.executed[0]?.[0], "revealInExplorer");
  assert.equal(String(calls.executed[0][1]), "file:/w/Net.ckpt");
});

test("what is no path is told with a next step", async () => {
  const openPath = new OpenPath(new RunStore(), {} as never);
  for (const argument of [undefined, {}, { path: "" }]) {
    await assert.rejects(openPath.openArgument(argument), { code: "no_path", nextStep: /Click a path/ });
  }
});
