import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../../extension/src/core/problem";
import { launchItems } from "../../../extension/src/features/training/launchPlanItems";
import { byLikelihood } from "../../../extension/src/features/training/scriptChoice";
import type { LaunchPlan } from "../../../extension/src/generated/messages";
import { actionsForProblem, type ProblemDoors } from "../../../extension/src/problemActions";

const plan: LaunchPlan = {
  experiment: "train",
  command: ["/opt/py/bin/python", "/w/train.py", "--epochs", "3", "--summary_dir=/w/summary/{run}"],
  working_directory: "/w",
  summary_base: "/w/summary",
  config_hash: "01234567",
  interpreter: {
    path: "/opt/py/bin/python",
    reason: "selected in the Python extension",
    python_version: "3.11.7",
    mindspore_version: "2.10.0",
    tensorboard_version: "",
    problem: "",
  },
  items: [{ kind: "callback", text: "Records the loss of each step", why: "for the curves" }],
  warnings: ["numpy 2 breaks MindSpore's data pipeline"],
};
const draft = { workspaceFolder: "/w", script: "/w/train.py", arguments: ["--epochs", "3"] };

test("one Enter starts: the first entry is Start, with the command to be run", () => {
  const [first] = launchItems(plan, draft);
  assert.equal(first?.answer, "start");
  assert.equal(first.label, "$(play) Start");
  assert.equal(first.description, "python train.py --epochs 3 --summary_dir=summary/{run}");
  assert.equal(first.detail, "in /w, kept in /w/summary");
});

test("the plan says what is added and why, what to know, and where things are", () => {
  const labels = launchItems(plan, draft).map((item) => item.label);
  const order = ["Worth knowing before the start", "What monitoring adds", "Where things are"];
  assert.deepEqual(
    labels.filter((label) => order.includes(label)),
    order,
  );
  const added = launchItems(plan, draft).find((item) => item.label.includes("Records the loss"));
  assert.equal(added?.detail, "for the curves");
});

test("a plan without warnings has no heading for them", () => {
  const labels = launchItems({ ...plan, warnings: [] }, draft).map((item) => item.label);
  assert.ok(!labels.includes("Worth knowing before the start"));
});

test("the interpreter is shown with its versions and the reason it was chosen", () => {
  const item = launchItems(plan, draft).find((entry) => entry.answer === "interpreter");
  assert.equal(item?.description, "Python 3.11.7, MindSpore 2.10.0");
  assert.equal(item.detail, "/opt/py/bin/python (selected in the Python extension)");
  const none = launchItems({ ...plan, interpreter: null }, draft).find(
    (entry) => entry.answer === "interpreter",
  );
  assert.equal(none?.description, "no Python was found");
});

test("scripts that sound like trainings come before others, the last one before all", () => {
  const paths = ["/w/model.py", "/w/src/deep/train.py", "/w/train.py", "/w/data.py"];
  assert.deepEqual(byLikelihood(paths, "/w/data.py"), [
    "/w/data.py",
    "/w/train.py",
    "/w/src/deep/train.py",
    "/w/model.py",
  ]);
});

const doors: ProblemDoors = {
  launchTraining: () => "launch",
  selectInterpreter: () => "interpreter",
  selectHelperPython: () => "helper python",
  openSettings: (key) => key,
  retryHelper: () => "retry",
  openFolder: () => "folder",
  manageTrust: () => "trust",
  showOutput: { title: "Show Output", run: () => "output" },
};

for (const [code, titles] of Object.entries({
  interpreter_without_mindspore: ["Select Interpreter", "Open Settings", "Show Output"],
  dashboard_package_missing: ["Select Interpreter", "Open Settings", "Show Output"],
  summary_base_full: ["Open Settings", "Show Output"],
  helper_python_missing: ["Select Interpreter", "Retry", "Show Output"],
  helper_crashed: ["Retry", "Show Output"],
  no_run: ["Launch Training", "Show Output"],
  workspace_untrusted: ["Manage Trust", "Show Output"],
  no_folder_open: ["Open Folder", "Show Output"],
  anything_else: ["Show Output"],
})) {
  test(`the problem ${code} offers ${titles.join(", ")}`, () => {
    const actions = actionsForProblem(new Problem(code, "text"), doors);
    assert.deepEqual(
      actions.map((action) => action.title),
      titles,
    );
  });
}

test("settings are opened on the one that matters", () => {
  const [settings] = actionsForProblem(new Problem("summary_base_unwritable", "text"), doors);
  assert.equal(settings?.run(), "summary.base");
});
