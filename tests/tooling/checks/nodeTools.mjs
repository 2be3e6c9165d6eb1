/** The checks of TypeScript and JavaScript, as command lines run from the checkout. */
import { join } from "node:path";

/** @typedef {{ title: string, command: string[] }} CommandCheck */

/** Run a tool of `node_modules` without a shell or a lookup on PATH.
 * @param {string} script @param {string[]} args */
function nodeTool(script, ...args) {
  return [process.execPath, join("node_modules", ...script.split("/")), ...args];
}

/** @param {string[]} args */
function tsc(...args) {
  return nodeTool("typescript/bin/tsc", ...args);
}

/** Prettier over everything it formats here: not Markdown, whose tables are generated.
 * @param {"--check" | "--write"} mode */
export function prettier(mode) {
  const patterns = [
    "**/*.{ts,mts,mjs,css,yml}",
    "extension/**/*.json",
    "tests/**/*.json",
    "!extension/src/generated/**",
    "!tests/data/**",
  ];
  return nodeTool(
    "prettier/bin/prettier.cjs",
    mode,
    "--ignore-path",
    ".gitignore",
    "--log-level",
    "warn",
    ...patterns,
  );
}

/** @type {CommandCheck[]} */
export const nodeChecks = [
  { title: "prettier", command: prettier("--check") },
  {
    title: "eslint",
    command: nodeTool("eslint/bin/eslint.js", "--config", "extension/eslint.config.mjs", "."),
  },
  { title: "tsc: extension", command: tsc("--project", "extension/tsconfig.json") },
  { title: "tsc: webviews", command: tsc("--project", "extension/src/webview/tsconfig.json") },
  { title: "tsc: tooling and driver", command: tsc("--project", "tests/tooling/tsconfig.json") },
  { title: "knip", command: nodeTool("knip/bin/knip.js") },
];
