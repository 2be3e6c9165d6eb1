/** What happens on other days: a script that fails, a log opened as a file, a window that is closed. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isTraining, launchFromPalette, waitForEnd } from "./driver/launching.mjs";
import { until } from "./driver/waiting.mjs";
import { withSession } from "./scenario.mjs";

const testInSession = withSession("everyday");

const failingScript = `print("reading the pictures")
raise FileNotFoundError("the folder /no/pictures is empty")
`;

testInSession("a script that fails is shown with its last line", async (session) => {
  writeFileSync(join(session.workspace, "failing.py"), failingScript);
  await session.workbench.openFile("failing.py");
  const run = await launchFromPalette(session.workbench, session.summaryBase);
  const record = await waitForEnd(run.run_folder);
  assert.deepEqual([record.state, record.exit_code], ["failed", 1]);
  await session.workbench.waitForNotification(
    /failing.*exit code 1.*FileNotFoundError: the folder \/no\/pictures is empty/s,
  );
  await session.runs.show();
  await session.runs.waitForNewest(/failed/);
});

/** @type {import("./driver/launching.mjs").RunRecord} */
let run;

testInSession(
  "a path in a log that is opened as a file is a link to its folder and to TensorBoard",
  async (session) => {
    await session.workbench.openFile("train.py");
    run = await launchFromPalette(session.workbench, session.summaryBase, "--epochs 2000");
    await until("the log names the run folder", async () =>
      (await session.readRunFile(run, "train.log")).includes("Summary saved to "),
    );
    await session.workbench.openPath(join(run.run_folder, "train.log"));
    await session.workbench.followDocumentLink(
      "Summary saved to ",
      async () => (await session.workbench.row("Open TensorBoard here").count()) > 0,
    );
    await session.workbench.page.keyboard.press("Escape");
  },
);

testInSession(
  "after the window is closed the training goes on, and another window shows it",
  async (session) => {
    await session.workbench.close();
    const before = await session.readRunFile(run, "train.log");
    await until(
      "the log grows",
      async () => (await session.readRunFile(run, "train.log")).length > before.length,
    );
    assert.ok(isTraining(run));
    await session.openWindow();
    await session.runs.show();
    await session.runs.waitForNewest(/running/);
  },
);

testInSession(
  "after the whole server has ended the training goes on, and can be stopped from the next one",
  async (session) => {
    await session.restartServer();
    assert.ok(isTraining(run));
    await session.openWindow();
    await session.runs.show();
    await session.runs.waitForNewest(/running/);
    await session.runs.clickNewest();
    await session.terminal.waitForText(/epoch: ?\d+/);
    await session.workbench.runCommand("MindSpore: Stop Training");
    await session.workbench.choose("as with Ctrl+C first");
    assert.equal((await waitForEnd(run.run_folder)).state, "stopped");
  },
);
