/** What the dashboard page asks of the extension. */
export type DashboardRequest =
  | { readonly kind: "reload" }
  | { readonly kind: "openInBrowser" }
  | { readonly kind: "retry" }
  | { readonly kind: "chooseInterpreter" }
  | { readonly kind: "manageTrust" }
  | { readonly kind: "showOutput" };

/** What VS Code keeps for a panel and gives back after the window was reloaded. */
export interface DashboardMemory {
  readonly folder: string;
  readonly title: string;
}

/** What the page is given at each render. */
export interface DashboardPageData {
  readonly memory: DashboardMemory;
  /** Where the dashboard answers, or empty when there is none to frame. */
  readonly address: string;
  readonly probeSeconds: number;
}
