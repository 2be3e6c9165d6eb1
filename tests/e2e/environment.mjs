/** What every end-to-end test stands on: the prepared environments and the package, made here if they are missing. */
import { join } from "node:path";
import { buildPackage } from "../tooling/packaging/buildPackage.mjs";
import { prepare } from "../tooling/prepare/steps.mjs";
import { checkout, workFolder } from "../tooling/running/paths.mjs";
import { Session } from "./driver/session.mjs";

const sampleWorkspace = join(checkout, "tests", "demo", "workspace");

/** The package under test: the one `npm test` built, or a new one. */
export function packagePath() {
  return process.env["MINDWATCH_TEST_VSIX"] || buildPackage();
}

/** The order of a session in a folder of its own.
 * @param {string} name
 * @returns {Promise<import("./driver/session.mjs").SessionOrder>} */
async function sessionOrder(name) {
  const prepared = await prepare(["training", "vscode"]);
  const folder = join(workFolder, "e2e", name);
  return { folder, workspaceSource: sampleWorkspace, vsix: await packagePath(), prepared };
}

/** Open a session on a copy of the sample workspace.
 * @param {string} name
 * @param {Partial<import("./driver/session.mjs").SessionOrder>} [changes] */
export async function openSession(name, changes = {}) {
  return Session.open({ ...(await sessionOrder(name)), ...changes });
}
