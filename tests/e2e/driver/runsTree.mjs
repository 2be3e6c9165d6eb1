/** The view "Runs" of the extension. */
import { until } from "./waiting.mjs";

/** The runs as the side bar lists them, newest first. */
export class RunsTree {
  /** @param {import("./workbench.mjs").Workbench} workbench */
  constructor(workbench) {
    this.workbench = workbench;
  }

  /** Bring the view to the front. */
  async show() {
    const icon = this.workbench.page.locator(".activitybar .action-item", {
      has: this.workbench.page.locator('[aria-label*="MindWatch"]'),
    });
    await until("the runs view is shown", async () => {
      if (await this.#pane.isVisible()) return true;
      await icon.first().click({ timeout: 5_000 });
      return this.#pane.waitFor({ timeout: 5_000 }).then(() => true);
    });
  }

  /** What each line says, as one text: name, state, step, loss, age. */
  async lines() {
    const texts = await this.#rows.allInnerTexts();
    return texts.map((text) => text.replace(/\s+/g, " ").trim());
  }

  /** Wait until the newest run's line matches, and return it.
   * @param {RegExp} pattern @param {{ limit?: number }} [options] */
  async waitForNewest(pattern, options = {}) {
    const question = async () =>
      (await this.lines()).find((line, index) => index === 0 && pattern.test(line));
    return until(`the newest run shows ${String(pattern)}`, question, {
      ...options,
      seen: () => this.#seen(),
    });
  }

  /** Click the newest run. */
  async clickNewest() {
    await this.#rows.first().click();
  }

  /** What stands in the view when there are no runs. */
  async message() {
    return this.#pane.innerText();
  }

  get #pane() {
    return this.workbench.page
      .locator(".pane", { has: this.workbench.page.locator('[aria-label*="Runs"]') })
      .first();
  }

  get #rows() {
    return this.#pane.locator(".monaco-list-row");
  }

  async #seen() {
    return { lines: await this.lines(), ...(await this.workbench.visibleTexts()) };
  }
}
