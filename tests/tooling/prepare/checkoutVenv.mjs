/** Step: `.venv` in the checkout, with the helper, the command line tool and the development tools. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkout, checkoutVenv, logFolder } from "../running/paths.mjs";
import { hashOf, isStamped, stamp } from "./stamps.mjs";
import { makeVenv } from "./venv.mjs";

/** @param {import("./pythons.mjs").Python} python @returns {import("./steps.mjs").Step} */
export function pythonEnvironment(python) {
  const [metadata] = readFileSync(join(checkout, "pyproject.toml"), "utf8").split("\n[tool.");
  const hash = hashOf(metadata, python.version, checkout);
  return {
    title: "Python environment",
    isReady: () => isStamped(checkoutVenv, hash),
    make: async (detail) => {
      const log = join(logFolder, "python-environment.log");
      await makeVenv({ folder: checkoutVenv, python, install: ["-e", `${checkout}[dev]`], log, detail });
      stamp(checkoutVenv, hash);
    },
  };
}
