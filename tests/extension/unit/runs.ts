import type { RunRow } from "../../../extension/src/generated/messages";

/** A run as tests want it: what matters is given, the rest is dull. */
export function someRun(given: Partial<RunRow> = {}): RunRow {
  return {
    run_folder: "/w/summary/digits_1",
    name: "digits_1",
    experiment: "digits",
    workspace_folder: "/w",
    state: "running",
    is_active: true,
    log_path: "/w/summary/digits_1/train.log",
    summary_folder: "/w/summary/digits_1",
    has_summary: true,
    created: "2026-01-01T10:00:00Z",
    started: "2026-01-01T10:00:01Z",
    ended: "",
    training_pid: 1,
    exit_code: null,
    exit_signal: "",
    stop_stage: "",
    command: ["python", "train.py"],
    working_directory: "/w",
    last_step: null,
    total_steps: null,
    last_loss: "",
    steps_per_second: null,
    eta_seconds: null,
    explanation: "",
    last_lines: [],
    ...given,
  };
}
