/** Prepare everything that any command needs: `node tests/tooling/prepare.mjs`. */
import { prepare } from "./prepare/steps.mjs";
import { runMain } from "./running/progress.mjs";

await runMain(async () => {
  const prepared = await prepare(["training", "vscode", "pythons"]);
  process.stdout.write(`${JSON.stringify(prepared, undefined, 2)}\n`);
  return 0;
});
