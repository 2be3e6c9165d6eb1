import { escapeHtml } from "../../core/html";
import type { Problem } from "../../core/problem";
import { t } from "../../core/translate";
import type { DashboardMemory, DashboardPageData } from "../../webview/shared/messages";

/** What a dashboard panel shows. */
export type DashboardView =
  | { readonly kind: "starting" }
  | { readonly kind: "showing"; readonly address: string }
  | { readonly kind: "failed"; readonly problem: Problem };

/** The body of the page and what its script is given. */
export interface DashboardPage {
  readonly body: string;
  readonly data: DashboardPageData;
  readonly frameOrigin: string | undefined;
}

/** Far connections take their time; after this long, waiting in silence is worse. */
const probeSeconds = 20;

/** The page for what is to be shown. */
export function dashboardPage(view: DashboardView, memory: DashboardMemory): DashboardPage {
  const address = view.kind === "showing" ? view.address : "";
  return {
    body: bodyOf(view, memory),
    data: { memory, address, probeSeconds },
    frameOrigin: address === "" ? undefined : new URL(address).origin,
  };
}

function bodyOf(view: DashboardView, memory: DashboardMemory): string {
  switch (view.kind) {
    case "starting":
      return `<div id="spinner"></div><main id="starting"><h2>${escapeHtml(t("Starting TensorBoard…"))}</h2>
<p>${escapeHtml(memory.folder)}</p></main>`;
    case "showing":
      return `${toolbar(memory)}${hint()}<iframe id="dashboard-frame" title="${escapeHtml(memory.title)}"
src="${escapeHtml(view.address)}" sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
allow="clipboard-read; clipboard-write"></iframe>`;
    case "failed":
      return failure(view.problem);
  }
}

function toolbar(memory: DashboardMemory): string {
  return `<div id="toolbar" role="toolbar"><span id="run-name" title="${escapeHtml(memory.folder)}">${escapeHtml(memory.title)}</span>
${button("reload", t("Reload"))}${button("open-in-browser", t("Open in Browser"))}</div>`;
}

function hint(): string {
  const text = t(
    "TensorBoard runs, but this window cannot reach it. Your connection may have to be made anew, or the browser may block it.",
  );
  return `<div id="hint" role="alert" hidden><span>${escapeHtml(text)}</span>
${button("retry", t("Try Again"))}${button("hint-open-in-browser", t("Open in Browser"))}</div>`;
}

function failure(problem: Problem): string {
  const details =
    problem.details.length === 0 ? "" : `<pre id="details">${escapeHtml(problem.details.join("\n"))}</pre>`;
  return `<main id="failed" role="alert"><h2>${escapeHtml(problem.message)}</h2><p>${escapeHtml(problem.nextStep)}</p>${details}
<div class="buttons">${failureButtons(problem)}${button("show-output", t("Show Output"))}</div></main>`;
}

/** Where trust is missing, neither another try nor another interpreter helps. */
function failureButtons(problem: Problem): string {
  return problem.code === "workspace_untrusted"
    ? button("manage-trust", t("Manage Trust"), "primary")
    : `${button("retry", t("Try Again"), "primary")}
${button("choose-interpreter", t("Choose Interpreter"))}`;
}

function button(id: string, label: string, kind = ""): string {
  return `<button id="${id}" class="${kind}" type="button">${escapeHtml(label)}</button>`;
}
