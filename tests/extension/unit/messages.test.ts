import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { RunPicker } from "../../../extension/src/features/runs/runPicker";
import { RejectedSettings } from "../../../extension/src/features/status/rejectedSettings";
import { FailureNotices } from "../../../extension/src/features/training/failureNotices";
import { RunStore } from "../../../extension/src/state/runStore";
import { calls } from "../fakes/vscode";
import { someRun } from "./runs";

beforeEach(() => {
  calls.messages.length = 0;
});

test("settings that are refused are told in one message, each sentence once", () => {
  const settings = new RejectedSettings();
  settings.tell(["One is wrong.", "Two is wrong.", "One is wrong."]);
  settings.tell(["Two is wrong."]);
  settings.tell([]);
  settings.tell(["Two is wrong.", "Three is wrong."]);
  assert.deepEqual(calls.messages, [
    { text: "One is wrong. Two is wrong.", buttons: ["Open Settings"] },
    { text: "Three is wrong.", buttons: ["Open Settings"] },
  ]);
});

test("a failed training is told with a way to its log, a finished one is not told", () => {
  const store = new RunStore();
  const notices = new FailureNotices(store, {} as never);
  store.replace([someRun(), someRun({ run_folder: "/other" })], []);
  const failed = someRun({ is_active: false, state: "failed", exit_code: 2, last_lines: ["no space"] });
  store.replace([failed, someRun({ run_folder: "/other", is_active: false, state: "finished" })], []);
  notices.dispose();
  const text = "digits_1 failed with exit code 2. “no space” The log has the details.";
  assert.deepEqual(calls.messages, [{ text, buttons: ["Show Log"] }]);
});

test("where there is no run, launching one is the next step", async () => {
  const picker = new RunPicker(new RunStore());
  const question = { title: "Which?", whenNone: "There is none." };
  const expected = { code: "no_run", sentence: "There is none. Launch a training first." };
  await assert.rejects(picker.selectOne(undefined, question), expected);
  await assert.rejects(picker.selectSeveral(undefined, question), expected);
});
