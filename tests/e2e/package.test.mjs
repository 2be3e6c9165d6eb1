/** The package itself: what is in it, and that the helper starts out of it under Pythons that have nothing installed. */
import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { prepare } from "../tooling/prepare/steps.mjs";
import { findPython } from "../tooling/prepare/pythons.mjs";
import { run } from "../tooling/running/commands.mjs";
import { pythonOf, workFolder } from "../tooling/running/paths.mjs";
import { HelperConversation } from "./driver/helperConversation.mjs";
import { packagePath } from "./environment.mjs";

const folder = join(workFolder, "e2e", "package");
/** @type {string[]} */
let names = [];

before(async () => {
  const { helperPython } = await prepare([]);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const vsix = await packagePath();
  const unpacked = await run([helperPython, "-m", "zipfile", "-e", vsix, folder]);
  assert.equal(unpacked.code, 0, unpacked.output);
  names = (await run([helperPython, "-c", listing, vsix])).output.trim().split("\n");
});

const listing = "import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep='\\n')";

test("the package holds the extension, the helper, the runner, their libraries and their licences", () => {
  const wanted = [
    "package.json",
    "package.nls.json",
    "package.nls.zh-cn.json",
    "readme.md",
    "changelog.md",
    "LICENSE.txt",
    "dist/extension.cjs",
    "dist/webview/dashboard.js",
    "media/icon.png",
    "extension/l10n/bundle.l10n.zh-cn.json",
    "pyhelper/mindwatch/__main__.py",
    "pyhelper/mindwatch/texts/zh_CN.mo",
    "pyhelper/mindwatch_runner/boot/sitecustomize.py",
    "pyhelper/_libs/pygls/__init__.py",
    "pyhelper/_libs/pygls-2.1.1.dist-info/licenses/LICENSE.txt",
  ];
  assert.deepEqual(
    wanted.filter((name) => !names.includes(`extension/${name}`)),
    [],
  );
});

test("the package holds no tests, no maps, no caches and nothing compiled", () => {
  const unwanted = /(^|\/)(tests|node_modules|__pycache__|\.venv|\.git|src)\/|\.(map|pyc|ts|so|vsix)$|bin\//;
  assert.deepEqual(
    names.filter((name) => unwanted.test(name) && !name.includes("/_libs/")),
    [],
  );
  assert.deepEqual(
    names.filter((name) => /__pycache__|\.(map|pyc|so|pyd)$/.test(name)),
    [],
  );
});

for (const minor of ["3.9", "3.12"])
  test(`the helper starts out of the package under a Python ${minor} without any package`, async (context) => {
    const python = await findPython(minor);
    if (!python) return context.skip(`no Python ${minor} here; \`pyenv install ${minor}\` brings it`);
    const venv = join(folder, `bare-${minor}`);
    const made = await run([python.path, "-m", "venv", "--without-pip", venv]);
    assert.equal(made.code, 0, made.output);
    const helper = HelperConversation.start(pythonOf(venv), join(folder, "extension", "pyhelper"));
    try {
      const { capabilities } = await helper.initialize(folder);
      assert.ok(capabilities.executeCommandProvider.commands.includes("mindwatch.helper.training.start"));
    } finally {
      helper.kill();
    }
  });
