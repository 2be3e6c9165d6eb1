/** The pictures of the README, taken by the same session that is tested, and only when they are asked for. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../tooling/running/paths.mjs";

const folder = join(checkout, "media", "screenshots");

/** Whether this run may change the pictures: `npm test -- e2e --screenshots`. */
export const isTakingPictures = Boolean(process.env["MINDWATCH_SCREENSHOTS"]);

/** The whole window with runs, live log and curves. @param {import("./driver/session.mjs").Session} session */
export async function takeMainPicture(session) {
  const { page } = session.workbench;
  const frame = await session.dashboard.frame();
  await page.setViewportSize({ width: 1680, height: 1050 });
  await session.workbench.tab("train.py").click();
  await session.workbench.runCommand("View: Close Editor");
  await frame.getByRole("button", { name: "Close side pane" }).click();
  await session.dashboard.waitForChart("(learning_rate|loss)");
  mkdirSync(folder, { recursive: true });
  await session.workbench.screenshot(join(folder, "main-job.png"));
}
