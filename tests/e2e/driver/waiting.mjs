/** Wait on conditions, never on the clock alone. */
import { setTimeout as delay } from "node:timers/promises";

/** The time a condition may take on a loaded machine before it counts as failed. */
const patience = 90_000;

/** Ask until the answer is truthy and return it; fail with a sentence that says what was waited for and what was seen last.
 * @template T
 * @param {string} what
 * @param {() => Promise<T> | T} question
 * @param {{ limit?: number, seen?: () => Promise<unknown> | unknown }} [options]
 * @returns {Promise<NonNullable<T>>} */
export async function until(what, question, options = {}) {
  const limit = options.limit ?? patience;
  const deadline = Date.now() + limit;
  let problem = "";
  while (Date.now() < deadline) {
    try {
      const answer = await question();
      if (answer) return /** @type {NonNullable<T>} */ (answer);
      problem = "";
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    await delay(100);
  }
  const seen = options.seen ? `\nseen last: ${JSON.stringify(await options.seen())}` : "";
  throw new Error(`waited ${limit / 1000} s in vain: ${what}${problem ? `\n${problem}` : ""}${seen}`);
}
