/** Step: VS Code in the browser (code-server), the Node it needs and a browser to drive it, all from npm packages. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { environmentForNpm, npmCommand, run, runLogged } from "../running/commands.mjs";
import { cacheFolder, toolingFolder } from "../running/paths.mjs";
import { Advice } from "../running/progress.mjs";
import { hashOf, isStamped, stamp } from "./stamps.mjs";

const declaration = join(toolingFolder, "vscode");
const log = join(cacheFolder, "logs", "vscode.log");

/** @typedef {{ folder: string, node: string, entry: string, chromium: string }} VscodeEnvironment */

/** Where the parts of the environment are, whether made or not.
 * @returns {VscodeEnvironment} */
export function vscodeEnvironment() {
  const folder = join(cacheFolder, `vscode-${hash()}`);
  const modules = join(folder, "node_modules");
  return {
    folder,
    node: join(modules, `node-linux-${process.arch}`, "bin", "node"),
    entry: join(modules, "code-server", "out", "node", "entry.js"),
    chromium: join(folder, "chromium", "chromium"),
  };
}

/** @returns {import("./steps.mjs").Step} */
export function vscodeStep() {
  const { folder } = vscodeEnvironment();
  return {
    title: "VS Code in the browser",
    isReady: () => isStamped(folder, hash()),
    make: async (detail) => {
      await requireCompiler();
      for (const [name, make] of Object.entries(phases)) {
        if (isStamped(folder, hash(), `-${name}`)) continue;
        detail(name);
        await make();
        stamp(folder, hash(), `-${name}`);
      }
      stamp(folder, hash());
    },
  };
}

/** Each phase is stamped by itself, so a broken download is continued where it broke.
 * @type {Record<string, () => Promise<unknown>>} */
const phases = {
  packages: async () => {
    const { folder } = vscodeEnvironment();
    mkdirSync(folder, { recursive: true });
    for (const name of ["package.json", "package-lock.json"])
      cpSync(join(declaration, name), join(folder, name));
    await npm(folder, ["ci", "--ignore-scripts", "--force"], process.execPath);
  },
  "server-packages": () => npm(serverFolder(), ["install", "--omit=dev", "--ignore-scripts"]),
  "server-binaries": () =>
    npm(serverFolder(), ["rebuild", "--ignore-scripts=false", "@vscode/spdlog", "@vscode/native-watchdog"]),
  "language-packages": () =>
    npm(join(serverFolder(), "extensions"), ["install", "--omit=dev", "--ignore-scripts"]),
  browser: async () => {
    const { folder, chromium } = vscodeEnvironment();
    rmSync(dirname(chromium), { recursive: true, force: true });
    mkdirSync(dirname(chromium));
    if (existsSync(join(folder, "node_modules", "@sparticuz", "chromium")))
      await unpackChromium(folder, dirname(chromium));
  },
};

function serverFolder() {
  return join(vscodeEnvironment().folder, "node_modules", "code-server", "lib", "vscode");
}

function hash() {
  return hashOf(
    ...["package.json", "package-lock.json"].map((name) => readFileSync(join(declaration, name), "utf8")),
  );
}

/** Run npm under the environment's own Node, whose headers native modules are compiled against.
 * @param {string} cwd @param {string[]} args @param {string} [node] */
async function npm(cwd, args, node = vscodeEnvironment().node) {
  const environment = environmentForNpm();
  const path = `${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}`;
  const env = { ...environment, PATH: path, npm_config_nodedir: dirname(dirname(node)) };
  await runLogged(npmCommand([...args, "--no-audit", "--no-fund", "--fetch-retries=5"], node), log, {
    cwd,
    env,
  });
}

/** The package unpacks itself into the temporary folder, with the libraries it brings for bare machines
 * only when it believes to be on one of AWS; both are steered through the environment.
 * @param {string} folder @param {string} target */
async function unpackChromium(folder, target) {
  const script =
    'const { default: chromium } = await import("@sparticuz/chromium"); console.log(await chromium.executablePath());';
  const env = { ...process.env, TMPDIR: target, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" };
  const command = [vscodeEnvironment().node, "--input-type=module", "-e", script];
  await runLogged(command, log, { cwd: folder, env });
}

async function requireCompiler() {
  if (process.platform !== "linux")
    throw new Advice("VS Code in the browser is prepared on Linux only; use `npm run demo -- --desktop`.");
  const missing = [];
  for (const program of ["g++", "make", "python3"])
    if ((await run([program, "--version"])).code !== 0) missing.push(program);
  if (missing.length === 0) return;
  throw new Advice(
    `VS Code in the browser has two small modules that are compiled here; missing: ${missing.join(", ")}.\n` +
      "Debian and Ubuntu: apt-get install build-essential python3. openEuler, RHEL: dnf install gcc-c++ make python3. Then run the command again.",
  );
}
