/** The few things of VS Code that modules under test touch when they are loaded or called; nothing more. */

/** What the fake was asked to do, for tests to look at. */
export const calls = {
  executed: [] as unknown[][],
  messages: [] as { readonly text: string; readonly buttons: readonly string[] }[],
  settings: [] as { readonly key: string; readonly value: unknown; readonly target: number; scope: string }[],
  panels: [] as FakePanel[],
};

/** How the editor is, for tests to set; `pick` answers every list, `extensions` are those installed. */
export const editor = {
  isTrusted: true,
  folders: [] as string[],
  pick: (labels: readonly string[]): string | undefined => labels.find(() => false),
  extensions: {} as Record<string, unknown>,
};

export const commands = {
  executeCommand(...parts: unknown[]): Promise<void> {
    calls.executed.push(parts);
    return Promise.resolve();
  },
};

export class CancellationError extends Error {}

export class TerminalLink {
  constructor(
    readonly startIndex: number,
    readonly length: number,
    readonly tooltip?: string,
  ) {}
}

export const FileType = { File: 1, Directory: 2 } as const;

interface UriParts {
  readonly scheme: string;
  readonly path: string;
  readonly query?: string;
  readonly fragment?: string;
}

export class Uri {
  private constructor(private readonly parts: UriParts) {}

  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }

  static file(path: string): Uri {
    return new Uri({ scheme: "file", path });
  }

  static parse(address: string): Uri {
    const [, scheme = "", path = ""] = /^(\w+):(.*)$/.exec(address) ?? [];
    return new Uri({ scheme, path });
  }

  static joinPath(base: Uri, ...parts: string[]): Uri {
    return base.with({ path: [base.path, ...parts].join("/") });
  }

  toString(): string {
    return `${this.scheme}:${this.path}`;
  }

  get scheme(): string {
    return this.parts.scheme;
  }

  get path(): string {
    return this.parts.path;
  }

  get fsPath(): string {
    return this.parts.path;
  }

  get query(): string {
    return this.parts.query ?? "";
  }

  get fragment(): string {
    return this.parts.fragment ?? "";
  }

  with(change: Partial<UriParts>): Uri {
    return new Uri({ ...this.parts, ...change });
  }
}

/** Folders that exist for the fake file system. */
export const fakeFolders = new Set<string>();

export const workspace = {
  get isTrusted(): boolean {
    return editor.isTrusted;
  },
  get workspaceFolders(): { uri: Uri }[] {
    return editor.folders.map((folder) => ({ uri: Uri.file(folder) }));
  },
  getWorkspaceFolder: ({ path }: Uri): { uri: Uri } | undefined =>
    workspace.workspaceFolders.find(({ uri }) => path === uri.path || path.startsWith(`${uri.path}/`)),
  asRelativePath: (path: string) => path,
  getConfiguration: (_section: string, scope?: Uri) => ({
    update(key: string, value: unknown, target: number): Promise<void> {
      calls.settings.push({ key, value, target, scope: scope?.path ?? "" });
      return Promise.resolve();
    },
  }),
  fs: {
    stat(uri: Uri): Promise<{ type: number }> {
      return fakeFolders.has(uri.path)
        ? Promise.resolve({ type: FileType.Directory })
        : Promise.reject(new Error(`${uri.path} is not there`));
    },
  },
};

export const extensions = {
  getExtension: (id: string): unknown => editor.extensions[id],
};

export const env = {
  language: "en",
  asExternalUri: (uri: Uri): Promise<Uri> => Promise.resolve(uri),
};

export const ViewColumn = { Beside: -2 } as const;
export const ProgressLocation = { Notification: 15 } as const;
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 } as const;

type Listener<T> = (value: T) => void;

/** A panel that tests close, and send messages to as if from its page. */
export class FakePanel {
  title = "";
  iconPath: unknown;
  readonly #closed: Listener<undefined>[] = [];
  readonly #received: Listener<unknown>[] = [];
  readonly webview = {
    html: "",
    options: {},
    cspSource: "vscode-resource:",
    asWebviewUri: (uri: Uri): Uri => uri,
    onDidReceiveMessage: (listener: Listener<unknown>) => subscribed(this.#received, listener),
  };

  onDidDispose(listener: Listener<undefined>): { dispose(): void } {
    return subscribed(this.#closed, listener);
  }

  reveal(): void {
    calls.executed.push(["reveal", this.title]);
  }

  dispose(): void {
    for (const listener of [...this.#closed]) {
      listener(undefined);
    }
  }

  receive(message: unknown): void {
    for (const listener of [...this.#received]) {
      listener(message);
    }
  }
}

function subscribed<T>(listeners: Listener<T>[], listener: Listener<T>): { dispose(): void } {
  listeners.push(listener);
  return { dispose: () => void listeners.splice(listeners.indexOf(listener), 1) };
}

function said(text: string, ...buttons: string[]): Promise<undefined> {
  calls.messages.push({ text, buttons });
  return Promise.resolve(undefined);
}

const neverCancelled = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };

export const window = {
  activeTextEditor: undefined,
  showErrorMessage: said,
  showWarningMessage: said,
  showInformationMessage: said,
  registerWebviewPanelSerializer: () => ({ dispose() {} }),
  createWebviewPanel(): FakePanel {
    const panel = new FakePanel();
    calls.panels.push(panel);
    return panel;
  },
  async showQuickPick<T extends { label: string }>(
    items: readonly T[] | Promise<readonly T[]>,
  ): Promise<T | undefined> {
    const choices = await items;
    const label = editor.pick(choices.map((choice) => choice.label));
    return choices.find((choice) => choice.label === label);
  },
  withProgress: <T>(_options: unknown, task: (progress: unknown, token: unknown) => Promise<T>): Promise<T> =>
    task({ report: () => undefined }, neverCancelled),
};
