import * as vscode from "vscode";
import type { LinkSpan, LinksRequest } from "../../generated/messages";
import type { HelperClient } from "../../helper/helperClient";
import { workspaceFolders } from "../../platform/workspace";
import type { LogTerminals } from "./logTerminals";
import type { OpenPath } from "./openPath";
import { pathTooltip } from "./pathActions";

/** A link in a terminal, with the path behind it. */
export class PathLink extends vscode.TerminalLink {
  constructor(readonly span: LinkSpan) {
    super(span.start, span.end - span.start, pathTooltip(span));
  }
}

/** The line our runner prints; in terminals that are not ours only lines with it are looked at. */
const summaryLine = "Summary saved to ";

/** Makes the paths that MindSpore and our runner print into links; the helper knows how to find them. */
export class TerminalLinks implements vscode.TerminalLinkProvider<PathLink> {
  constructor(
    private readonly helper: HelperClient,
    private readonly terminals: LogTerminals,
    private readonly openPath: OpenPath,
    private readonly log: vscode.LogOutputChannel,
    private readonly guard: (task: () => Promise<unknown>) => Promise<void>,
  ) {}

  async provideTerminalLinks(
    context: vscode.TerminalLinkContext,
    token: vscode.CancellationToken,
  ): Promise<PathLink[]> {
    const request = this.#request(context);
    if (request === undefined) {
      return [];
    }
    try {
      const { links } = await this.helper.ask("mindwatch.helper.links.find", request, token);
      return links.map((span) => new PathLink(span));
    } catch (error) {
      // Asked at every move of the mouse: a message each time would be a plague.
      this.log.debug(`No links: ${String(error)}`);
      return [];
    }
  }

  async handleTerminalLink(link: PathLink): Promise<void> {
    await this.guard(() => this.openPath.open(link.span));
  }

  #request({ terminal, line }: vscode.TerminalLinkContext): LinksRequest | undefined {
    const runFolder = this.terminals.runFolderOf(terminal);
    if (runFolder !== undefined) {
      return { lines: [line], run_folder: runFolder };
    }
    return line.includes(summaryLine)
      ? { lines: [line], base_folder: folderOfTerminal(terminal) }
      : undefined;
  }
}

function folderOfTerminal(terminal: vscode.Terminal): string {
  const options = terminal.creationOptions;
  const folder = "cwd" in options ? options.cwd : undefined;
  return (typeof folder === "string" ? folder : folder?.fsPath) ?? workspaceFolders()[0] ?? "";
}
