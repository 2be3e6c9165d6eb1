/** The integrated terminal that is in front: its text and the links in it. */
import { until } from "./waiting.mjs";

const rows = ".terminal-wrapper.active .xterm-rows";

/** @typedef {{ x: number, y: number }} Position */

/** The terminal in front. */
export class Terminal {
  /** @param {import("./workbench.mjs").Workbench} workbench */
  constructor(workbench) {
    this.workbench = workbench;
  }

  /** The visible text. */
  async text() {
    const lines = await this.workbench.page.locator(`${rows} > div`).allTextContents();
    return lines.map((line) => line.replaceAll("\u00a0", " ").trimEnd()).join("\n");
  }

  /** Wait until the visible text matches. @param {RegExp} pattern @param {{ limit?: number }} [options] */
  async waitForText(pattern, options = {}) {
    const seen = async () => ({ terminal: await this.text(), window: await this.workbench.visibleTexts() });
    await until(`the terminal shows ${String(pattern)}`, async () => pattern.test(await this.text()), {
      ...options,
      seen,
    });
  }

  /** Ctrl+click right behind the words `label`, once the text there is a link, until `isDone`.
   * Lines may move at any moment while a training prints, so each try looks anew.
   * @param {string} label @param {() => Promise<boolean>} isDone */
  async clickLinkAfter(label, isDone) {
    await until(
      `the link behind "${label}" answers a click`,
      async () => {
        const position = await this.#positionBehind(label);
        if (!position) return this.#scrollTowards();
        await this.#clickLinkAt(position);
        return until("the click is answered", isDone, { limit: 3_000 }).catch(() => false);
      },
      { seen: () => this.text() },
    );
  }

  /** @param {Position} position */
  async #clickLinkAt({ x, y }) {
    const { page } = this.workbench;
    await page.mouse.move(x - 3, y);
    await page.mouse.move(x, y);
    const link = page.locator(
      ".terminal-wrapper.active .xterm-cursor-pointer, .terminal-wrapper.active .xterm-screen.xterm-cursor-pointer",
    );
    await link
      .first()
      .waitFor({ state: "attached", timeout: 3_000 })
      .catch(() => undefined);
    await page.keyboard.down("Control");
    try {
      await page.mouse.move(x + 1, y);
      await page.mouse.click(x, y);
    } finally {
      await page.keyboard.up("Control");
    }
  }

  /** Where a few characters behind the label are on the screen.
   * @param {string} label @returns {Promise<Position | null>} */
  #positionBehind(label) {
    return this.workbench.page.evaluate(
      ({ selector, words }) => {
        for (const row of document.querySelectorAll(selector)) {
          const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
          let text = "";
          /** @type {{ node: Node, start: number }[]} */
          const pieces = [];
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            pieces.push({ node, start: text.length });
            text += node.textContent ?? "";
          }
          const found = text.replaceAll("\u00a0", " ").indexOf(words);
          const target = found + words.length + 4;
          const piece = pieces.findLast(({ start }) => start <= target);
          if (found < 0 || !piece || target >= text.length) continue;
          const range = document.createRange();
          range.setStart(piece.node, target - piece.start);
          range.setEnd(piece.node, target - piece.start + 1);
          const box = range.getBoundingClientRect();
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }
        return null;
      },
      { selector: `${rows} > div`, words: label },
    );
  }

  /** Older lines have moved out of sight: look further up, where new output does not move them. */
  async #scrollTowards() {
    const { page } = this.workbench;
    const box = await page.locator(rows).boundingBox();
    if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, -150);
    return false;
  }
}
