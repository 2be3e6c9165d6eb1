"""The server object: pygls with our messages, our logging, and an orderly end."""

from __future__ import annotations

import logging
import os
import sys
from functools import lru_cache
from typing import Any, BinaryIO, Optional

import attrs
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

import mindwatch
from mindwatch.app.dashboards import Dashboards
from mindwatch.app.links import LinkFinder
from mindwatch.app.runs import RunList
from mindwatch.app.services import Services
from mindwatch.app.stopping import Stops
from mindwatch.lsp import commands, document_links, session
from mindwatch.lsp.push import Pushes, RunWatcher
from mindwatch.protocol.messages import EDITOR_NOTIFICATIONS

THREADS = 32
"""More than can block at once, since the reader of standard input needs one of them too."""

log = logging.getLogger(__name__)


@attrs.define
class EditorNotification:
    """A notification of ours; pygls would turn keys with dots into numbers."""

    method: str
    jsonrpc: str
    params: Any


class HelperProtocol(LanguageServerProtocol):
    """LSP with our own notifications read as plain JSON."""

    @lru_cache  # noqa: B019  one protocol lives as long as the process
    def get_message_type(self, method: str) -> Optional[type[Any]]:
        """Return how the parameters of a method are read."""
        return EditorNotification if method in EDITOR_NOTIFICATIONS else super().get_message_type(method)


class HelperServer(LanguageServer):
    """Owns everything that lives as long as the editor's window."""

    def __init__(self) -> None:
        super().__init__(
            "mindwatch",
            mindwatch.__version__,
            protocol_cls=HelperProtocol,
            max_workers=THREADS,
        )
        self.services = Services()
        self.runs = RunList(self.services)
        self.stops = Stops(self.runs)
        self.links = LinkFinder(self.services)
        self.pushes = Pushes(self.protocol.notify)
        self.dashboards = Dashboards(self.services, self.pushes.send)
        self.rejected = session.RejectedSettings(self.pushes)
        self.watcher = RunWatcher(self.runs, self.pushes)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Write to the log only: the editor shows the answer of the request, a second message would repeat
        it.
        """
        log.debug("%s: %s", source, error)

    def shutdown(self) -> None:
        """End what belongs to the window, then the threads that wait for it."""
        self.watcher.stop()
        self.dashboards.close_all()
        super().shutdown()  # type: ignore[no-untyped-call]  # pygls has no annotations here


def create_server() -> HelperServer:
    """Return a server that knows all our commands and features."""
    server = HelperServer()
    session.register(server)
    commands.register(server)
    document_links.register(server)
    return server


def serve() -> None:
    """Serve standard input and output until the editor goes away."""
    configure_logging()
    reader, writer = take_wire()
    server = create_server()
    server.start_io(reader, writer)
    # Threads may still be waiting for a training to stop; what they would answer nobody hears.
    sys.stderr.flush()
    os._exit(0)


def take_wire() -> tuple[BinaryIO, BinaryIO]:
    """Keep the wire for ourselves: whatever prints to standard output or reads standard input meets something
    else.
    """
    reader = os.fdopen(os.dup(0), "rb")
    writer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
    sys.stdout = sys.stderr
    return reader, writer


def configure_logging() -> None:
    """Log to standard error; pygls may not, since its lines hold whole messages with secrets."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(message)s")
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
