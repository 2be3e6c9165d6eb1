/** What the benchmarks share: repeat in turn, so that a slow moment of the machine hits all alike, and take the median. */

import { setTimeout as delay } from "node:timers/promises";

/** @typedef {{ what: string, value: number, unit: string }} Row */
/** @typedef {{ prepared: import("../tooling/prepare/steps.mjs").Prepared, isQuick: boolean }} BenchOrder */

/** Run every function once a round and collect what each returned.
 * @param {number} rounds @param {(() => Promise<number>)[]} functions @returns {Promise<number[][]>} */
export async function repeated(rounds, functions) {
  const results = functions.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < rounds; round++)
    for (const [index, measureOnce] of functions.entries()) results[index]?.push(await measureOnce());
  return results;
}

/** The time in seconds when a condition was first seen to hold, looked at every few milliseconds.
 * @param {string} what @param {() => boolean} condition */
export async function momentWhen(what, condition) {
  const deadline = Date.now() + 120_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`waited 120 s in vain: ${what}`);
    await delay(5);
  }
  return Date.now() / 1000;
}

/** @param {number[] | undefined} values */
export function median(values) {
  const sorted = [...(values ?? [])].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
