/** Where the demo's profile and its copy of the sample workspace are: the user's own, kept between demos. */
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, checkout } from "../tooling/running/paths.mjs";

/** @typedef {{ prepared: import("../tooling/prepare/steps.mjs").Prepared, vsix: string }} DemoOrder */

export const demoFolder = join(cacheFolder, "demo");
export const sampleWorkspace = join(checkout, "tests", "demo", "workspace");

/** Copy the sample if it is not there yet (what the user changed in it stays) and write the settings that fit this machine.
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
  if (!existsSync(path)) writeFileSync(path, `${JSON.stringify(settings, undefined, 2)}\n`);
}
