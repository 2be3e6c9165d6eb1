/** Where the demo's profile and its copy of the sample workspace are: the user's own, kept between demos. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, checkout } from "../tooling/running/paths.mjs";

/** @typedef {{ prepared: import("../tooling/prepare/steps.mjs").Prepared, vsix: string }} DemoOrder */

export const demoFolder = join(cacheFolder, "demo");
export const sampleWorkspace = join(checkout, "tests", "demo", "workspace");

/** Copy the sample if it is not there yet (what the user changed in it stays) and bring the settings that fit this machine up to date.
 * @param {DemoOrder} order
 * @param {string} workspace */
export function copySample({ prepared }, workspace) {
  cpSync(sampleWorkspace, workspace, { recursive: true, force: false });
  const settings = {
    "mindwatch.python.interpreter": prepared.trainingPython,
    "mindwatch.helper.interpreter": prepared.basePython,
  };
  const path = join(workspace, ".vscode", "settings.json");
  mkdirSync(join(workspace, ".vscode"), { recursive: true });
  const merged = { ...readSettings(path), ...settings };
  writeFileSync(path, `${JSON.stringify(merged, undefined, 2)}\n`);
}

/** What the user has set; a file with comments in it cannot be merged and is said to be in the way.
 * @param {string} path @returns {Record<string, unknown>} */
function readSettings(path) {
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path} is no plain JSON: remove its comments, or the file`, { cause: error });
  }
}
