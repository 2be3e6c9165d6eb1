/** Find the processes of a session by a mark in their environment, so that none is left behind unseen. */
import { readdirSync, readFileSync } from "node:fs";

export const markName = "DRIVEN_SESSION_MARK";

/** Every living process that inherited the mark, with its command line.
 * @param {string} mark
 * @returns {{ pid: number, command: string }[]} */
export function processesWith(mark) {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids
    .filter((pid) => pid !== process.pid && carries(pid, `${markName}=${mark}`))
    .map((pid) => ({ pid, command: commandOf(pid) }));
}

/** Whether the process runs; a zombie does not. @param {number} pid */
export function isRunning(pid) {
  const status = read(`/proc/${pid}/stat`);
  return status !== "" && !/\) [ZX] /.test(status);
}

/** @param {number} pid @param {string} entry */
function carries(pid, entry) {
  return isRunning(pid) && read(`/proc/${pid}/environ`).split("\0").includes(entry);
}

/** @param {number} pid */
function commandOf(pid) {
  return read(`/proc/${pid}/cmdline`).split("\0").join(" ").trim();
}

/** A process may end while it is looked at. @param {string} path */
function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
