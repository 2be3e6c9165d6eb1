/** Make a virtual environment and install into it, so that a broken download costs only what is missing. */
import { rmSync } from "node:fs";
import { run, runLogged } from "../running/commands.mjs";
import { pythonOf } from "../running/paths.mjs";

/** @typedef {import("./pythons.mjs").Python} Python */
/** @typedef {{ folder: string, python: Python, install: string[], log: string, detail: (text: string) => void }} VenvOrder */

/** Create the environment if its Python does not answer, then install.
 * @param {VenvOrder} order */
export async function makeVenv(order) {
  if (!(await answers(order.folder, order.python))) {
    order.detail(`creating it with Python ${order.python.version}`);
    rmSync(order.folder, { recursive: true, force: true });
    await runLogged([order.python.path, "-m", "venv", order.folder], order.log);
  }
  await pip(order, ["install", "--upgrade", "pip"], []);
  await pip(order, ["install", ...order.install], await resumeOptions(order.folder));
}

/** Whether the environment's Python runs and has the minor version of the wanted one.
 * @param {string} folder @param {Python} python */
async function answers(folder, python) {
  const outcome = await run([pythonOf(folder), "-m", "pip", "--version"]);
  return outcome.code === 0 && outcome.output.includes(`(python ${python.minor})`);
}

/** pip 25.1 and newer continue a broken download instead of starting it again. @param {string} folder */
async function resumeOptions(folder) {
  const outcome = await run([pythonOf(folder), "-m", "pip", "--version"]);
  const [, major = "0", minor = "0"] = /pip (\d+)\.(\d+)/.exec(outcome.output) ?? [];
  return Number(major) * 100 + Number(minor) >= 2501 ? ["--resume-retries", "20"] : [];
}

/** @param {VenvOrder} order @param {string[]} args @param {string[]} options */
async function pip(order, args, options) {
  const environment = {
    ...process.env,
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    PIP_REQUIRE_VIRTUALENV: "1",
    PYTHONPATH: "",
  };
  const common = [
    "--retries",
    "10",
    "--timeout",
    "60",
    "--progress-bar",
    "off",
    "--no-input",
    "--no-warn-script-location",
  ];
  await runLogged([pythonOf(order.folder), "-m", "pip", ...args, ...common, ...options], order.log, {
    env: environment,
    onLine: (line) => /^(Collecting|Downloading|Installing)/.test(line) && order.detail(line.slice(0, 70)),
  });
}
