/** `npm run bench`: every benchmark in turn, and a table. `-- --quick` runs fewer rounds; names choose benchmarks. */
import { join } from "node:path";
import { prepare } from "./prepare/steps.mjs";
import { runShown } from "./running/commands.mjs";
import { checkout } from "./running/paths.mjs";
import { runMain } from "./running/progress.mjs";

const options = process.argv.slice(2);
const isQuick = options.includes("--quick");
const wanted = options.filter((option) => !option.startsWith("-"));

await runMain(async () => {
  const prepared = await prepare(["training", "vscode"]);
  let code = 0;
  for (const name of ["helper_start", "first_point", "extension_activation"].filter(isWanted)) {
    const { measure } = await import(`../bench/${name}.mjs`);
    for (const { what, value, unit } of await measure({ prepared, isQuick }))
      process.stdout.write(`${what.padEnd(60)} ${value.toFixed(3).padStart(10)} ${unit}\n`);
  }
  if (isWanted("runner_overhead")) {
    const environment = { ...process.env, MINDWATCH_TEST_TRAINING_PYTHON: prepared.trainingPython };
    const command = [prepared.helperPython, join("tests", "bench", "runner_overhead.py")];
    code = (await runShown(command, { cwd: checkout, env: environment })).code;
  }
  return code;
});

/** @param {string} name */
function isWanted(name) {
  return wanted.length === 0 || wanted.includes(name);
}
