/** How soon after the first step its loss is on disk, and how soon the helper tells the editor. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HelperConversation } from "../e2e/driver/helperConversation.mjs";
import { until } from "../e2e/driver/waiting.mjs";
import { checkout, workFolder } from "../tooling/running/paths.mjs";
import { median, momentWhen } from "./measuring.mjs";

/** Ends its first step, says when by its own clock, and then waits inside the second. */
const script = `import time
import numpy as np
import mindspore as ms
from mindspore import nn
from mindspore.dataset import NumpySlicesDataset
from mindspore.train import Callback, Model

class Told(Callback):
    def on_train_step_end(self, run_context):
        if run_context.original_args().cur_step_num == 1:
            print("first step ended at", time.time(), flush=True)
            time.sleep(8)

data = NumpySlicesDataset((np.ones((64, 4), np.float32), np.zeros((64, 1), np.float32)), ["x", "y"]).batch(8)
net = nn.Dense(4, 1)
Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.01)).train(1, data, callbacks=[Told()], dataset_sink_mode=False)
`;

/** @param {import("./measuring.mjs").BenchOrder} order @returns {Promise<import("./measuring.mjs").Row[]>} */
export async function measure({ prepared, isQuick }) {
  const onDisk = [];
  const pushed = [];
  for (let round = 0; round < (isQuick ? 1 : 3); round++) {
    const seconds = await measureOnce(prepared);
    onDisk.push(seconds.onDisk);
    pushed.push(seconds.pushed);
  }
  return [
    { what: "end of step 1 until its loss is in the event file", value: median(onDisk), unit: "s" },
    { what: "end of step 1 until the helper pushes its loss", value: median(pushed), unit: "s" },
  ];
}

/** @param {import("../tooling/prepare/steps.mjs").Prepared} prepared */
async function measureOnce(prepared) {
  const folder = join(workFolder, "bench", "first-point");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "train.py"), script);
  const helper = HelperConversation.start(prepared.helperPython, join(checkout, "pyhelper"));
  try {
    await helper.initialize(folder, { "python.interpreter": prepared.trainingPython });
    const request = { workspace_folder: folder, script: join(folder, "train.py"), arguments: [] };
    const run = await helper.command("mindwatch.helper.training.start", request);
    const [writtenAt, pushedAt] = await Promise.all([
      momentOfFirstPoint(run.run_folder),
      momentOfPush(helper),
    ]);
    const endedAt = await until("the script tells when its step ended", () => endOfFirstStep(run.log_path));
    await helper.command("mindwatch.helper.training.stop", { run_folder: run.run_folder, immediately: true });
    return { onDisk: writtenAt - endedAt, pushed: pushedAt - endedAt };
  } finally {
    helper.kill();
  }
}

/** The tag stands in the file as plain text, so no reader is needed to see it. @param {string} runFolder */
function momentOfFirstPoint(runFolder) {
  return momentWhen("the first point is on disk", () => {
    const files = readdirSync(runFolder).filter((name) => name.startsWith("events.out.tfevents."));
    return files.some((name) => readFileSync(join(runFolder, name)).includes("loss"));
  });
}

/** @param {HelperConversation} helper */
function momentOfPush(helper) {
  return momentWhen("the helper pushes the loss", () =>
    helper.hasPush("mindwatch/runsChanged", ({ runs }) =>
      runs.some((/** @type {any} */ row) => row.last_loss !== ""),
    ),
  );
}

/** @param {string} logPath */
function endOfFirstStep(logPath) {
  return Number(/first step ended at ([\d.]+)/.exec(readFileSync(logPath, "utf8"))?.[1] ?? 0);
}
