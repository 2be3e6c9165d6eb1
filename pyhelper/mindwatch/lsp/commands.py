"""The declared commands: each takes one message and answers with another, in a thread of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import cattrs
from pygls.exceptions import JsonRpcException, JsonRpcInternalError

from mindwatch.app import interpreters, training
from mindwatch.lsp.session import structured
from mindwatch.model.errors import BadUsageError, MindWatchError
from mindwatch.protocol.codec import error_data, to_wire
from mindwatch.protocol.messages import (
    COMMANDS,
    DashboardCloseRequest,
    DashboardCloseResult,
    DashboardInfo,
    DashboardOpenRequest,
    ErrorData,
    InterpretersRequest,
    InterpretersResult,
    LaunchPlan,
    LaunchRequest,
    LinksRequest,
    LinksResult,
    RunRow,
    RunsRequest,
    RunsResult,
    StopRequest,
    StopResult,
)
from mindwatch.texts import translate

if TYPE_CHECKING:
    from mindwatch.lsp.server import HelperServer

REQUEST_FAILED = -32803
"""LSP's code for a request that was understood and could not be fulfilled."""

log = logging.getLogger(__name__)


class Handlers:
    """One method for each declared command."""

    def __init__(self, server: HelperServer) -> None:
        self._server = server

    def interpreters_list(self, request: InterpretersRequest) -> InterpretersResult:
        """List the Pythons of a workspace folder."""
        return interpreters.list_interpreters(self._server.services, request)

    def training_plan(self, request: LaunchRequest) -> LaunchPlan:
        """Say what a launch would do."""
        return training.plan(self._server.services, request)

    def training_start(self, request: LaunchRequest) -> RunRow:
        """Start a training."""
        return self._server.runs.row(training.start(self._server.services, request))

    def training_stop(self, request: StopRequest) -> StopResult:
        """Stop a training, telling each stage."""
        return self._server.stops.stop(request, self._server.pushes.send)

    def runs_list(self, request: RunsRequest) -> RunsResult:
        """List the runs."""
        del request
        return self._server.runs.list_runs()

    def links_find(self, request: LinksRequest) -> LinksResult:
        """Find the links of some lines."""
        return self._server.links.find(request)

    def dashboards_open(self, request: DashboardOpenRequest) -> DashboardInfo:
        """Open TensorBoard."""
        return self._server.dashboards.open(request)

    def dashboards_close(self, request: DashboardCloseRequest) -> DashboardCloseResult:
        """Close a dashboard."""
        return self._server.dashboards.close(request.dashboard_id)


def register(server: HelperServer) -> None:
    """Register all declared commands; one without a handler fails here, at the start."""
    handlers = Handlers(server)
    for name, (argument_type, _) in COMMANDS.items():
        method = "_".join(name.split(".")[-2:])
        register_one(server, name, argument_type, getattr(handlers, method))


def register_one(server: HelperServer, name: str, argument_type: type, handle: Callable[[Any], Any]) -> None:
    """Register a command whose argument arrives as its message."""

    answer = answered(lambda argument: handle(read_argument(argument, argument_type)))

    # pygls asks a first parameter of another name whether it is a class, which Any is not on Python 3.9.
    def command(ls: Any, argument: Any = None) -> Any:
        del ls
        return answer(argument)

    command.__name__ = name
    server.thread()(command)
    server.command(name)(command)


def read_argument(argument: Any, argument_type: type) -> Any:
    """Turn what arrived into its message, or say that it cannot be one."""
    try:
        return structured(argument or {}, argument_type)
    except (cattrs.BaseValidationError, TypeError, ValueError) as error:
        raise BadUsageError(
            translate(
                "The request is not understood: {reason}", reason="; ".join(cattrs.transform_error(error))
            ),
            translate("The extension and its helper are of different versions: reload the window."),
        ) from error


def answered(handle: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Turn results and errors into what travels."""

    def call(argument: Any) -> Any:
        try:
            return to_wire(handle(argument))
        except MindWatchError as error:
            log.info("%s: %s", error.code, error.text)
            raise JsonRpcException(error.text, REQUEST_FAILED, to_wire(error_data(error))) from error
        except Exception as error:
            log.exception("an unexpected error")
            data = ErrorData(
                "internal_error",
                translate(
                    "Something unexpected went wrong: {reason}", reason=f"{type(error).__name__}: {error}"
                ),
                translate("Look at MindWatch's output, and report it if it happens again."),
            )
            raise JsonRpcInternalError(data.text, data=to_wire(data)) from error

    return call
