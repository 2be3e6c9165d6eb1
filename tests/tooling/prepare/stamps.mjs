/** A stamp is written last, so a folder without the right stamp is half made or out of date, and is made again. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const stampName = ".mindwatch-stamp";

/** A short hash of everything an environment depends on.
 * @param {(string | undefined)[]} parts */
export function hashOf(...parts) {
  return createHash("sha256")
    .update(JSON.stringify([process.platform, process.arch, ...parts]))
    .digest("hex")
    .slice(0, 12);
}

/** Whether the folder was completely made for this hash.
 * @param {string} folder @param {string} hash @param {string} [phase] */
export function isStamped(folder, hash, phase = "") {
  const path = join(folder, stampName + phase);
  return existsSync(path) && readFileSync(path, "utf8").trim() === hash;
}

/** Say that the folder, or a phase of it, is complete.
 * @param {string} folder @param {string} hash @param {string} [phase] */
export function stamp(folder, hash, phase = "") {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, stampName + phase), `${hash}\n`);
}
