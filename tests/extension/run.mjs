// Runs the extension's unit tests under plain Node: bundles each test with esbuild, `vscode` being our small fake.
// Arguments choose tests by a part of their file name; without arguments all run.

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = fileURLToPath(new URL("unit", import.meta.url));
const wanted = process.argv.slice(2);

const names = (await readdir(folder)).filter((name) => name.endsWith(".test.ts"));
const chosen = names.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (chosen.length === 0) {
  console.error(`No unit test of the extension matches: ${wanted.join(" ")}`);
  process.exit(1);
}

// Inside the checkout, so that packages are found from there.
const workFolder = join(root, "tests", ".work");
await mkdir(workFolder, { recursive: true });
const bundles = await mkdtemp(join(workFolder, "extension-tests-"));
try {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: chosen.map((name) => join(folder, name)),
    outdir: bundles,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    sourcemap: "inline",
    logLevel: "warning",
    packages: "external",
    // The fake has only what is used; what a test does not reach may be missing.
    logOverride: { "import-is-undefined": "silent" },
    alias: { vscode: join(root, "tests", "extension", "fakes", "vscode.ts") },
    define: { CHECKOUT: JSON.stringify(root) },
  });
  const files = chosen.map((name) => join(bundles, name.replace(/\.ts$/, ".mjs")));
  const child = spawn(process.execPath, ["--enable-source-maps", "--test", ...files], {
    stdio: "inherit",
    cwd: root,
  });
  process.exitCode = await new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
} finally {
  await rm(bundles, { recursive: true, force: true });
}
