"""Links in log files that are open in an editor."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from mindwatch.protocol.messages import LinkSpan, LinksRequest
from mindwatch.runs.records import RECORD_FILE

if TYPE_CHECKING:
    from mindwatch.lsp.server import HelperServer

MOST_LINES = 20_000
"""Of a longer document only the end is searched: that is where a log is read."""

LONGEST_LINE = 20_000


def register(server: HelperServer) -> None:
    """Answer `textDocument/documentLink`."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    @server.thread()
    def document_links(parameters: types.DocumentLinkParams) -> list[types.DocumentLink]:
        path = to_fs_path(parameters.text_document.uri)
        if not path:
            return []
        lines = server.workspace.get_text_document(parameters.text_document.uri).source.split("\n")
        first = max(0, len(lines) - MOST_LINES)
        shown = [line if len(line) <= LONGEST_LINE else "" for line in lines[first:]]
        folder = Path(path).parent
        request = LinksRequest(shown, run_folder_of(folder), str(folder))
        return [to_document_link(link, first) for link in server.links.find(request).links]


def run_folder_of(folder: Path) -> str:
    """Return the run to which a log in this folder belongs, or empty."""
    for candidate in (folder, folder.parent):
        if (candidate / RECORD_FILE).is_file():
            return str(candidate)
    return ""


def to_document_link(link: LinkSpan, first_line: int) -> types.DocumentLink:
    """Return a link; the fragment takes the editor to line and column."""
    line = first_line + link.line
    target = from_fs_path(link.path) or "file://" + quote(link.path)
    if link.line_number:
        target += f"#L{link.line_number}" + (f",{link.column}" if link.column else "")
    place = types.Range(types.Position(line, link.start), types.Position(line, link.end))
    return types.DocumentLink(range=place, target=target, tooltip=link.path)
