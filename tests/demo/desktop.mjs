/** The demo in the VS Code that is installed, if its command `code` is there. */
import { join } from "node:path";
import { CommandFailed, run } from "../tooling/running/commands.mjs";
import { isWindows } from "../tooling/running/paths.mjs";
import { Advice } from "../tooling/running/progress.mjs";
import { nextSteps } from "./nextSteps.mjs";
import { copySample, demoFolder } from "./place.mjs";

/** Install the package into the desktop VS Code and open the sample workspace.
 * @param {import("./place.mjs").DemoOrder} order */
export async function runDesktop(order) {
  const workspace = join(demoFolder, "workspace");
  copySample(order, workspace);
  if ((await run(code(["--version"]))).code !== 0)
    throw new Advice(
      'The command "code" is not on PATH. In VS Code run "Shell Command: Install \'code\' command in PATH", ' +
        "or leave --desktop out to use VS Code in the browser.",
    );
  for (const command of [
    code(["--install-extension", order.vsix, "--force"]),
    code(["--new-window", workspace]),
  ]) {
    const outcome = await run(command);
    if (outcome.code !== 0) throw new CommandFailed(command, outcome, "");
  }
  process.stdout.write(`\nVS Code opens on ${workspace}\n${nextSteps}`);
  return 0;
}

/** On Windows `code` is a batch file, which only the command processor can start. @param {string[]} args */
function code(args) {
  return isWindows ? ["cmd.exe", "/d", "/s", "/c", "code.cmd", ...args] : ["code", ...args];
}
