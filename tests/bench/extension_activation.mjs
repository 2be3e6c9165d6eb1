/** How long the extension's activation holds up the extension host, as VS Code itself measures it. */
import { openSession } from "../e2e/environment.mjs";
import { until } from "../e2e/driver/waiting.mjs";
import { median } from "./measuring.mjs";

/** @param {import("./measuring.mjs").BenchOrder} order @returns {Promise<import("./measuring.mjs").Row[]>} */
export async function measure({ isQuick }) {
  const session = await openSession("bench-activation");
  const times = [];
  try {
    for (let round = 0; round < (isQuick ? 1 : 5); round++) {
      if (round > 0) await session.workbench.reload();
      times.push(await activationTime(session));
    }
  } finally {
    await session.close();
  }
  return [{ what: "activation of the extension, as VS Code reports it", value: median(times), unit: "ms" }];
}

/** The view *Running Extensions* says "Activation: 12ms" for each. @param {import("../e2e/driver/session.mjs").Session} session */
async function activationTime({ workbench }) {
  await workbench.runCommand("Developer: Show Running Extensions");
  const row = workbench.page
    .locator(".runtime-extensions-editor .monaco-list-row")
    .filter({ hasText: "mindwatch" });
  return until(
    "VS Code tells the activation time",
    async () =>
      Number(
        /(?:Activation|activated).*?(\d+)\s*ms/is.exec(
          await row.first().innerText({ timeout: 2_000 }),
        )?.[1] ?? 0,
      ),
    { seen: () => workbench.page.locator(".runtime-extensions-editor").allInnerTexts() },
  );
}
