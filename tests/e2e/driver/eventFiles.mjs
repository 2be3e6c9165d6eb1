/** Read a run's event files with TensorBoard's own reader, which knows nothing of ours. */
import { run } from "../../tooling/running/commands.mjs";

const script = `
import json, sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
events = EventAccumulator(sys.argv[1], size_guidance={"scalars": 0})
events.Reload()
tags = events.Tags()["scalars"]
print(json.dumps({tag: [[e.step, e.value] for e in events.Scalars(tag)] for tag in tags}))
`;

/** Every scalar in the folder: tag to step to value.
 * @param {string} python an interpreter with TensorBoard
 * @param {string} folder
 * @returns {Promise<Record<string, Map<number, number>>>} */
export async function scalarsIn(python, folder) {
  const { output, code } = await run([python, "-W", "ignore", "-c", script, folder]);
  if (code !== 0) throw new Error(`the event files of ${folder} cannot be read:\n${output}`);
  const scalars = JSON.parse(output.trim().split("\n").at(-1) ?? "{}");
  return Object.fromEntries(Object.entries(scalars).map(([tag, points]) => [tag, new Map(points)]));
}
