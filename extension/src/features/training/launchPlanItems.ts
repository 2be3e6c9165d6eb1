import { joinArguments } from "../../core/commandLine";
import { baseName, relativeTo } from "../../core/paths";
import { t } from "../../core/translate";
import type { InterpreterInfo, LaunchPlan, PlanItem, PlanItemKind } from "../../generated/messages";
import type { LaunchDraft } from "./launchDraft";

/** What choosing an entry of the launch list does; `none` is for entries that only inform. */
export type LaunchAnswer = "start" | "arguments" | "script" | "interpreter" | "none";

/** One entry of the launch list; a separator has no answer. */
export interface LaunchItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly isSeparator?: true;
  readonly answer: LaunchAnswer;
}

const planIcons: Record<PlanItemKind, string> = {
  argument: "add",
  environment: "symbol-variable",
  callback: "pulse",
  path: "folder",
};

/** The list shown before a start: what can be done, then what monitoring adds, then where things are. */
export function launchItems(plan: LaunchPlan, draft: LaunchDraft): LaunchItem[] {
  return [
    startItem(plan),
    { label: t("$(edit) Edit arguments…"), description: argumentsText(draft), answer: "arguments" },
    {
      label: t("$(file-code) Choose another script…"),
      description: baseName(draft.script),
      answer: "script",
    },
    {
      label: t("$(server-environment) Choose interpreter…"),
      ...interpreterTexts(plan.interpreter),
      answer: "interpreter",
    },
    ...section(t("Worth knowing before the start"), plan.warnings.map(warningItem)),
    ...section(t("What monitoring adds"), plan.items.map(planItem)),
    ...section(t("Where things are"), placeItems(plan)),
  ];
}

function startItem(plan: LaunchPlan): LaunchItem {
  const places = t("in {0}, kept in {1}", plan.working_directory, plan.summary_base);
  return {
    label: t("$(play) Start"),
    description: joinArguments(shortened(plan)),
    detail: places,
    answer: "start",
  };
}

/** The command as it would be typed in the working directory; whole paths stand further down. */
function shortened(plan: LaunchPlan): string[] {
  const [program, ...rest] = plan.command;
  return program === undefined
    ? []
    : [baseName(program), ...rest.map((argument) => fromHere(argument, plan))];
}

/** An argument, or the value behind its `=`, as seen from the working directory. */
function fromHere(argument: string, plan: LaunchPlan): string {
  const [, option = "", value = argument] = /^(--?[\w-]+=)(.*)$/s.exec(argument) ?? [];
  return option + relativeTo(plan.working_directory, value);
}

function argumentsText(draft: LaunchDraft): string {
  return draft.arguments.length === 0 ? t("none") : joinArguments(draft.arguments);
}

function interpreterTexts(info: InterpreterInfo | null): { description: string; detail?: string } {
  if (info === null) {
    return { description: t("no Python was found") };
  }
  const versions = [
    info.python_version === "" ? "" : `Python ${info.python_version}`,
    info.mindspore_version === "" ? "" : `MindSpore ${info.mindspore_version}`,
  ].filter((part) => part !== "");
  const detail =
    info.problem === "" ? `${info.path} (${info.reason})` : `$(warning) ${info.problem} (${info.reason})`;
  return { description: versions.join(", "), detail };
}

function warningItem(text: string): LaunchItem {
  return { label: `$(warning) ${text}`, answer: "none" };
}

function planItem(item: PlanItem): LaunchItem {
  return { label: `$(${planIcons[item.kind]}) ${item.text}`, detail: item.why, answer: "none" };
}

function placeItems(plan: LaunchPlan): LaunchItem[] {
  return [
    { label: t("$(folder) Working directory"), description: plan.working_directory, answer: "none" },
    { label: t("$(database) Runs are kept in"), description: plan.summary_base, answer: "none" },
  ];
}

function section(title: string, items: readonly LaunchItem[]): LaunchItem[] {
  return items.length === 0 ? [] : [{ label: title, isSeparator: true, answer: "none" }, ...items];
}
