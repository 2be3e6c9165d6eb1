/** The checks of Python and of what is generated, as command lines run from the checkout. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkoutPython, checkoutVenv, programOf } from "../running/paths.mjs";

const lintImports = programOf(checkoutVenv, "lint-imports");

/** @returns {import("./nodeTools.mjs").CommandCheck[]} */
export function pythonChecks() {
  return [
    {
      title: "generated files",
      command: [checkoutPython, join("tests", "contract", "generate.py"), "--check"],
    },
    { title: "generated texts", command: [checkoutPython, join("tests", "contract", "texts.py"), "--check"] },
    { title: "ruff check", command: [programOf(checkoutVenv, "ruff"), "check", "."] },
    { title: "ruff format", command: [programOf(checkoutVenv, "ruff"), "format", "--check", "."] },
    { title: "mypy", command: [programOf(checkoutVenv, "mypy")] },
    // import-linter needs Python 3.10; under 3.9 the import contracts are not looked at, and the summary says so.
    ...(existsSync(lintImports) ? [{ title: "import contracts", command: [lintImports] }] : []),
  ];
}

/** What cannot be checked here, as a sentence, or nothing. */
export function uncheckedPython() {
  return existsSync(lintImports)
    ? ""
    : "import contracts were not checked: import-linter needs Python 3.10 (set MINDWATCH_PYTHON and remove .venv)";
}
