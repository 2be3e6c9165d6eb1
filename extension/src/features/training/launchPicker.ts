import * as vscode from "vscode";
import { t } from "../../core/translate";
import { baseName } from "../../core/paths";
import type { LaunchPlan } from "../../generated/messages";
import type { LaunchDraft } from "./launchDraft";
import { type LaunchAnswer, type LaunchItem, launchItems } from "./launchPlanItems";

interface Entry extends vscode.QuickPickItem {
  readonly answer: LaunchAnswer;
}

/** Shows the plan with *Start* as its first entry; undefined when the user left. Entries that only inform stay. */
export function askAboutPlan(
  plan: LaunchPlan,
  draft: LaunchDraft,
): Promise<Exclude<LaunchAnswer, "none"> | undefined> {
  return new Promise((resolve) => {
    const picker = vscode.window.createQuickPick<Entry>();
    picker.title = t("Launch {0}", baseName(draft.script));
    picker.placeholder = t("Press Enter to start, or change something first");
    // A plan is read and perhaps compared with the script: looking elsewhere does not throw it away, Escape does.
    picker.ignoreFocusOut = true;
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    picker.items = launchItems(plan, draft).map(entryOf);
    picker.onDidAccept(() => {
      const answer = picker.selectedItems[0]?.answer ?? "none";
      if (answer !== "none") {
        resolve(answer);
        picker.hide();
      }
    });
    picker.onDidHide(() => {
      // After an answer this changes nothing: a promise is settled once.
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

function entryOf(item: LaunchItem): Entry {
  const { isSeparator, ...texts } = item;
  return isSeparator ? { ...texts, kind: vscode.QuickPickItemKind.Separator } : texts;
}
