import assert from "node:assert/strict";
import { test } from "node:test";
import { runFolderOf } from "../../../extension/src/features/runs/runPicker";
import { runItem, runTooltip } from "../../../extension/src/features/runs/runTreeModel";
import { conditionText } from "../../../extension/src/features/runs/runTree";
import { actionChoices } from "../../../extension/src/features/status/trainingActions";
import { statusText } from "../../../extension/src/features/status/statusModel";
import { failureText } from "../../../extension/src/features/training/failureNotices";
import { endText } from "../../../extension/src/features/logs/logTexts";
import { Problem } from "../../../extension/src/core/problem";
import { HelperStatus } from "../../../extension/src/state/helperStatus";
import { RunStore } from "../../../extension/src/state/runStore";
import { someRun } from "./runs";

const now = Date.parse("2026-01-01T10:05:00Z");

test("active runs come first, then the newest", () => {
  const store = new RunStore();
  const old = someRun({ run_folder: "/old", is_active: false, created: "2026-01-01T08:00:00Z" });
  const newer = someRun({ run_folder: "/newer", is_active: false, created: "2026-01-01T11:00:00Z" });
  const active = someRun({ run_folder: "/active", created: "2026-01-01T07:00:00Z" });
  store.replace([old, newer, active], []);
  assert.deepEqual(
    store.runs.map((run) => run.run_folder),
    ["/active", "/newer", "/old"],
  );
});

test("the end of a run is told once, and only for runs that were seen active", () => {
  const store = new RunStore();
  const ended: string[] = [];
  store.onDidEnd((run) => ended.push(run.run_folder));
  const other = someRun({ run_folder: "/other", is_active: false, state: "failed" });
  store.replace([someRun(), other], []);
  const finished = someRun({ is_active: false, state: "finished" });
  store.replace([finished, other], []);
  store.replace([finished, other], []);
  assert.deepEqual(ended, [finished.run_folder]);
});

test("the end of a run that was started here is told even when it was never seen active", () => {
  const store = new RunStore();
  const ended: string[] = [];
  store.onDidEnd((run) => ended.push(run.run_folder));
  const failed = someRun({ is_active: false, state: "failed" });
  store.add(failed);
  store.replace([failed], []);
  store.add(failed);
  assert.deepEqual(ended, [failed.run_folder]);
});

test("a run just started is there before the next list, and once only", () => {
  const store = new RunStore();
  let changes = 0;
  store.onDidChange(() => (changes += 1));
  store.add(someRun());
  store.add(someRun());
  assert.equal(store.runs.length, 1);
  assert.equal(changes, 1);
  assert.equal(store.isLoaded, false);
});

test("a line of the tree says state, step, loss and age", () => {
  const item = runItem(someRun({ last_step: 120, total_steps: 900, last_loss: "0.12345678" }), now);
  assert.equal(item.label, "digits");
  assert.equal(item.description, "running · step 120/900 · loss 0.12346 · 5 min ago · digits_1");
  assert.equal(item.contextValue, "run.active");
  assert.match(item.accessibilityLabel, /^digits_1, running, step 120\/900/);
});

test("a loss that is no number stays a word", () => {
  assert.match(runItem(someRun({ last_loss: "nan" }), now).description, /loss nan/);
});

test("nothing a run brings along is read as Markdown", () => {
  const tooltip = runTooltip(
    someRun({
      name: "<b>[x](command:evil)",
      command: ["python", "`a`"],
      explanation: "*stop*",
      exit_signal: "SIGKILL",
    }),
  );
  assert.doesNotMatch(tooltip, /\]\(command/);
  assert.doesNotMatch(tooltip, /<b>/);
  assert.match(tooltip, /signal SIGKILL/);
});

test("the view says what is wrong with the helper, and nothing when all is well", () => {
  const status = new HelperStatus();
  assert.equal(conditionText(status.condition), undefined);
  status.set({ kind: "failed", problem: new Problem("x", "No Python.", "Install one.") });
  assert.equal(conditionText(status.condition), "No Python. Install one.");
});

test("commands find their run in a tree item, a run or a folder", () => {
  const run = someRun();
  assert.equal(runFolderOf({ kind: "run", run }), run.run_folder);
  assert.equal(runFolderOf(run), run.run_folder);
  assert.equal(runFolderOf("/x"), "/x");
  assert.equal(runFolderOf(undefined), undefined);
  assert.equal(runFolderOf({ kind: "problem", text: "" }), undefined);
});

test("the status bar shows one training with its numbers and several as a count", () => {
  const run = someRun({ last_step: 120, total_steps: 900, last_loss: "0.1234567" });
  assert.equal(statusText([run], now)?.text, "$(pulse) digits 120/900 loss 0.1235");
  assert.equal(statusText([run, someRun({ run_folder: "/b" })], now)?.text, "$(pulse) 2 trainings");
});

test("the status bar shows an ended run for a while, then nothing", () => {
  const ended = someRun({ is_active: false, state: "failed", ended: "2026-01-01T10:04:00Z" });
  assert.equal(statusText([ended], now)?.text, "$(error) digits");
  assert.equal(statusText([ended], now + 3_600_000), undefined);
  assert.equal(statusText([], now), undefined);
});

test("a failure is told with how it ended and its last three lines, without ours", () => {
  const last_lines = [
    "epoch: 1",
    "Traceback (most recent call last):",
    '  File "train.py", line 3, in <module>',
    "    fit()",
    "ValueError: bad shape",
    "Summary saved to /w/summary/digits_1",
    "",
  ];
  const explanation = "Failed with exit code 1: ValueError: bad shape";
  const run = someRun({ state: "failed", is_active: false, exit_code: 1, last_lines, explanation });
  assert.equal(
    failureText(run),
    'digits_1 failed with exit code 1. “File "train.py", line 3, in <module> · fit() · ValueError: bad shape”',
  );
});

test("when the last lines do not say why, the reason comes first", () => {
  const run = someRun({
    state: "failed",
    exit_code: 1,
    explanation: "Failed with exit code 1: ValueError: bad shape",
    last_lines: ["ValueError: bad shape", "one", "two", "three"],
  });
  assert.equal(
    failureText(run),
    "digits_1: Failed with exit code 1: ValueError: bad shape “one · two · three”",
  );
});

test("a failure without any line tells its reason, or at least how it ended", () => {
  const lost = { state: "lost", explanation: "Lost: the machine may have been restarted." } as const;
  assert.equal(failureText(someRun(lost)), "digits_1: Lost: the machine may have been restarted.");
  assert.equal(
    failureText(someRun({ state: "failed", exit_signal: "SIGSEGV" })),
    "digits_1 was ended by the signal SIGSEGV.",
  );
});

test("a line that fills the screen is cut, so that the rest is seen as well", () => {
  const text = failureText(someRun({ state: "failed", last_lines: ["x".repeat(5000), "ValueError"] }));
  assert.match(text, /x{200}… · ValueError”$/);
});

test("the log's last line says how long it took and how it ended", () => {
  const run = someRun({ state: "finished", is_active: false, exit_code: 0, ended: "2026-01-01T10:03:13Z" });
  assert.equal(endText(run), "training ended: finished, exit code 0 (after 3 min 12 s)");
  assert.equal(
    endText(someRun({ state: "failed", exit_signal: "SIGSEGV" })),
    "training ended: signal SIGSEGV",
  );
  const stopped = someRun({ state: "stopped", exit_signal: "SIGTERM", explanation: "Stopped on request." });
  assert.equal(endText(stopped), "training ended: Stopped on request.");
});

test("only a training that runs can be stopped", () => {
  const commands = (run = someRun()): string[] => actionChoices(run).map((choice) => choice.value);
  assert.ok(commands().includes("mindwatch.stop"));
  assert.ok(!commands(someRun({ is_active: false })).includes("mindwatch.stop"));
});
