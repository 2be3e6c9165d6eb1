"""Ask a server on this machine whether it answers."""

from __future__ import annotations

import http.client

ANSWER_SECONDS = 10.0


def answers(port: int, path: str) -> bool:
    """Say whether a GET is answered with 200; no proxy from the environment is used."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
