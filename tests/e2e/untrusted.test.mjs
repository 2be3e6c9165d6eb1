/** In a workspace the user does not trust nothing is started, and what is there can be read. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "./driver/waiting.mjs";
import { withSession } from "./scenario.mjs";

const testInSession = withSession("untrusted", {
  isTrusted: false,
  settings: { "security.workspace.trust.enabled": true },
});

testInSession("the runs view says that nothing is started here", async ({ runs }) => {
  await runs.show();
  await until("the view says so", async () => /not trust/i.test(await runs.message()), {
    seen: () => runs.message(),
  });
});

testInSession("the palette does not offer to launch a training", async (session) => {
  const { workbench } = session;
  await workbench.openFile("train.py");
  await workbench.typeInPalette("MindSpore: ");
  await workbench.waitForRow("MindSpore: Show MindWatch Output");
  assert.equal(await workbench.row("Launch Monitored Training").count(), 0);
  await workbench.page.keyboard.press("Escape");
  assert.deepEqual(
    session.server.processes().filter(({ command }) => /mindwatch_runner|train\.py/.test(command)),
    [],
  );
});

testInSession("a run that is there already is listed", async (session) => {
  const folder = join(session.summaryBase, "older_00000000_20260101_000000");
  mkdirSync(folder, { recursive: true });
  const record = {
    schema: 1,
    name: "older_00000000_20260101_000000",
    experiment: "older",
    created: "2026-01-01T00:00:00+00:00",
    state: "finished",
    exit_code: 0,
  };
  writeFileSync(join(folder, "train.log"), "epoch: 1 step: 1, loss is 2.5\n");
  writeFileSync(join(folder, "run.json"), JSON.stringify(record));
  await session.runs.show();
  await session.runs.waitForNewest(/older.*finished/);
});
