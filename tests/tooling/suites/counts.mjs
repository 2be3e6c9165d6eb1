/** Read how many tests a runner says it ran: pytest's and Node's own closing lines. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** The counts in the output of one run. A run that failed or counted nothing has at least one failure.
 * @param {string} output @param {number} code
 * @returns {Counts} */
export function countsIn(output, code) {
  const plain = output.replace(/\u001b\[[0-9;]*m/g, "");
  const counts = sum([pytestCounts(plain), nodeCounts(plain)]);
  const isBroken = code !== 0 || counts.passed + counts.failed + counts.skipped === 0;
  return isBroken && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  const zero = { passed: 0, failed: 0, skipped: 0 };
  return all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    zero,
  );
}

/** `=== 1 failed, 20 passed, 3 skipped, 1 error in 4.20s ===` @param {string} output @returns {Counts} */
function pytestCounts(output) {
  const line = output.match(/^=+ .*\b\d+ \w+.* in [\d.]+s.*$/gm)?.at(-1) ?? "";
  /** @param {string} word */
  const number = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  return {
    passed: number("passed") + number("xfailed"),
    failed: number("failed") + number("errors?") + number("xpassed"),
    skipped: number("skipped"),
  };
}

/** `# pass 3` of Node's TAP reporter or `ℹ pass 3` of its spec reporter. @param {string} output @returns {Counts} */
function nodeCounts(output) {
  /** @param {string} word */
  const number = (word) => Number(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  return {
    passed: number("pass"),
    failed: number("fail") + number("cancelled"),
    skipped: number("skipped") + number("todo"),
  };
}
