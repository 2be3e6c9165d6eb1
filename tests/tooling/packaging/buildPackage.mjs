/** Build `dist/mindwatch-<version>.vsix`: the bundled extension, the helper, the runner and their libraries. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runLogged } from "../running/commands.mjs";
import { checkout, logFolder } from "../running/paths.mjs";
import { bundleLibraries } from "./bundledLibraries.mjs";

const log = join(logFolder, "package.log");

/** Build the package and return its path; needs the prepared checkout.
 * @returns {Promise<string>} */
export async function buildPackage() {
  const { name, version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const vsix = join(checkout, "dist", `${name}-${version}.vsix`);
  mkdirSync(join(checkout, "dist"), { recursive: true });
  rmSync(vsix, { force: true });
  await bundleLibraries();
  await runLogged([process.execPath, join("extension", "build.mjs"), "--production"], log, { cwd: checkout });
  const vsce = join("node_modules", "@vscode", "vsce", "vsce");
  const options = [
    "--no-dependencies",
    "--allow-missing-repository",
    "--no-rewrite-relative-links",
    "--out",
    vsix,
  ];
  await runLogged([process.execPath, vsce, "package", ...options], log, { cwd: checkout });
  return vsix;
}
