import assert from "node:assert/strict";
import { test } from "node:test";
import { coalesce } from "../../../extension/src/core/coalesce";
import { joinArguments, splitArguments } from "../../../extension/src/core/commandLine";
import { CrashBudget } from "../../../extension/src/core/crashBudget";
import { Emitter } from "../../../extension/src/core/emitter";
import { escapeHtml, escapeMarkdown, markdownCode } from "../../../extension/src/core/html";
import { Owner } from "../../../extension/src/core/owner";
import { baseName, folderOf, isInside, relativeTo } from "../../../extension/src/core/paths";
import { Problem, problemFrom } from "../../../extension/src/core/problem";
import { redactAddresses } from "../../../extension/src/core/redact";
import { ageText, durationText, secondsBetween } from "../../../extension/src/core/times";
import { t } from "../../../extension/src/core/translate";

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test("calls made while a task runs share one further run", async () => {
  const gate = deferred();
  let runs = 0;
  const call = coalesce(async () => {
    runs += 1;
    await gate.promise;
  });
  const calls = [call(), call(), call()];
  gate.resolve();
  await Promise.all(calls);
  assert.equal(runs, 2);
});

test("a task that fails can be run again", async () => {
  let runs = 0;
  const call = coalesce(() => {
    runs += 1;
    return runs === 1 ? Promise.reject(new Error("first")) : Promise.resolve();
  });
  await assert.rejects(call(), /first/);
  await call();
  assert.equal(runs, 2);
});

test("a run that was asked for during one that fails happens, and its outcome counts", async () => {
  const gate = deferred();
  let runs = 0;
  const call = coalesce(async () => {
    runs += 1;
    if (runs === 1) {
      await gate.promise;
      throw new Error("first");
    }
  });
  const calls = [call(), call(), call.join()];
  gate.resolve();
  await Promise.all(calls);
  assert.equal(runs, 2);
});

test("who only joins a run asks for no further one", async () => {
  const gate = deferred();
  let runs = 0;
  const call = coalesce(async () => {
    runs += 1;
    await gate.promise;
    throw new Error("no luck");
  });
  const calls = [call.join(), call.join()];
  gate.resolve();
  for (const one of calls) {
    await assert.rejects(one, /no luck/);
  }
  assert.equal(runs, 1);
});

test("an owner forgets what was closed by itself", () => {
  let closed = 0;
  const owner = new Owner();
  const item = owner.own({ dispose: () => void (closed += 1) });
  owner.disown(item);
  owner.disown(item);
  owner.dispose();
  assert.equal(closed, 0);
});

test("an owner closes in reverse order and at once when it has ended", () => {
  const closed: string[] = [];
  const owner = new Owner();
  const item = (name: string): { dispose(): void } => ({ dispose: () => closed.push(name) });
  owner.own(item("first"));
  owner.own(item("second"));
  owner.dispose();
  owner.own(item("late"));
  assert.deepEqual(closed, ["second", "first", "late"]);
});

test("a listener that unsubscribes during a call is not called again", () => {
  const emitter = new Emitter<number>();
  const seen: number[] = [];
  const subscription = emitter.event((value) => {
    seen.push(value);
    subscription.dispose();
  });
  emitter.fire(1);
  emitter.fire(2);
  assert.deepEqual(seen, [1]);
});

test("crashes are forgiven up to the limit, and again when time has passed", () => {
  let now = 0;
  const budget = new CrashBudget(3, 1000, () => now);
  assert.deepEqual(
    [budget.spend(), budget.spend(), budget.spend(), budget.spend()],
    [true, true, true, false],
  );
  now = 1500;
  assert.equal(budget.spend(), true);
});

for (const argumentList of [
  ["--epochs", "3"],
  ["--data path", "a b", ""],
  ['say "hi"', "it's"],
  [`both ' and "`],
  ["--name=损失 曲线"],
  ["C:\\data\\set one", "$HOME", "*"],
]) {
  test(`arguments survive the line they are edited in: ${JSON.stringify(argumentList)}`, () => {
    assert.deepEqual(splitArguments(joinArguments(argumentList)), argumentList);
  });
}

test("an open quote is told from an empty line", () => {
  assert.equal(splitArguments('--name "left open'), undefined);
  assert.deepEqual(splitArguments("   "), []);
});

test("what a run is called cannot become markup", () => {
  assert.equal(escapeHtml(`<img src=x onerror="a">&'`), "&lt;img src=x onerror=&quot;a&quot;&gt;&amp;&#39;");
  assert.equal(escapeMarkdown("[x](command:y)"), "\\[x\\]\\(command:y\\)");
  assert.equal(markdownCode("a `b` ``c``"), "``` a `b` ``c`` ```");
});

test("addresses of dashboards lose their secret, other addresses do not change", () => {
  assert.equal(
    redactAddresses("GET http://127.0.0.1:4711/secret/token/ now"),
    "GET http://127.0.0.1:4711/… now",
  );
  assert.equal(redactAddresses('{"url":"http://localhost:1/abc/"}'), '{"url":"http://localhost:1/…"}');
  assert.equal(redactAddresses("https://www.mindspore.cn/docs"), "https://www.mindspore.cn/docs");
});

test("lengths of time are told in at most two units", () => {
  assert.deepEqual([5, 65, 3700, 90_000].map(durationText), ["5 s", "1 min 5 s", "1 h 1 min", "1 d 1 h"]);
});

test("ages are told in one unit, and not at all for what is no time", () => {
  const now = Date.parse("2026-01-02T10:00:00Z");
  assert.equal(ageText("2026-01-02T09:59:30Z", now), "now");
  assert.equal(ageText("2026-01-02T08:00:00Z", now), "2 h ago");
  assert.equal(ageText("2026-01-01T09:00:00Z", now), "1 d ago");
  assert.equal(ageText("", now), "");
  assert.equal(secondsBetween("2026-01-01T00:00:00Z", ""), undefined);
});

test("paths of both systems are taken apart", () => {
  assert.equal(baseName("/a/b/"), "b");
  assert.equal(baseName("C:\\a\\b.py"), "b.py");
  assert.equal(folderOf("/a/b/c.txt"), "/a/b");
  assert.equal(relativeTo("/a/b", "/a/b/c/d"), "c/d");
  assert.equal(relativeTo("/a/b", "/a/bc"), "/a/bc");
  assert.equal(isInside("/a/b", "/a/b"), true);
});

test("any error becomes something that can be told", () => {
  const problem = new Problem("code", "It broke.", "Mend it.");
  assert.equal(problemFrom(problem), problem);
  assert.equal(problem.sentence, "It broke. Mend it.");
  assert.match(problemFrom(new Error("boom")).sentence, /boom/);
});

test("places in a text are filled, unknown ones stay", () => {
  assert.equal(t("loss {0}", 3), "loss 3");
  assert.equal(t("step {0}/{1}", 1), "step 1/{1}");
});
