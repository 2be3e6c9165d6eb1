/** Step: `node_modules` of the checkout, exactly as the lock file says. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { environmentForNpm, npmCommand, runLogged } from "../running/commands.mjs";
import { checkout, logFolder } from "../running/paths.mjs";
import { hashOf, isStamped, stamp } from "./stamps.mjs";

/** @typedef {import("./steps.mjs").Step} Step */

/** @returns {Step} */
export function nodePackages() {
  const folder = join(checkout, "node_modules");
  const lock = join(checkout, "package-lock.json");
  const hash = hashOf(
    existsSync(lock) ? readFileSync(lock, "utf8") : "",
    process.versions.node.split(".")[0],
  );
  return {
    title: "Node packages",
    isReady: () => isStamped(folder, hash),
    make: async () => {
      const command = npmCommand(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=5"]);
      await runLogged(command, join(logFolder, "node-packages.log"), {
        cwd: checkout,
        env: environmentForNpm(),
      });
      stamp(folder, hash);
    },
  };
}
