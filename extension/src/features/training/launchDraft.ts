import type { InterpreterCandidate, LaunchRequest } from "../../generated/messages";

/** What the user is about to launch; changed step by step before the start. */
export interface LaunchDraft {
  readonly workspaceFolder: string;
  readonly script: string;
  readonly arguments: readonly string[];
}

/** The draft as the helper is asked about it. */
export function launchRequest(
  draft: LaunchDraft,
  candidates: readonly InterpreterCandidate[],
): LaunchRequest {
  return {
    workspace_folder: draft.workspaceFolder,
    script: draft.script,
    arguments: draft.arguments,
    interpreter_candidates: candidates,
  };
}
