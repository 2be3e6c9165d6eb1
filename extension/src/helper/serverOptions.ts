import { delimiter, join } from "node:path";

/** How the helper's process is started: a program, a list of arguments, a folder and an environment. */
export interface HelperCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Where the helper's package lies inside the extension. */
export function helperFolder(extensionFolder: string): string {
  return join(extensionFolder, "pyhelper");
}

/**
 * The helper's command line. Its folder is ours, so that no file of the workspace can take the place of a module;
 * what the user had in PYTHONPATH comes after, since the helper hands its environment on to trainings.
 */
export function helperCommand(
  python: string,
  extensionFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
): HelperCommand {
  const folder = helperFolder(extensionFolder);
  const before = environment["PYTHONPATH"] ?? "";
  return {
    program: python,
    arguments: ["-m", "mindwatch", "lsp"],
    folder,
    environment: { ...environment, PYTHONPATH: before === "" ? folder : `${folder}${delimiter}${before}` },
  };
}
