/** Find Pythons by asking them; a program name alone proves nothing (version managers put shims on PATH). */
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { run } from "../running/commands.mjs";
import { isWindows } from "../running/paths.mjs";
import { Advice } from "../running/progress.mjs";

/** @typedef {{ path: string, version: string, minor: string }} Python */

const question = `import sys, os
import venv, ensurepip
base = getattr(sys, "_base_executable", "") or sys.executable
print("mindwatch", os.path.realpath(base), "%d.%d.%d" % sys.version_info[:3], sep="|")`;

const baseMinors = ["3.12", "3.11", "3.10", "3.9"];

/** The Python that environments are made from, and which must be 3.9–3.12 with venv.
 * @returns {Promise<Python>} */
export async function findBasePython() {
  const wanted = process.env["MINDWATCH_PYTHON"];
  const names = wanted
    ? [wanted]
    : ["python3", ...baseMinors.map((minor) => `python${minor}`), ...(isWindows ? ["python"] : [])];
  for (const name of names) {
    const python = await ask(name);
    if (python && baseMinors.includes(python.minor)) return python;
  }
  if (!wanted)
    for (const minor of baseMinors)
      for (const path of managedPythons(minor)) return (await ask(path)) ?? noPython(wanted);
  return noPython(wanted);
}

/** A Python of one minor version, from PATH or from pyenv.
 * @param {string} minor such as "3.7"
 * @returns {Promise<Python | undefined>} */
export async function findPython(minor) {
  for (const candidate of [`python${minor}`, ...managedPythons(minor)]) {
    const python = await ask(candidate);
    if (python?.minor === minor) return python;
  }
  return undefined;
}

/** @param {string} program @returns {Promise<Python | undefined>} */
async function ask(program) {
  const outcome = await run([program, "-I", "-c", question]);
  const [, path = "", version = ""] = /^mindwatch\|(.*)\|(.*)$/m.exec(outcome.output) ?? [];
  if (outcome.code !== 0 || !path) return undefined;
  return { path, version: version.trim(), minor: version.split(".").slice(0, 2).join(".") };
}

/** Pythons that pyenv keeps outside PATH. @param {string} minor */
function managedPythons(minor) {
  const versions = join(process.env["PYENV_ROOT"] || join(homedir(), ".pyenv"), "versions");
  if (!existsSync(versions)) return [];
  const folders = readdirSync(versions).filter((name) => name.startsWith(`${minor}.`));
  return folders
    .map((name) => join(versions, name, "bin", `python${minor}`))
    .filter((path) => existsSync(path));
}

/** @param {string | undefined} wanted @returns {never} */
function noPython(wanted) {
  const found = wanted
    ? `MINDWATCH_PYTHON names ${wanted}, which is not one`
    : "none of python3, python3.12, 3.11, 3.10 and 3.9 is one";
  throw new Advice(
    `A Python 3.9–3.12 with the venv module is needed; ${found}.\n` +
      "Install one (Debian and Ubuntu: apt-get install python3 python3-venv; openEuler: dnf install python3), " +
      "or set MINDWATCH_PYTHON to its path, and run the command again.",
  );
}
