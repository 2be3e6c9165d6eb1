import * as vscode from "vscode";
import type { Disposable } from "../core/owner";
import { settingDefaults, type Settings } from "../generated/settings";

const section = "mindwatch";

/** One setting as it holds for `scope`; the default comes from package.json. */
export function readSetting<Key extends keyof Settings>(key: Key, scope?: vscode.Uri): Settings[Key] {
  return vscode.workspace.getConfiguration(section, scope).get<Settings[Key]>(key) ?? settingDefaults[key];
}

/** All settings as they hold for `scope`, by their names without the common prefix. */
export function readAllSettings(scope?: vscode.Uri): Record<string, unknown> {
  const keys = Object.keys(settingDefaults) as (keyof Settings)[];
  return Object.fromEntries(keys.map((key) => [key, readSetting(key, scope)]));
}

/** All settings for every workspace folder, by the folder's path. */
export function readSettingsByFolder(): Record<string, Record<string, unknown>> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return Object.fromEntries(folders.map((folder) => [folder.uri.fsPath, readAllSettings(folder.uri)]));
}

/** Writes a setting for one of several workspace folders, for the workspace that is one folder, else for the user. */
export async function writeSetting<Key extends keyof Settings>(
  key: Key,
  value: Settings[Key] | undefined,
  workspaceFolder: string | undefined,
): Promise<void> {
  const scope = workspaceFolder === undefined ? undefined : vscode.Uri.file(workspaceFolder);
  const target = targetAmong(vscode.workspace.workspaceFolders?.length ?? 0, scope);
  await vscode.workspace.getConfiguration(section, scope).update(key, value, target);
}

function targetAmong(folderCount: number, scope: vscode.Uri | undefined): vscode.ConfigurationTarget {
  if (folderCount === 0) {
    return vscode.ConfigurationTarget.Global;
  }
  return folderCount > 1 && scope !== undefined
    ? vscode.ConfigurationTarget.WorkspaceFolder
    : vscode.ConfigurationTarget.Workspace;
}

/** Writes a setting for the user, where no workspace can set it. */
export async function writeUserSetting<Key extends keyof Settings>(
  key: Key,
  value: Settings[Key],
): Promise<void> {
  await vscode.workspace.getConfiguration(section).update(key, value, vscode.ConfigurationTarget.Global);
}

/** Calls `listener` when a setting of ours changed; `changed` tells whether a given one did. */
export function onSettingsChanged(listener: (changed: (key: keyof Settings) => boolean) => void): Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(section)) {
      listener((key) => event.affectsConfiguration(`${section}.${key}`));
    }
  });
}

/** Opens the settings editor on one of our settings, or on all of them. */
export async function openSettings(key?: keyof Settings): Promise<void> {
  await vscode.commands.executeCommand(
    "workbench.action.openSettings",
    key === undefined ? section : `${section}.${key}`,
  );
}
