/** `npm run format`: let the formatters rewrite what they format, and the linters what they can mend. */
import { prepare } from "./prepare/steps.mjs";
import { runShown } from "./running/commands.mjs";
import { checkout, checkoutVenv, programOf } from "./running/paths.mjs";
import { runMain } from "./running/progress.mjs";
import { prettier } from "./checks/nodeTools.mjs";

await runMain(async () => {
  await prepare([]);
  const ruff = programOf(checkoutVenv, "ruff");
  const commands = [[ruff, "check", "--fix", "--quiet", "."], [ruff, "format", "."], prettier("--write")];
  const codes = [];
  for (const command of commands) codes.push((await runShown(command, { cwd: checkout })).code);
  return Math.max(...codes);
});
