/** The main job in the packaged extension: launch, follow, look at the curves, reload, stop. */
import { mainJob } from "./mainJob.mjs";
import { withSession } from "./scenario.mjs";

const testInSession = withSession("main-job");

/** @type {import("./mainJob.mjs").Job | undefined} */
let job;

for (const { title, perform } of mainJob)
  testInSession(title, async (session) => {
    job ??= /** @type {import("./mainJob.mjs").Job} */ ({ session, highestStep: 0 });
    await perform(job);
  });
