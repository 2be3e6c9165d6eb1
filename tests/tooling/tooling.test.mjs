/** The parts of the tooling that a wrong answer would hide in: what is counted, what counts as complete, who waits. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { withLock } from "./prepare/lock.mjs";
import { hashOf, isStamped, stamp } from "./prepare/stamps.mjs";
import { CommandFailed, runLogged } from "./running/commands.mjs";
import { countsIn, sum } from "./suites/counts.mjs";

let folder = "";
before(() => void (folder = mkdtempSync(join(tmpdir(), "mindwatch-tooling-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

test("pytest's closing line is counted, errors as failures", () => {
  const output = "x\n=== 2 failed, 20 passed, 3 skipped, 1 xfailed, 1 error in 4.20s ===\n";
  assert.deepEqual(countsIn(output, 1), { passed: 21, failed: 3, skipped: 3 });
});

test("Node's closing lines are counted in both of its reports", () => {
  assert.deepEqual(countsIn("# pass 3\n# fail 1\n# cancelled 0\n# skipped 2\n", 1), {
    passed: 3,
    failed: 1,
    skipped: 2,
  });
  assert.deepEqual(countsIn("ℹ pass 5\nℹ fail 0\nℹ cancelled 1\n", 1), { passed: 5, failed: 1, skipped: 0 });
});

test("a suite that ran nothing, or broke before it could count, has failed", () => {
  assert.equal(countsIn("=== no tests ran in 0.01s ===", 5).failed, 1);
  assert.equal(countsIn("Segmentation fault", 139).failed, 1);
  assert.equal(countsIn("=== 7 passed in 1.00s ===", 1).failed, 1);
});

test("counts add up", () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  assert.deepEqual(sum([one, one]), { passed: 2, failed: 4, skipped: 6 });
});

test("a folder counts as complete only with the stamp of what it depends on", () => {
  const environment = join(folder, "environment");
  assert.equal(isStamped(environment, hashOf("a")), false);
  stamp(environment, hashOf("a"));
  assert.equal(isStamped(environment, hashOf("a")), true);
  assert.equal(isStamped(environment, hashOf("b")), false);
});

test("the second preparation waits for the first", async () => {
  const path = join(folder, "waiting.lock");
  /** @type {string[]} */
  const order = [];
  const first = withLock(path, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push("first");
  });
  await Promise.all([first, withLock(path, async () => void order.push("second"))]);
  assert.deepEqual(order, ["first", "second"]);
  assert.equal(existsSync(path), false);
});

test("a lock whose owner was killed is taken over", async () => {
  const path = join(folder, "abandoned.lock");
  writeFileSync(path, "999999999");
  utimesSync(path, new Date(0), new Date(0));
  assert.equal(await withLock(path, async () => "done"), "done");
});

test("a command that fails tells its last lines and where the rest is", async () => {
  const log = join(folder, "log", "failing.log");
  const command = [process.execPath, "-e", "console.error('no such wheel'); process.exit(3)"];
  await assert.rejects(runLogged(command, log), (error) => {
    assert.ok(error instanceof CommandFailed);
    assert.match(error.message, /ended with 3:\nno such wheel[^]*failing\.log/);
    return true;
  });
});
