/** The few things of VS Code that modules under test touch when they are loaded or called; nothing more. */

/** What the fake was asked to do, for tests to look at. */
export const calls = { executed: [] as unknown[][] };

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
  workspaceFolders: undefined,
  getWorkspaceFolder: () => undefined,
  asRelativePath: (path: string) => path,
  fs: {
    stat(uri: Uri): Promise<{ type: number }> {
      return fakeFolders.has(uri.path)
        ? Promise.resolve({ type: FileType.Directory })
        : Promise.reject(new Error(`${uri.path} is not there`));
    },
  },
};
