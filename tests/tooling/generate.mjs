/** `npm run generate`: write every file that is derived from a declaration. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { prepare } from "./prepare/steps.mjs";
import { runShown } from "./running/commands.mjs";
import { checkout, checkoutPython } from "./running/paths.mjs";
import { runMain } from "./running/progress.mjs";

await runMain(async () => {
  await prepare([]);
  const generators = ["generate.py", "texts.py"].map((name) => join("tests", "contract", name));
  const codes = [];
  for (const path of generators.filter((name) => existsSync(join(checkout, name))))
    codes.push((await runShown([checkoutPython, path], { cwd: checkout })).code);
  return Math.max(...codes);
});
