/** Where things are: the checkout, the per-user cache of large environments, and a scratch folder git ignores. */
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const checkout = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");
export const toolingFolder = join(checkout, "tests", "tooling");
export const cacheFolder = process.env["MINDWATCH_CACHE"] || join(homedir(), ".cache", "mindwatch-dev");
export const workFolder = join(checkout, "tests", ".work");
export const logFolder = join(workFolder, "logs");
export const isWindows = process.platform === "win32";

/** The Python of a virtual environment.
 * @param {string} folder */
export function pythonOf(folder) {
  return isWindows ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python");
}

/** A script or program of a virtual environment.
 * @param {string} folder
 * @param {string} name */
export function programOf(folder, name) {
  return isWindows ? join(folder, "Scripts", `${name}.exe`) : join(folder, "bin", name);
}

export const checkoutVenv = join(checkout, ".venv");
export const checkoutPython = pythonOf(checkoutVenv);
