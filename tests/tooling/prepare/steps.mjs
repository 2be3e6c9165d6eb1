/** Prepare what a command needs: idempotent steps, each skipped when its stamp says it is complete. */
import { join } from "node:path";
import { cacheFolder, checkoutPython, workFolder } from "../running/paths.mjs";
import { StepProgress } from "../running/progress.mjs";
import { cachedVenvPython, cachedVenvStep } from "./cachedVenv.mjs";
import { pythonEnvironment } from "./checkoutVenv.mjs";
import { withLock } from "./lock.mjs";
import { nodePackages } from "./nodePackages.mjs";
import { otherPythons } from "./otherPythons.mjs";
import { findBasePython } from "./pythons.mjs";
import { vscodeEnvironment, vscodeStep } from "./vscode.mjs";

/** @typedef {{ title: string, isReady: () => boolean, make: (detail: (text: string) => void) => Promise<void> }} Step */
/** @typedef {"training" | "vscode" | "pythons"} Need */
/**
 * @typedef {object} Prepared
 * @property {string} basePython the interpreter environments are made from; it has no packages of ours
 * @property {string} helperPython the checkout's own interpreter
 * @property {string} trainingPython an interpreter with MindSpore and TensorBoard
 * @property {import("./vscode.mjs").VscodeEnvironment} vscode
 * @property {import("./otherPythons.mjs").OtherPython[]} pythons
 */

/** Make everything in `needs`, besides the checkout's own packages, which every command needs.
 * @param {Need[]} needs
 * @param {boolean} [isFull] every Python there is, not only the oldest and newest
 * @returns {Promise<Prepared>} */
export async function prepare(needs, isFull = false) {
  const base = await findBasePython();
  const training = {
    name: "training",
    title: "MindSpore training environment",
    requirements: "training.txt",
    python: base,
  };
  const others = needs.includes("pythons") ? await otherPythons(isFull) : { pythons: [], steps: [] };
  const steps = [nodePackages(), pythonEnvironment(base)];
  if (needs.includes("training")) steps.push(cachedVenvStep(training));
  if (needs.includes("vscode")) steps.push(vscodeStep());
  await makeAll([...steps, ...others.steps]);
  return {
    basePython: base.path,
    helperPython: checkoutPython,
    trainingPython: cachedVenvPython(training),
    vscode: vscodeEnvironment(),
    pythons: others.pythons,
  };
}

/** @param {Step[]} steps */
async function makeAll(steps) {
  if (steps.every((step) => step.isReady())) return;
  const locks = [join(workFolder, "prepare.lock"), join(cacheFolder, "prepare.lock")];
  await withLock(locks[0] ?? "", () => withLock(locks[1] ?? "", () => makeMissing(steps)));
}

/** @param {Step[]} steps */
async function makeMissing(steps) {
  for (const [index, step] of steps.entries()) {
    const progress = new StepProgress(index + 1, steps.length, step.title);
    const wasReady = step.isReady();
    try {
      if (!wasReady) await step.make((text) => progress.detail(text));
    } catch (error) {
      progress.done("failed; run the same command again to continue where it stopped");
      throw error;
    }
    progress.done(wasReady ? "ready" : "");
  }
}
