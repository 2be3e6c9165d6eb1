/** A fresh VS Code profile in a folder of its own: settings, the packaged extension, a copy of a workspace. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailed, run } from "../../tooling/running/commands.mjs";

/** @typedef {import("../../tooling/prepare/vscode.mjs").VscodeEnvironment} VscodeEnvironment */
/**
 * @typedef {object} Profile
 * @property {string} folder
 * @property {string} userData
 * @property {string} extensions
 * @property {string} workspace
 */
/**
 * @typedef {object} ProfileOrder
 * @property {string} folder where everything goes
 * @property {string} workspaceSource the folder to copy
 * @property {VscodeEnvironment} vscode
 * @property {string} vsix
 * @property {Record<string, unknown>} settings what goes into the user settings besides the quiet ones
 */

/** Nothing may cover what is under test, and the terminal's text must be in the page. */
const quietSettings = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "terminal.integrated.gpuAcceleration": "off",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
  "git.openRepositoryInParentFolders": "never",
  "files.simpleDialog.enable": true,
  "window.restoreWindows": "all",
};

/** Make the profile and install the extension from its package.
 * @param {ProfileOrder} order
 * @returns {Promise<Profile>} */
export async function makeProfile(order) {
  const profile = {
    folder: order.folder,
    userData: join(order.folder, "user-data"),
    extensions: join(order.folder, "extensions"),
    workspace: join(order.folder, "workspace"),
  };
  const userFolder = join(profile.userData, "User");
  for (const folder of [userFolder, profile.extensions]) mkdirSync(folder, { recursive: true });
  // What is there already stays: a demo continues where the last one ended.
  cpSync(order.workspaceSource, profile.workspace, { recursive: true, force: false });
  const settings = { ...quietSettings, ...order.settings };
  writeFileSync(join(userFolder, "settings.json"), `${JSON.stringify(settings, undefined, 2)}\n`);
  await installExtension(order, profile);
  return profile;
}

/** @param {ProfileOrder} order @param {Profile} profile */
async function installExtension(order, profile) {
  const folders = ["--user-data-dir", profile.userData, "--extensions-dir", profile.extensions];
  const command = [
    order.vscode.node,
    order.vscode.entry,
    ...folders,
    "--install-extension",
    order.vsix,
    "--force",
  ];
  const outcome = await run(command, { env: environmentOfServer(order.vscode) });
  if (outcome.code !== 0) throw new CommandFailed(command, outcome, "");
}

/** The server's environment: nothing of an outer VS Code, Python environment or npm script.
 * @param {VscodeEnvironment} _vscode
 * @param {Record<string, string>} [added]
 * @returns {NodeJS.ProcessEnv} */
export function environmentOfServer(_vscode, added = {}) {
  const isForeign =
    /^(VSCODE_|ELECTRON_|npm_|NODE_OPTIONS$|NODE_TEST_CONTEXT$|VIRTUAL_ENV$|PYTHON|MINDWATCH_|PORT$|PASSWORD$)/;
  const own = Object.entries(process.env).filter(([name]) => !isForeign.test(name));
  return { ...Object.fromEntries(own), ...added };
}
