/** `npm run package`: build the extension's package and say where it is. */
import { statSync } from "node:fs";
import { buildPackage } from "./packaging/buildPackage.mjs";
import { prepare } from "./prepare/steps.mjs";
import { runMain } from "./running/progress.mjs";

await runMain(async () => {
  await prepare([]);
  const vsix = await buildPackage();
  process.stdout.write(`${vsix}  ${(statSync(vsix).size / 1e6).toFixed(1)} MB\n`);
  return 0;
});
