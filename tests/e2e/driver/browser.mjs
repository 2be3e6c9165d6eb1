/** A headless Chromium: the one of the prepared environment, else one that is installed. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("../../tooling/prepare/vscode.mjs").VscodeEnvironment} VscodeEnvironment */

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Start the browser. Without a graphics card charts are drawn as SVG, which can be looked at. It keeps the web's safety rules on, so that a page they would break is seen broken here.
 * @param {VscodeEnvironment} vscode
 * @param {Record<string, string>} [environment]
 * @returns {Promise<Browser>} */
export function launchBrowser(vscode, environment = {}) {
  return chromium.launch({
    executablePath: browserProgram(vscode),
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--disable-background-networking",
      "--lang=en-US",
      "--disable-3d-apis",
    ],
    env: /** @type {Record<string, string>} */ ({ ...process.env, ...librariesOf(vscode), ...environment }),
  });
}

/** @param {VscodeEnvironment} vscode */
function browserProgram(vscode) {
  const candidates = [vscode.chromium, ...installed].filter((path) => existsSync(path));
  const program = candidates.find((path) => missingLibraries(path, librariesOf(vscode)) === "");
  if (program) return program;
  const missing = candidates
    .map((path) => `${path}: ${missingLibraries(path, librariesOf(vscode))}`)
    .join("\n");
  throw new Error(`No browser can run here. Install one (Debian: apt-get install chromium).\n${missing}`);
}

/** A bare machine may lack libraries that the environment brings along; the machine's own come first elsewhere.
 * @param {VscodeEnvironment} vscode
 * @returns {Record<string, string>} */
function librariesOf(vscode) {
  if (!existsSync(vscode.chromium) || missingLibraries(vscode.chromium, {}) === "") return {};
  const folder = dirname(vscode.chromium);
  return { LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_PATH: join(folder, "fonts") };
}

/** @param {string} program @param {Record<string, string>} environment */
function missingLibraries(program, environment) {
  try {
    const output = execFileSync("ldd", [program], {
      encoding: "utf8",
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "ignore"],
    });
    return output
      .split("\n")
      .filter((line) => line.includes("not found"))
      .map((line) => line.trim())
      .join("; ");
  } catch {
    return "";
  }
}
