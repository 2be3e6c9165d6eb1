import assert from "node:assert/strict";
import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { LogTail, type TailLimits } from "../../../extension/src/features/logs/logTail";
import { noticeText, sizeText, terminalText } from "../../../extension/src/features/logs/logTexts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "mindwatch 日志 "));
});
after(() => rm(folder, { recursive: true, force: true }));

/** A tail whose polling never comes in time, so that each reading is one the test asked for. */
function follow(path: string, limits: Partial<TailLimits> = {}) {
  const seen = { text: "", skipped: 0, restarts: 0 };
  const tail = new LogTail(
    path,
    {
      text: (piece) => (seen.text += piece),
      skipped: (bytes) => (seen.skipped += bytes),
      restarted: () => (seen.restarts += 1),
    },
    { pollMilliseconds: 3_600_000, ...limits },
  );
  return { seen, tail };
}

test("a log is followed from before it exists", async () => {
  const path = join(folder, "later.log");
  const { seen, tail } = follow(path);
  await tail.readAvailable();
  await writeFile(path, "first\n");
  await tail.readAvailable();
  await appendFile(path, "second\n");
  await tail.readAvailable();
  tail.dispose();
  assert.equal(seen.text, "first\nsecond\n");
});

test("a character that is written in two halves is shown whole", async () => {
  const path = join(folder, "halves.log");
  const bytes = Buffer.from("损失");
  await writeFile(path, bytes.subarray(0, 4));
  const { seen, tail } = follow(path);
  await tail.readAvailable();
  assert.equal(seen.text, "损");
  await appendFile(path, bytes.subarray(4));
  await tail.readAvailable();
  tail.dispose();
  assert.equal(seen.text, "损失");
});

test("small chunks change nothing in what is shown", async () => {
  const path = join(folder, "chunks.log");
  const text = "loss 损失 😀\n".repeat(50);
  await writeFile(path, text);
  const { seen, tail } = follow(path, { chunkBytes: 7, burstBytes: 1000 });
  await tail.readAvailable();
  tail.dispose();
  assert.equal(seen.text, text);
});

test("of a long log the last part is shown, from the start of a line, and the rest is counted", async () => {
  const path = join(folder, "long.log");
  const lines = Array.from({ length: 1000 }, (_, index) => `line ${String(index).padStart(4, "0")}\n`);
  await writeFile(path, lines.join(""));
  const { seen, tail } = follow(path, { keepBytes: 105 });
  await tail.readAvailable();
  tail.dispose();
  assert.equal(seen.text, lines.slice(-10).join(""));
  assert.equal(seen.skipped, 9900);
});

test("a log that was emptied is shown from its new beginning", async () => {
  const path = join(folder, "emptied.log");
  await writeFile(path, "old old old\n");
  const { seen, tail } = follow(path);
  await tail.readAvailable();
  await truncate(path, 0);
  await appendFile(path, "new\n");
  await tail.readAvailable();
  tail.dispose();
  assert.equal(seen.text, "old old old\nnew\n");
  assert.equal(seen.restarts, 1);
});

test("a log that was replaced by another file is shown from its beginning", async () => {
  const path = join(folder, "replaced.log");
  await writeFile(path, "old\n");
  const { seen, tail } = follow(path);
  await tail.readAvailable();
  await writeFile(`${path}.new`, "a longer new one\n");
  await rename(`${path}.new`, path);
  await tail.readAvailable();
  tail.dispose();
  assert.equal(seen.text, "old\na longer new one\n");
  assert.equal(seen.restarts, 1);
});

test("a change is seen without anyone asking", { timeout: 20_000 }, async () => {
  const path = join(folder, "events.log");
  await writeFile(path, "");
  await new Promise<void>((resolve) => {
    const tail = new LogTail(
      path,
      {
        text: () => {
          tail.dispose();
          resolve();
        },
        skipped: () => undefined,
        restarted: () => undefined,
      },
      { pollMilliseconds: 100 },
    );
    void tail.readAvailable().then(() => appendFile(path, "here\n"));
  });
});

test("line feeds become what a terminal needs, progress bars stay", () => {
  assert.equal(terminalText("a\nb\r\nc\rd"), "a\r\nb\r\nc\rd");
  assert.match(noticeText("note"), /^\r\n.*note.*\r\n$/s);
  assert.equal(sizeText(500), "1 kB");
  assert.equal(sizeText(2_500_000), "2.5 MB");
});
