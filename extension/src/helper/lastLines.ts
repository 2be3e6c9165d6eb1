/** Keeps the last lines of a text that comes in pieces. */
export interface LastLines {
  /** Takes the next piece. */
  add(text: string): void;
  readonly lines: readonly string[];
}

/** At most `limit` lines, empty ones left out. */
export function lastLines(limit: number): LastLines {
  let kept: string[] = [];
  let unfinished = "";
  return {
    add(text) {
      const lines = (unfinished + text).split(/\r?\n/);
      unfinished = lines.pop() ?? "";
      kept = [...kept, ...lines.filter((line) => line !== "")].slice(-limit);
    },
    get lines() {
      return unfinished === "" ? kept : [...kept, unfinished].slice(-limit);
    },
  };
}
