/** The main job, step by step: what the end-to-end test asserts and what `npm run demo -- --smoke` shows. */
import assert from "node:assert/strict";
import { scalarsIn } from "./driver/eventFiles.mjs";
import { isTraining, launchFromPalette, waitForEnd } from "./driver/launching.mjs";
import { until } from "./driver/waiting.mjs";
import { isTakingPictures, takeMainPicture } from "./pictures.mjs";

/** @typedef {import("./driver/session.mjs").Session} Session */
/** @typedef {import("./driver/launching.mjs").RunRecord} RunRecord */
/** @typedef {{ session: Session, run: RunRecord, highestStep: number }} Job */
/** @typedef {{ title: string, perform: (job: Job) => Promise<unknown> }} JobStep */

/** Long enough that the training cannot end by itself while it is looked at; for a picture the curves shall have a shape. */
const manyEpochs = isTakingPictures ? "--epochs 150" : "--epochs 2000";

/** @type {JobStep[]} */
export const mainJob = [
  { title: "open the script", perform: ({ session }) => session.workbench.openFile("train.py") },
  { title: "launch from the palette, with Enter on Start", perform: launch },
  { title: "the run is in the tree, running", perform: seeRunInTree },
  {
    title: "the live log is in a terminal",
    perform: ({ session }) => session.terminal.waitForText(/steps each time|epoch: ?\d+/),
  },
  { title: "the log says where the summary is", perform: seeSummaryLine },
  { title: "click that path and choose TensorBoard", perform: openDashboardFromLog },
  { title: "TensorBoard holds the loss curve of the running training", perform: compareCurve },
  { title: "TensorBoard draws it", perform: ({ session }) => session.dashboard.waitForChart("loss") },
  { title: "the curve grows", perform: seeCurveGrow },
  ...(isTakingPictures
    ? [
        {
          title: "take the picture for the README",
          perform: (/** @type {Job} */ { session }) => takeMainPicture(session),
        },
      ]
    : []),
  { title: "reload the window in mid-training: the same training goes on", perform: reload },
  { title: "after the reload the tree shows it running", perform: seeRunInTree },
  {
    title: "after the reload the log is back",
    perform: ({ session }) => session.terminal.waitForText(/epoch: ?\d+/),
  },
  { title: "after the reload the TensorBoard panel is back and up to date", perform: seeCurveGrow },
  { title: "stop the training from the palette", perform: stop },
  { title: "the tree says stopped", perform: ({ session }) => session.runs.waitForNewest(/stopped/) },
];

/** @param {Job} job */
async function launch(job) {
  job.run = await launchFromPalette(job.session.workbench, job.session.summaryBase, manyEpochs);
}

/** @param {Job} job */
async function seeRunInTree({ session, run }) {
  await session.runs.show();
  const line = await session.runs.waitForNewest(/running/);
  assert.ok(line.includes(run.name), `${line} names ${run.name}`);
}

/** @param {Job} job */
async function seeSummaryLine({ session, run }) {
  await until(
    "the log file names the run folder",
    async () => (await session.readRunFile(run, "train.log")).includes(`Summary saved to ${run.run_folder}`),
    { seen: () => session.readRunFile(run, "train.log") },
  );
}

/** @param {Job} job */
async function openDashboardFromLog({ session }) {
  const offer = session.workbench.row("Open TensorBoard here");
  await session.terminal.clickLinkAfter("Summary saved to ", async () => (await offer.count()) > 0);
  await session.workbench.choose("Open TensorBoard here");
  await session.dashboard.frame();
}

/** What the panel's frame loads is, value by value, what the training wrote. @param {Job} job */
async function compareCurve(job) {
  const { session, run } = job;
  const points = await until("TensorBoard serves the loss", async () => {
    const loaded = await session.dashboard.points("loss");
    return loaded.length >= 5 ? loaded : undefined;
  });
  assert.ok(isTraining(run), "the training is still running");
  const written = (await scalarsIn(session.order.prepared.trainingPython, run.run_folder))["loss"];
  for (const { step, value } of points) assert.equal(value, written?.get(step), `the loss of step ${step}`);
  job.highestStep = highest(points);
}

/** @param {Job} job */
async function seeCurveGrow(job) {
  const { session, run, highestStep } = job;
  job.highestStep = await until(
    `TensorBoard shows steps after ${highestStep}`,
    async () => {
      const now = highest(await session.dashboard.points("loss"));
      return now > highestStep ? now : undefined;
    },
    { seen: () => session.dashboard.seen() },
  );
  assert.ok(isTraining(run), "the training is still running");
}

/** @param {Job} job */
async function reload({ session, run }) {
  const before = session.readRecord(run);
  await session.workbench.reload();
  const after = session.readRecord(run);
  assert.ok(isTraining(run), "the training is still running");
  assert.deepEqual([after.state, after.training.pid], [before.state, before.training.pid]);
}

/** @param {Job} job */
async function stop({ session, run }) {
  await session.workbench.runCommand("MindSpore: Stop Training");
  await session.workbench.choose("as with Ctrl+C first");
  const record = await waitForEnd(run.run_folder);
  assert.deepEqual([record.state, record.stop_stage], ["stopped", "interrupt"]);
  assert.ok(!isTraining(run), "the training has ended");
}

/** @param {{ step: number }[]} points */
function highest(points) {
  return points.reduce((most, { step }) => Math.max(most, step), 0);
}
