/** Virtual environments of the per-user cache, named after the hash of their requirements. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, pythonOf, toolingFolder } from "../running/paths.mjs";
import { hashOf, isStamped, stamp } from "./stamps.mjs";
import { makeVenv } from "./venv.mjs";

/** @typedef {{ name: string, title: string, requirements: string, python: import("./pythons.mjs").Python }} CachedVenv */

/** Where the environment is or will be. @param {CachedVenv} order */
function cachedVenvFolder(order) {
  return join(cacheFolder, `${order.name}-${cachedVenvHash(order)}`);
}

/** The interpreter of the environment. @param {CachedVenv} order */
export function cachedVenvPython(order) {
  return pythonOf(cachedVenvFolder(order));
}

/** @param {CachedVenv} order @returns {import("./steps.mjs").Step} */
export function cachedVenvStep(order) {
  const folder = cachedVenvFolder(order);
  return {
    title: order.title,
    isReady: () => isStamped(folder, cachedVenvHash(order)),
    make: async (detail) => {
      // Without a stamp it is half made; what was downloaded before is in pip's own cache.
      rmSync(folder, { recursive: true, force: true });
      const install = ["--only-binary=:all:", "-r", requirementsPath(order)];
      await makeVenv({
        folder,
        python: order.python,
        install,
        log: join(cacheFolder, "logs", `${order.name}.log`),
        detail,
      });
      stamp(folder, cachedVenvHash(order));
    },
  };
}

/** @param {CachedVenv} order */
function requirementsPath(order) {
  return join(toolingFolder, "requirements", order.requirements);
}

/** @param {CachedVenv} order */
function cachedVenvHash(order) {
  return hashOf(readFileSync(requirementsPath(order), "utf8"), order.python.version, order.python.path);
}
