/** Steps: small test environments for the oldest and newest Pythons that the parts promise to support. */
import { cachedVenvPython, cachedVenvStep } from "./cachedVenv.mjs";
import { findPython } from "./pythons.mjs";

/** @typedef {{ minor: string, runs: "helper" | "runner", python: string, missing: string }} OtherPython */

/** Which Python runs which tests besides the one of the checkout's environment. */
const wanted = /** @type {const} */ ([
  { minor: "3.7", runs: "runner", requirements: "runner-3.7.txt" },
  { minor: "3.9", runs: "helper", requirements: "helper.txt" },
  { minor: "3.12", runs: "helper", requirements: "helper.txt" },
]);

/** The Pythons with their interpreters, and the steps that make those that can be made.
 * @returns {Promise<{ pythons: OtherPython[], steps: import("./steps.mjs").Step[] }>} */
export async function otherPythons() {
  /** @type {OtherPython[]} */
  const pythons = [];
  const steps = [];
  for (const { minor, runs, requirements } of wanted) {
    const python = await findPython(minor);
    if (!python) {
      const missing = `no Python ${minor} on PATH or in pyenv; \`pyenv install ${minor}\` brings it`;
      pythons.push({ minor, runs, python: "", missing });
      continue;
    }
    const order = {
      name: `python-${minor}`,
      title: `Python ${minor} test environment`,
      requirements,
      python,
    };
    pythons.push({ minor, runs, python: cachedVenvPython(order), missing: "" });
    steps.push(cachedVenvStep(order));
  }
  return { pythons, steps };
}
