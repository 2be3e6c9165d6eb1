/** Rules over the tracked files themselves: nothing in them may depend on this machine or on one registry. */
import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { run } from "../running/commands.mjs";
import { cacheFolder, checkout } from "../running/paths.mjs";

/** @typedef {{ title: string, problems: (files: string[]) => string[] }} FileCheck */

/** @type {FileCheck[]} */
export const fileChecks = [
  { title: "lock files name no host", problems: (files) => files.filter(isLockFile).flatMap(hostsIn) },
  { title: "requirements name no host", problems: (files) => files.filter(isRequirements).flatMap(hostsIn) },
  { title: "no path of this machine", problems: (files) => files.flatMap(machinePathsIn) },
];

/** Every file git tracks or would track. */
export async function trackedFiles() {
  const { output } = await run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: checkout,
  });
  const names = output.split("\n").filter((name) => name !== "");
  return names.filter((name) => statSync(join(checkout, name), { throwIfNoEntry: false })?.isFile());
}

/** @param {string} name */
function isLockFile(name) {
  return name.endsWith("package-lock.json");
}

/** @param {string} name */
function isRequirements(name) {
  return /requirements[^/]*(\/[^/]+)?\.txt$/.test(name);
}

/** Lines that would fetch from one fixed place. @param {string} name */
function hostsIn(name) {
  return linesWith(
    name,
    (line) => /"resolved": "\w+:|^\s*--?[\w-]*index|^[^#]*\w+:\/\//.test(line) && !isReference(line),
  );
}

/** Lock files quote where a package asks for funding. @param {string} line */
function isReference(line) {
  return !line.includes('"resolved"') && /^\s*("url": )?"https:\/\/[^"]*",?$/.test(line);
}

/** @param {string} name */
function machinePathsIn(name) {
  const paths = [`${checkout}/`, `${cacheFolder}/`, `${homedir()}/.pyenv/`, `${homedir()}/.cache/`];
  return linesWith(name, (line) => paths.some((path) => line.includes(path)));
}

/** @param {string} name @param {(line: string) => boolean} isBad */
function linesWith(name, isBad) {
  const lines = readFileSync(join(checkout, name), "utf8").split("\n");
  return lines.flatMap((line, index) =>
    isBad(line) ? [`${name}:${index + 1}: ${line.trim().slice(0, 160)}`] : [],
  );
}
