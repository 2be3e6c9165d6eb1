import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../../extension/src/core/problem";
import type { HelperConnection, HelperListener } from "../../../extension/src/helper/connection";
import { HelperProcess } from "../../../extension/src/helper/helperProcess";
import type { HelperCommand } from "../../../extension/src/helper/serverOptions";
import { HelperStatus } from "../../../extension/src/state/helperStatus";

/** A process that does what the test says; `start` waits until the test lets it answer or fail. */
class FakeConnection implements HelperConnection {
  readonly channel = { sendRequest: () => undefined, sendNotification: () => undefined } as never;
  readonly lastLines = ["Traceback", "MemoryError"];
  wasEnded = false;
  readonly #started: Promise<void>;
  answer: () => void = () => undefined;
  fail: () => void = () => undefined;

  constructor(readonly listener: HelperListener) {
    this.#started = new Promise((resolve, reject) => {
      this.answer = resolve;
      this.fail = () => {
        reject(new Problem("helper_not_started", "It did not start."));
      };
    });
  }

  start(): Promise<void> {
    return this.#started;
  }

  end(): Promise<void> {
    this.wasEnded = true;
    return Promise.resolve();
  }

  kill(): void {
    this.fail();
  }
}

const command: HelperCommand = { program: "python", arguments: [], folder: "/ext", environment: {} };

/** A helper whose processes the test plays; `startsAtOnce` lets each of them answer by itself. */
function helper({ startsAtOnce = true, findCommand = () => Promise.resolve(command) } = {}) {
  const processes: FakeConnection[] = [];
  const status = new HelperStatus();
  const conditions: string[] = [];
  status.onDidChange((condition) => conditions.push(condition.kind));
  const life = new HelperProcess({
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    status,
    findCommand,
    newConnection: (_command, listener) => {
      const connection = new FakeConnection(listener);
      processes.push(connection);
      if (startsAtOnce) {
        connection.answer();
      }
      return connection;
    },
  });
  return { life, processes, status, conditions };
}

/** Lets everything that waits for nothing but promises come to its end. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("the helper is started once however many ask for it", async () => {
  const { life, processes, conditions } = helper();
  const [one, other] = await Promise.all([life.connect(), life.connect()]);
  assert.equal(one, other);
  assert.equal(await life.connect(), one);
  assert.equal(processes.length, 1);
  assert.deepEqual(conditions, ["starting", "ready"]);
});

test("after a crash the helper is started again, and its pushes reach the same listeners", async () => {
  const { life, processes, conditions } = helper();
  let connects = 0;
  life.onDidConnect(() => (connects += 1));
  const pushes: unknown[] = [];
  life.onPush("mindwatch/settingsRejected", (push) => pushes.push(push));
  const first = await life.connect();
  processes[0]?.listener.closed();
  assert.notEqual(await life.connect(), first);
  assert.equal(processes.length, 2);
  assert.equal(connects, 2);
  assert.deepEqual(conditions, ["starting", "ready", "restarting", "ready"]);
  processes[1]?.listener.pushed("mindwatch/settingsRejected", { problems: ["x"] });
  assert.deepEqual(pushes, [{ problems: ["x"] }]);
});

test("after the fourth crash in a row it is not started again until the user asks", async () => {
  const { life, processes, status } = helper();
  await life.connect();
  for (let crash = 0; crash < 4; crash += 1) {
    processes.at(-1)?.listener.closed();
    await settled();
  }
  assert.equal(processes.length, 4);
  assert.equal(status.condition.kind, "failed");
  const problem = status.condition.kind === "failed" ? status.condition.problem : undefined;
  assert.equal(problem?.code, "helper_crashed");
  assert.deepEqual(problem.details, ["Traceback", "MemoryError"]);
  await life.restart();
  assert.equal(processes.length, 5);
  assert.equal(status.condition.kind, "ready");
});

test("a start that fails is told to all who wait, and tried once only", async () => {
  const { life, processes, status } = helper({ startsAtOnce: false });
  const waiting = [life.connect(), life.connect()];
  await settled();
  processes[0]?.fail();
  for (const one of waiting) {
    await assert.rejects(one, { code: "helper_not_started" });
  }
  assert.equal(processes.length, 1);
  assert.equal(status.condition.kind, "failed");
});

test("a restart during a start ends that process, and who waited gets the new one", async () => {
  const { life, processes, status, conditions } = helper({ startsAtOnce: false });
  const waiting = life.connect();
  await settled();
  const restarted = life.restart();
  await settled();
  assert.equal(processes.length, 2);
  processes[1]?.answer();
  await restarted;
  assert.equal(await waiting, processes[1]?.channel);
  assert.equal(status.condition.kind, "ready");
  assert.ok(!conditions.includes("failed"));
});

test("a restart while a Python is looked for uses the one that is found afterwards", async () => {
  const found: ((command: HelperCommand) => void)[] = [];
  const { life, processes } = helper({ findCommand: () => new Promise((resolve) => found.push(resolve)) });
  const waiting = life.connect();
  const restarted = life.restart();
  await settled();
  found[0]?.({ ...command, program: "old" });
  await settled();
  assert.equal(processes.length, 0);
  found[1]?.(command);
  await restarted;
  assert.equal(await waiting, processes[0]?.channel);
});

test("a helper that is stopped is ended and is no crash", async () => {
  const { life, processes, status } = helper();
  await life.connect();
  await life.stop();
  processes[0]?.listener.closed();
  await settled();
  assert.equal(processes[0]?.wasEnded, true);
  assert.equal(processes.length, 1);
  assert.equal(status.condition.kind, "stopped");
});

test("a stop during a start leaves no process behind", async () => {
  const { life, processes, status } = helper({ startsAtOnce: false });
  const waiting = life.connect();
  await settled();
  const stopped = life.stop();
  await assert.rejects(waiting, { name: "Cancelled" });
  await stopped;
  assert.equal(processes.length, 1);
  assert.equal(status.condition.kind, "stopped");
});
