/** Tests with a session: evidence is kept when one fails, and nothing may be left running at the end. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSession } from "./environment.mjs";

/** @typedef {import("./driver/session.mjs").Session} Session */

/** Share one session among the tests of a file. The returned function is `test` with the session as argument.
 * @param {string} name
 * @param {Parameters<typeof openSession>[1]} [changes] */
export function withSession(name, changes) {
  /** @type {Session | undefined} */
  let session;
  before(async () => {
    session = await openSession(name, changes);
  });
  after(async () => {
    const left = (await session?.close()) ?? [];
    for (const { pid } of left) process.kill(pid, "SIGKILL");
    assert.deepEqual(left, [], "no process is left behind");
  });
  /** @param {string} title @param {(session: Session) => Promise<unknown>} body */
  return (title, body) =>
    test(title, async () => {
      assert.ok(session, "the session is open");
      await withEvidence(session, () => body(/** @type {Session} */ (session)));
    });
}

/** @param {Session} session @param {() => Promise<unknown>} body */
async function withEvidence(session, body) {
  try {
    await body();
  } catch (error) {
    process.stderr.write(`a picture of the window and the logs: ${await session.saveEvidence()}\n`);
    throw error;
  }
}
