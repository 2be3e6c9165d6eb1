/** The main job as a user does it: launch from the palette, look at the tree and the log. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "./processes.mjs";
import { until } from "./waiting.mjs";

/** @typedef {{ run_folder: string, name: string, state: string, training: { pid: number }, exit_code: number | null, exit_signal: string | null, stop_stage: string | null }} RunRecord */

/** Launch the open script from the palette and press Enter on *Start*; returns the run's record once it runs.
 * @param {import("./workbench.mjs").Workbench} workbench
 * @param {string} summaryBase
 * @param {string} [argumentLine] what to enter under *Edit arguments* first
 * @returns {Promise<RunRecord>} */
export async function launchFromPalette(workbench, summaryBase, argumentLine = "") {
  const before = new Set(runNames(summaryBase));
  await workbench.runCommand("MindSpore: Launch Monitored Training");
  await workbench.waitForRow("Edit arguments");
  if (argumentLine) await editArguments(workbench, argumentLine);
  await workbench.page.keyboard.press("Enter");
  return until("the run folder has a record with a pid", () => newRecord(summaryBase, before), {
    seen: async () => ({ runs: runNames(summaryBase), window: await workbench.visibleTexts() }),
  });
}

/** @param {import("./workbench.mjs").Workbench} workbench @param {string} line */
async function editArguments(workbench, line) {
  await workbench.choose("Edit arguments");
  const input = workbench.quickInput.getByText("As on a command line");
  await input.waitFor();
  await workbench.quickInput.locator("input").first().fill(line);
  await workbench.page.keyboard.press("Enter");
  await workbench.waitForRow(line);
}

/** @param {string} summaryBase @param {Set<string>} before */
function newRecord(summaryBase, before) {
  const name = runNames(summaryBase).find((candidate) => !before.has(candidate));
  const record = name && readRecord(join(summaryBase, name));
  return record && record.training?.pid ? record : undefined;
}

/** The record of a run as it is on disk now.
 * @param {string} runFolder @returns {RunRecord} */
export function readRecord(runFolder) {
  return { ...JSON.parse(readFileSync(join(runFolder, "run.json"), "utf8")), run_folder: runFolder };
}

/** Wait until the record says how the run ended.
 * @param {string} runFolder @param {{ limit?: number }} [options] */
export function waitForEnd(runFolder, options) {
  return until(
    "the record says how the run ended",
    () => {
      const record = readRecord(runFolder);
      return ["finished", "failed", "stopped"].includes(record.state) ? record : undefined;
    },
    options,
  );
}

/** Whether the training of a run is alive. @param {RunRecord} run */
export function isTraining(run) {
  return isRunning(run.training.pid);
}

/** @param {string} summaryBase */
function runNames(summaryBase) {
  try {
    return readdirSync(summaryBase, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}
