import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { InterpreterCandidate } from "../generated/messages";

/** The oldest Python the helper runs on. */
export const oldestPython: readonly [number, number] = [3, 9];

/** Asks a Python for its version; undefined when it cannot be run. */
export type AskVersion = (path: string) => Promise<readonly [number, number] | undefined>;

/** What is known about Pythons before any was asked. */
export interface KnownPythons {
  /** `mindwatch.helper.interpreter` and the reason to show. */
  readonly configured: readonly InterpreterCandidate[];
  /** Asked only when needed, since it may start the Python extension. */
  readonly selected: () => Promise<InterpreterCandidate | undefined>;
  /** `mindwatch.python.interpreter`. */
  readonly training: readonly InterpreterCandidate[];
  /** Names to look for on PATH. */
  readonly names: readonly InterpreterCandidate[];
}

/** A Python that fits, or every one that was tried and why it does not. */
export type PythonChoice =
  | { readonly kind: "found"; readonly python: InterpreterCandidate; readonly version: string }
  | { readonly kind: "none"; readonly tried: readonly RejectedPython[] };

/** A Python that cannot run the helper; `version` is empty when it could not be run at all. */
export interface RejectedPython {
  readonly path: string;
  readonly version: string;
}

/** The first Python that is new enough: helper setting, Python extension, training setting, PATH. */
export async function chooseHelperPython(known: KnownPythons, ask: AskVersion): Promise<PythonChoice> {
  const tried: RejectedPython[] = [];
  const groups = [
    () => known.configured,
    async () => oneOrNone(await known.selected()),
    () => known.training,
    () => known.names,
  ];
  for (const group of groups) {
    for (const candidate of await group()) {
      const version = await ask(candidate.path);
      if (version !== undefined && isNewEnough(version)) {
        return { kind: "found", python: candidate, version: version.join(".") };
      }
      tried.push({ path: candidate.path, version: version?.join(".") ?? "" });
    }
  }
  return { kind: "none", tried };
}

/** Runs a Python, cut off from the workspace and the user's modules, to learn its version. */
export function askPythonVersion(folder: string): AskVersion {
  const script = "import sys; sys.stdout.write('%d.%d' % sys.version_info[:2])";
  return (path) =>
    new Promise((resolve) => {
      execFile(
        path,
        ["-I", "-c", script],
        { cwd: folder, timeout: 15_000, windowsHide: true },
        (error, stdout) => {
          const numbers = /^(\d+)\.(\d+)$/.exec(stdout);
          resolve(error === null && numbers !== null ? [Number(numbers[1]), Number(numbers[2])] : undefined);
        },
      );
    });
}

/** A path from the settings with `~` and `${workspaceFolder}` replaced. */
export function expandedPath(path: string, workspaceFolder: string | undefined): string {
  const withFolder = path.trim().replaceAll("${workspaceFolder}", workspaceFolder ?? "");
  const expanded = withFolder.replace(/^~(?=$|[\\/])/, homedir());
  const isBareName = !/[\\/]/.test(expanded);
  return isBareName || isAbsolute(expanded) || workspaceFolder === undefined
    ? expanded
    : join(workspaceFolder, expanded);
}

function isNewEnough([major, minor]: readonly [number, number]): boolean {
  return major > oldestPython[0] || (major === oldestPython[0] && minor >= oldestPython[1]);
}

function oneOrNone<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
