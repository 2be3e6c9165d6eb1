// Bundles the extension: dist/extension.cjs for the extension host and one bundle per webview in dist/webview.
// `--production` leaves out source maps and minifies; `--watch` rebuilds on change.

import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const production = process.argv.includes("--production");
const root = fileURLToPath(new URL("..", import.meta.url));

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: production,
  sourcemap: production ? false : "linked",
  legalComments: "none",
  logLevel: "warning",
};

const bundles = [
  {
    ...shared,
    entryPoints: ["extension/src/extension.ts"],
    outfile: "dist/extension.cjs",
    platform: "node",
    // VS Code 1.91, the oldest we support, runs extensions on Node 20.
    target: "node20",
    format: "cjs",
    external: ["vscode"],
    mainFields: ["module", "main"],
  },
  {
    ...shared,
    entryPoints: {
      dashboard: "extension/src/webview/dashboard/main.ts",
      "dashboard-style": "extension/src/webview/dashboard/dashboard.css",
    },
    outdir: "dist/webview",
    platform: "browser",
    target: "es2022",
    format: "iife",
  },
];

await rm(`${root}/dist/extension.cjs.map`, { force: true });
await rm(`${root}/dist/webview`, { recursive: true, force: true });
if (process.argv.includes("--watch")) {
  const contexts = await Promise.all(bundles.map((bundle) => esbuild.context(bundle)));
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
}
