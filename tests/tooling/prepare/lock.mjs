/** One preparation at a time: a lock file with a heartbeat, so that a killed owner is noticed. */
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const heartbeatMilliseconds = 5_000;
const staleMilliseconds = 60_000;

/** Do the work while holding the lock; wait, and say so, while another process holds it.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  await take(path);
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), heartbeatMilliseconds);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
async function take(path) {
  let isFirstTry = true;
  while (!tryToTake(path)) {
    if (isAbandoned(path)) rmSync(path, { force: true });
    else if (isFirstTry)
      process.stdout.write(`Another preparation (process ${ownerOf(path)}) is running; waiting for it.\n`);
    isFirstTry = false;
    await delay(500);
  }
}

/** @param {string} path */
function tryToTake(path) {
  try {
    const file = openSync(path, "wx");
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/** @param {string} path */
function isAbandoned(path) {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return age > staleMilliseconds || (age > heartbeatMilliseconds && !isAlive(ownerOf(path)));
}

/** @param {string} path */
function ownerOf(path) {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
