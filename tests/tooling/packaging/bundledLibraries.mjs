/** The helper's dependencies inside the package, so that it works without network under any Python 3.9 or newer. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runLogged } from "../running/commands.mjs";
import { checkout, checkoutPython, logFolder } from "../running/paths.mjs";
import { hashOf, isStamped, stamp } from "../prepare/stamps.mjs";

const requirements = join(checkout, "pyhelper", "bundled-requirements.txt");
const target = join(checkout, "pyhelper", "_libs");
const platform = ["--python-version", "3.9", "--implementation", "py", "--abi", "none", "--platform", "any"];

/** Install them unless they are there already. */
export async function bundleLibraries() {
  const hash = hashOf(readFileSync(requirements, "utf8"));
  if (isStamped(target, hash)) return;
  rmSync(target, { recursive: true, force: true });
  const options = ["--only-binary=:all:", "--no-deps", "--no-compile", "--quiet", ...platform];
  const command = [
    checkoutPython,
    "-m",
    "pip",
    "install",
    "--target",
    target,
    ...options,
    "-r",
    requirements,
  ];
  await runLogged(command, join(logFolder, "bundled-libraries.log"), {
    env: { ...process.env, PIP_REQUIRE_VIRTUALENV: "0" },
  });
  removeInstallerTraces();
  stamp(target, hash);
}

/** Metadata and licences stay; programs and what pip notes for itself do not. */
function removeInstallerTraces() {
  rmSync(join(target, "bin"), { recursive: true, force: true });
  for (const name of readdirSync(target).filter((entry) => entry.endsWith(".dist-info")))
    for (const file of ["RECORD", "WHEEL", "INSTALLER", "REQUESTED", "entry_points.txt", "direct_url.json"])
      rmSync(join(target, name, file), { force: true });
}
