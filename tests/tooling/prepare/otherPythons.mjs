/** Steps: small test environments for the oldest and newest Pythons that the parts promise to support. */
import { cachedVenvPython, cachedVenvStep } from "./cachedVenv.mjs";
import { findPython } from "./pythons.mjs";

/** @typedef {{ minor: string, runs: "helper" | "runner", python: string, missing: string }} OtherPython */

/** Which Python runs which tests besides the one of the checkout's environment. */
const wanted = /** @type {const} */ ([
  { minor: "3.7", runs: "runner", requirements: "runner-3.7.txt", isOnlyFull: false },
  { minor: "3.9", runs: "helper", requirements: "helper.txt", isOnlyFull: false },
  { minor: "3.12", runs: "helper", requirements: "helper.txt", isOnlyFull: false },
  { minor: "3.8", runs: "runner", requirements: "runner-3.7.txt", isOnlyFull: true },
  { minor: "3.10", runs: "helper", requirements: "helper.txt", isOnlyFull: true },
  { minor: "3.13", runs: "helper", requirements: "helper.txt", isOnlyFull: true },
]);

/** The Pythons with their interpreters, and the steps that make those that can be made.
 * @param {boolean} isFull
 * @returns {Promise<{ pythons: OtherPython[], steps: import("./steps.mjs").Step[] }>} */
export async function otherPythons(isFull) {
  /** @type {OtherPython[]} */
  const pythons = [];
  const steps = [];
  for (const { minor, runs, requirements } of wanted.filter((entry) => isFull || !entry.isOnlyFull)) {
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
