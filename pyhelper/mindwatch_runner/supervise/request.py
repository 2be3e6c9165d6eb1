"""What the supervisor is asked to do, as read from its stdin."""

import json
from typing import Any, Dict, List, NamedTuple


class CannotStart(Exception):
    """The training was not started; `code` is for programs, the text for people.

    `reason` is the part of the text that the system said: whoever has a sentence of their own for the code
    still needs it.
    """

    def __init__(self, code: str, text: str, reason: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.reason = reason


class Request(NamedTuple):
    """One training to start."""

    run_folder: str
    argv: List[str]
    cwd: str
    environment: Dict[str, str]
    record: Dict[str, Any]


def read_request(text: str) -> Request:
    """Check the request as a whole, so that nothing has happened yet when it is refused."""
    try:
        given = json.loads(text)
        if given["schema"] != 1:
            raise ValueError("schema {} is unknown".format(given["schema"]))
        request = Request(*[given[name] for name in Request._fields])
        _check(request)
    except (ValueError, KeyError, TypeError) as problem:
        raise CannotStart(
            "bad_request", "The request cannot be understood: {!r}.".format(problem)
        ) from problem
    return request


def _check(request: Request) -> None:
    if not request.argv or not all(isinstance(part, str) for part in request.argv):
        raise TypeError("argv must be a list of texts")
    if not isinstance(request.run_folder, str) or not isinstance(request.cwd, str):
        raise TypeError("run_folder and cwd must be texts")
    if not isinstance(request.environment, dict) or not isinstance(request.record, dict):
        raise TypeError("environment and record must be objects")
