/** The TensorBoard panel: what its frame loads is what counts, not that a frame exists. */
import { until } from "./waiting.mjs";

/** @typedef {import("playwright-core").Frame} Frame */
/** @typedef {{ step: number, value: number }} Point */

/** The panel in front. */
export class DashboardPanel {
  /** @param {import("./workbench.mjs").Workbench} workbench */
  constructor(workbench) {
    this.workbench = workbench;
  }

  /** Our own page around the dashboard. */
  get page() {
    return this.workbench.page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  }

  /** The frame that TensorBoard runs in, once its application has come up.
   * @returns {Promise<Frame>} */
  async frame() {
    return until(
      "TensorBoard runs in its frame",
      async () => {
        const element = await this.page.locator("#dashboard-frame").elementHandle({ timeout: 2_000 });
        const frame = await element?.contentFrame();
        return frame && (await frame.locator("tb-webapp, tf-tensorboard").count()) > 0 ? frame : undefined;
      },
      { seen: () => this.seen() },
    );
  }

  /** The points of a tag as TensorBoard serves them to its own frame.
   * @param {string} tag @returns {Promise<Point[]>} */
  async points(tag) {
    const frame = await this.frame();
    const answer = await frame.evaluate(async (wanted) => {
      const base = document.baseURI;
      const tags = await (await fetch(new URL("data/plugin/scalars/tags", base))).json();
      const run = Object.keys(tags).find((name) => wanted in tags[name]);
      if (run === undefined) return [];
      const query = new URLSearchParams({ run, tag: wanted });
      return (await fetch(new URL(`data/plugin/scalars/scalars?${query}`, base))).json();
    }, tag);
    return answer.map((/** @type {[number, number, number]} */ [, step, value]) => ({
      step,
      value: Number(value),
    }));
  }

  /** Look for the tags that match, as a user who types into TensorBoard's filter, and wait for a curve of several points.
   * @param {string} tag a name, or a pattern that is in parentheses */
  async waitForChart(tag) {
    const frame = await this.frame();
    const filter = frame.getByRole("combobox", { name: "Filter tags" });
    await filter.fill(`^${tag}$`);
    await filter.press("Escape");
    const curve = frame
      .locator("scalar-card")
      .filter({ hasText: new RegExp(tag) })
      .locator(".series-view path")
      .first();
    await until(
      `TensorBoard draws a curve of ${tag}`,
      async () => ((await curve.getAttribute("d", { timeout: 2_000 })) ?? "").split("L").length > 4,
      { seen: () => frame.locator("body").innerText() },
    );
  }

  /** What the panel says instead of a dashboard, for messages of failed waits. */
  async seen() {
    const texts = await this.page.locator("body").innerText({ timeout: 1_000 }).catch(String);
    return { panel: texts.slice(0, 1500), window: await this.workbench.visibleTexts() };
  }
}
