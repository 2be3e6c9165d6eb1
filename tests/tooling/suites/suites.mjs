/** Every suite: what it is called, what it needs, and the command that runs it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { checkout, isWindows } from "../running/paths.mjs";

/** @typedef {import("../prepare/steps.mjs").Prepared} Prepared */
/** @typedef {import("../prepare/steps.mjs").Need} Need */
/** @typedef {"tooling" | "python" | "runner" | "integration" | "extension" | "e2e"} Group */
/**
 * @typedef {object} Suite
 * @property {Group} group
 * @property {string} title
 * @property {string[]} command
 * @property {NodeJS.ProcessEnv} [environment] added to the environment
 * @property {string} [missing] why it cannot run here and how it could
 */

/** What each group needs besides the checkout's own packages.
 * @type {Record<Group, Need[]>} */
export const needsOf = {
  tooling: [],
  extension: [],
  python: ["pythons"],
  runner: ["pythons"],
  integration: ["training"],
  e2e: ["training", "vscode", "pythons"],
};

/** @param {Prepared} prepared @param {{ vsix: string }} options @returns {Suite[]} */
export function allSuites(prepared, options) {
  return [
    {
      group: "tooling",
      title: "tooling",
      command: [...nodeTests, join("tests", "tooling", "tooling.test.mjs")],
    },
    {
      group: "extension",
      title: "extension",
      command: [process.execPath, join("tests", "extension", "run.mjs")],
    },
    ...pythonSuites(prepared),
    ...runnerSuites(prepared),
    integrationSuite(prepared),
    endToEndSuite(options.vsix),
  ];
}

/** @param {Prepared} prepared @returns {Suite[]} */
function pythonSuites(prepared) {
  const folders = ["python", "contract", "lsp", "cli"];
  const others = prepared.pythons.filter((python) => python.runs === "helper");
  return [
    { group: "python", title: "helper", ...pytest(prepared.helperPython, folders) },
    ...others.map((python) => onOtherPython("python", "helper", python, ["python"])),
  ];
}

/** @param {Prepared} prepared @returns {Suite[]} */
function runnerSuites(prepared) {
  return [
    { group: "runner", title: "runner", ...pytest(prepared.helperPython, ["runner"]) },
    ...prepared.pythons.map((python) => onOtherPython("runner", "runner", python, ["runner"])),
  ];
}

/** @param {Group} group @param {string} title @param {import("../prepare/otherPythons.mjs").OtherPython} python @param {string[]} folders
 * @returns {Suite} */
function onOtherPython(group, title, python, folders) {
  return {
    group,
    title: `${title}, Python ${python.minor}`,
    missing: python.missing,
    ...pytest(python.python, folders),
  };
}

/** @param {Prepared} prepared @returns {Suite} */
function integrationSuite(prepared) {
  const { command, environment } = pytest(prepared.helperPython, ["integration"], 900);
  return {
    group: "integration",
    title: "integration, real MindSpore",
    command,
    environment: { ...environment, MINDWATCH_TEST_TRAINING_PYTHON: prepared.trainingPython },
  };
}

/** Node's test runner, one file at a time. */
const nodeTests = [process.execPath, "--test", "--test-concurrency=1", "--test-reporter=spec"];

/** Few files on purpose: each has a VS Code and a browser of its own. @param {string} vsix @returns {Suite} */
function endToEndSuite(vsix) {
  const files = readdirSync(join(checkout, "tests", "e2e")).filter((name) => name.endsWith(".test.mjs"));
  const paths = files.map((name) => join("tests", "e2e", name));
  return {
    group: "e2e",
    title: "end to end",
    command: [...nodeTests, ...paths],
    environment: {
      MINDWATCH_TEST_VSIX: vsix,
      MINDWATCH_SCREENSHOTS: process.argv.includes("--screenshots") ? "1" : "",
    },
  };
}

/** @param {string} python @param {string[]} folders @param {number} [limit] seconds one test may take */
function pytest(python, folders, limit = 180) {
  const paths = folders.map((name) => join("tests", name));
  return {
    command: [python, "-m", "pytest", "--color=no", "-p", "no:cacheprovider", `--timeout=${limit}`, ...paths],
    environment: { PYTHONPATH: join(checkout, "pyhelper"), PYTHONDONTWRITEBYTECODE: isWindows ? "" : "1" },
  };
}
