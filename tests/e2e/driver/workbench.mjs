/** The VS Code window in the browser: what a user sees and presses, found by roles and classes of the workbench. */
import { basename } from "node:path";
import { until } from "./waiting.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

/** One open window. */
export class Workbench {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Open a window and wait for the workbench.
   * @param {import("playwright-core").Browser} browser @param {{ workbenchUrl: string, password: string }} server */
  static async open(browser, { workbenchUrl, password }) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const workbench = new Workbench(await context.newPage());
    await workbench.page.goto(workbenchUrl);
    await workbench.logIn(password);
    await workbench.ready();
    return workbench;
  }

  /** Give the password on the page that asks for it. @param {string} password */
  async logIn(password) {
    await this.page.locator("input[type=password]").fill(password);
    await this.page.keyboard.press("Enter");
  }

  /** Wait until the workbench is drawn and its status bar filled. */
  async ready() {
    await until("the workbench is drawn", () =>
      this.page.locator(".monaco-workbench .part.statusbar .statusbar-item").count(),
    );
  }

  /** Reload the window, as *Developer: Reload Window* does. */
  async reload() {
    await this.page.reload();
    await this.ready();
  }

  /** Close the window as a user closes a browser tab. */
  async close() {
    await this.page.context().close();
  }

  /** Open a file of the workspace by name. @param {string} name */
  async openFile(name) {
    await this.openQuickInput("Control+P");
    await this.page.keyboard.type(name);
    await this.row(new RegExp(name.replace(/[.]/g, "\\.")))
      .first()
      .waitFor();
    await this.page.keyboard.press("Enter");
    await this.tab(name).waitFor();
  }

  /** Run a command of the palette by its title.
   * The click is repeated until the palette has gone: a list that is still being filled may swallow it.
   * @param {string} title such as "MindSpore: Stop Training" */
  async runCommand(title) {
    await until(
      `the palette offers "${title}"`,
      async () => {
        await this.typeInPalette(title);
        await this.row(title).first().click({ timeout: 5_000 });
        return true;
      },
      { seen: () => this.visibleTexts() },
    );
  }

  /** Open the palette and leave it open with this text. @param {string} text */
  async typeInPalette(text) {
    await this.openQuickInput("F1");
    await this.quickInput.locator("input").first().fill(`>${text}`);
  }

  /** Open a file by its absolute path. @param {string} path */
  async openPath(path) {
    await this.openQuickInput("Control+P");
    await this.quickInput.locator("input").first().fill(path);
    await this.row(basename(path)).first().click();
    await this.tab(basename(path)).waitFor();
  }

  /** Ctrl+click right behind the words in the editor, once the text there is a link, until `isDone`.
   * @param {string} words @param {() => Promise<boolean>} isDone */
  async followDocumentLink(words, isDone) {
    const link = this.page
      .locator(".editor-instance .view-line", { hasText: words })
      .locator(".detected-link");
    await until(
      `the link behind "${words}" in the editor answers a click`,
      async () => {
        await link.first().click({ modifiers: ["Control"], timeout: 5_000 });
        return until("the click is answered", isDone, { limit: 3_000 }).catch(() => false);
      },
      { seen: () => this.visibleTexts() },
    );
  }

  /** @param {string} key */
  async openQuickInput(key) {
    await until(`the input opened by ${key}`, async () => {
      await this.page.keyboard.press(key);
      return this.quickInput.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** The input or list at the top of the window. */
  get quickInput() {
    return this.page.locator(".quick-input-widget:visible");
  }

  /** A row of the open quick pick. @param {string | RegExp} text */
  row(text) {
    return this.quickInput.locator(".monaco-list-row").filter({ hasText: text });
  }

  /** Wait for a quick pick that offers a row with this text. @param {string | RegExp} text */
  async waitForRow(text) {
    await until(`a list offers ${String(text)}`, () => this.row(text).count(), {
      seen: () => this.visibleTexts(),
    });
  }

  /** Choose a row of the quick pick that is open or about to open. @param {string | RegExp} text */
  async choose(text) {
    await this.waitForRow(text);
    await this.row(text).first().click();
  }

  /** An editor tab. @param {string | RegExp} name */
  tab(name) {
    return this.page.locator(".tabs-container .tab").filter({ hasText: name });
  }

  /** The sentences of the notifications on screen. */
  async notifications() {
    return this.page.locator(".notification-toast .notification-list-item-message").allInnerTexts();
  }

  /** Wait for a notification and return its sentence. @param {RegExp} pattern */
  async waitForNotification(pattern) {
    return until(
      `a notification matches ${String(pattern)}`,
      async () => (await this.notifications()).find((text) => pattern.test(text)),
      { seen: () => this.visibleTexts() },
    );
  }

  /** Texts of everything that may hold a question or an error, for messages of failed waits. */
  async visibleTexts() {
    const parts = [
      ".notification-toast",
      ".quick-input-widget",
      ".monaco-dialog-box",
      ".pane-body",
      ".part.statusbar",
    ];
    const texts = await Promise.all(
      parts.map((part) => this.page.locator(`${part}:visible`).allInnerTexts()),
    );
    return texts.flat().map((text) => text.slice(0, 600));
  }

  /** Save what the window shows. @param {string} path */
  async screenshot(path) {
    await this.page.screenshot({ path });
  }
}
