/** `npm run demo -- --smoke`: a headless browser does the main job, each step with its seconds. */
import { Session } from "../e2e/driver/session.mjs";
import { mainJob } from "../e2e/mainJob.mjs";
import { join } from "node:path";
import { workFolder } from "../tooling/running/paths.mjs";
import { StepProgress } from "../tooling/running/progress.mjs";
import { sampleWorkspace } from "./place.mjs";

/** Drive one session through the main job; 0 when every step went well and no process is left.
 * @param {import("./place.mjs").DemoOrder} order */
export async function runSmoke({ prepared, vsix }) {
  const total = mainJob.length + 2;
  const folder = join(workFolder, "smoke");
  const session = await shown(1, total, "open VS Code on the sample workspace", () =>
    Session.open({ folder, workspaceSource: sampleWorkspace, vsix, prepared }),
  );
  const isGood = await performAll(session, total);
  const left = await shown(total, total, "close everything", () => session.close());
  for (const { pid, command } of left) {
    process.stdout.write(`left behind: process ${pid}: ${command}\n`);
    process.kill(pid, "SIGKILL");
  }
  const isOk = isGood && left.length === 0;
  process.stdout.write(isOk ? "smoke: ok\n" : "smoke: failed\n");
  return isOk ? 0 : 1;
}

/** @param {Session} session @param {number} total */
async function performAll(session, total) {
  const job = /** @type {import("../e2e/mainJob.mjs").Job} */ ({ session, highestStep: 0 });
  try {
    for (const [index, { title, perform }] of mainJob.entries())
      await shown(index + 2, total, title, () => perform(job));
    return true;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stdout.write(`${text}\na picture of the window and the logs: ${await session.saveEvidence()}\n`);
    return false;
  }
}

/** @template T @param {number} number @param {number} total @param {string} title @param {() => Promise<T>} work
 * @returns {Promise<T>} */
async function shown(number, total, title, work) {
  const progress = new StepProgress(number, total, title);
  try {
    const result = await work();
    progress.done();
    return result;
  } catch (error) {
    progress.done("failed");
    throw error;
  }
}
