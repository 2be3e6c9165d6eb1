/** `npm run check`: every formatter, linter, type checker and rule; all run even when one fails. */
import { availableParallelism } from "node:os";
import { nodeChecks } from "./checks/nodeTools.mjs";
import { pythonChecks, uncheckedPython } from "./checks/pythonTools.mjs";
import { fileChecks, trackedFiles } from "./checks/trackedFiles.mjs";
import { prepare } from "./prepare/steps.mjs";
import { run } from "./running/commands.mjs";
import { checkout } from "./running/paths.mjs";
import { runMain } from "./running/progress.mjs";

/** @typedef {{ title: string, isGood: boolean, seconds: number, output: string }} Result */

await runMain(async () => {
  await prepare([]);
  const results = [...(await runCommands([...pythonChecks(), ...nodeChecks])), ...(await runFileChecks())];
  const failed = results.filter((result) => !result.isGood);
  const unchecked = uncheckedPython();
  if (unchecked) process.stdout.write(`\n${unchecked}\n`);
  process.stdout.write(`\ncheck: ${results.length - failed.length} good, ${failed.length} failed`);
  process.stdout.write(
    `${failed.length > 0 ? `: ${failed.map((result) => result.title).join(", ")}` : ""}\n`,
  );
  return failed.length > 0 ? 1 : 0;
});

/** As many at a time as there are cores; each is printed when it ends.
 * @param {import("./checks/nodeTools.mjs").CommandCheck[]} checks */
async function runCommands(checks) {
  const waiting = [...checks];
  /** @type {Result[]} */
  const results = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { code, output, seconds } = await run(check.command, { cwd: checkout });
      results.push(report({ title: check.title, isGood: code === 0, seconds, output }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}

async function runFileChecks() {
  const files = await trackedFiles();
  return fileChecks.map(({ title, problems }) => {
    const found = problems(files);
    return report({ title, isGood: found.length === 0, seconds: 0, output: found.join("\n") });
  });
}

/** @param {Result} result */
function report(result) {
  const mark = result.isGood ? "good  " : "FAILED";
  process.stdout.write(`${mark} ${result.title.padEnd(28)} ${result.seconds.toFixed(1).padStart(5)} s\n`);
  if (!result.isGood) process.stdout.write(`${result.output.trimEnd().replace(/^/gm, "    ")}\n`);
  return result;
}
