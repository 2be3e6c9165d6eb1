import type { DashboardPageData, DashboardRequest } from "../shared/messages";

declare function acquireVsCodeApi(): {
  postMessage(message: DashboardRequest): void;
  setState(state: unknown): void;
};

const vscode = acquireVsCodeApi();
const page = JSON.parse(document.body.dataset["page"] ?? "{}") as DashboardPageData;

// Kept first of all, so that the panel comes back even when the window is closed a moment later.
vscode.setState(page.memory);

const requests: Record<string, DashboardRequest> = {
  reload: { kind: "reload" },
  "open-in-browser": { kind: "openInBrowser" },
  "hint-open-in-browser": { kind: "openInBrowser" },
  retry: { kind: "retry" },
  "choose-interpreter": { kind: "chooseInterpreter" },
  "manage-trust": { kind: "manageTrust" },
  "show-output": { kind: "showOutput" },
};

for (const [id, request] of Object.entries(requests)) {
  document.getElementById(id)?.addEventListener("click", () => {
    vscode.postMessage(request);
  });
}

if (page.address !== "") {
  void probe(page.address);
}

/** Asks the dashboard's address itself, since a frame does not tell whether what it shows came from there. */
async function probe(address: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(page.probeSeconds * 1000);
    await fetch(address, { mode: "no-cors", cache: "no-store", signal });
    document.body.dataset["reachable"] = "yes";
  } catch {
    document.body.dataset["reachable"] = "no";
    document.getElementById("hint")?.removeAttribute("hidden");
  }
}
