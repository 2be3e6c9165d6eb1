import { t } from "../../core/translate";
import { showWarning } from "../../platform/prompts";
import { openSettings } from "../../platform/settings";

/** Says which settings cannot be used, each time in one message and each sentence once. */
export class RejectedSettings {
  readonly #told = new Set<string>();

  /** Takes over what is wrong with the settings now. */
  tell(problems: readonly string[]): void {
    const news = [...new Set(problems)].filter((text) => !this.#told.has(text));
    if (news.length === 0) {
      return;
    }
    for (const text of news) {
      this.#told.add(text);
    }
    void showWarning(news.join(" "), [{ title: t("Open Settings"), run: () => openSettings() }]);
  }
}
