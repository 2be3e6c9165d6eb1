/** `npm test`: set up what the suites need and run all of them, or those named: `npm test -- python runner`. */
import { buildPackage } from "./packaging/buildPackage.mjs";
import { prepare } from "./prepare/steps.mjs";
import { runShown } from "./running/commands.mjs";
import { checkout } from "./running/paths.mjs";
import { Advice, runMain } from "./running/progress.mjs";
import { countsIn, sum } from "./suites/counts.mjs";
import { allSuites, needsOf } from "./suites/suites.mjs";

/** @typedef {import("./suites/suites.mjs").Suite} Suite */
/** @typedef {import("./suites/suites.mjs").Group} Group */
/** @typedef {{ title: string, counts: import("./suites/counts.mjs").Counts, seconds: number, remark: string }} Result */

await runMain(async () => {
  const groups = chosenGroups(process.argv.slice(2).filter((argument) => !argument.startsWith("-")));
  const isFull = process.argv.includes("--full");
  const prepared = await prepare([...new Set(groups.flatMap((group) => needsOf[group]))], isFull);
  const vsix = groups.includes("e2e") ? await buildPackage() : "";
  const suites = allSuites(prepared, { vsix }).filter((suite) => groups.includes(suite.group));
  const results = [];
  for (const suite of suites) results.push(await runSuite(suite));
  return summarize(results);
});

/** @param {string[]} names @returns {Group[]} */
function chosenGroups(names) {
  const all = /** @type {Group[]} */ (Object.keys(needsOf));
  const unknown = names.filter((name) => !all.includes(/** @type {Group} */ (name)));
  if (unknown.length > 0)
    throw new Advice(`There is no suite ${unknown.join(", ")}. There are: ${all.join(", ")}.`);
  return names.length > 0 ? /** @type {Group[]} */ (names) : all;
}

/** @param {Suite} suite @returns {Promise<Result>} */
async function runSuite({ title, command, environment, missing }) {
  process.stdout.write(`\n──── ${title}\n`);
  if (missing) {
    process.stdout.write(`skipped: ${missing}\n`);
    return { title, counts: { passed: 0, failed: 0, skipped: 1 }, seconds: 0, remark: missing };
  }
  const outcome = await runShown(command, { cwd: checkout, env: { ...process.env, ...environment } });
  return { title, counts: countsIn(outcome.output, outcome.code), seconds: outcome.seconds, remark: "" };
}

/** @param {Result[]} results */
function summarize(results) {
  process.stdout.write("\n");
  for (const { title, counts, seconds, remark } of results) {
    const numbers = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
    process.stdout.write(`${title.padEnd(30)} ${seconds.toFixed(0).padStart(4)} s  ${remark || numbers}\n`);
  }
  const { passed, failed, skipped } = sum(results.map((result) => result.counts));
  process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  return failed > 0 || passed === 0 ? 1 : 0;
}
