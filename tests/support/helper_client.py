"""A small editor: speaks JSON-RPC with a real helper process over its standard input and output."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Optional

ANSWER_SECONDS = 60.0


class RequestFailed(Exception):
    """The helper answered with an error; `data` is its ErrorData."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.code = error["code"]
        self.data = error.get("data") or {}


class HelperClient:
    """Owns one helper process; `close` ends it as an editor does."""

    def __init__(self, environment: Optional[dict[str, str]] = None, python: str = sys.executable) -> None:
        self.process = subprocess.Popen(
            [python, "-m", "mindwatch", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
        )
        self.pushes: list[dict[str, Any]] = []
        self.errors: list[str] = []
        self.stray: list[bytes] = []
        self._answers: dict[int, queue.Queue[dict[str, Any]]] = {}
        self._next_id = 0
        self._changed = threading.Condition()
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    def initialize(self, folder: Path, **options: Any) -> dict[str, Any]:
        """Do the handshake for one workspace folder."""
        result = self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": folder.as_uri(),
                "capabilities": {},
                "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name}],
                "initializationOptions": {"trusted": True, **options},
            },
        )
        self.notify("initialized", {})
        return result

    def command(self, name: str, argument: Any, limit: float = ANSWER_SECONDS) -> Any:
        """Send one of the helper's commands and return its result."""
        parameters = {"command": f"mindwatch.helper.{name}", "arguments": [argument]}
        return self.request("workspace/executeCommand", parameters, limit)

    def request(self, method: str, parameters: Any, limit: float = ANSWER_SECONDS) -> Any:
        """Send a request and wait for its answer."""
        return self.answer(self.send_request(method, parameters), limit)

    def send_request(self, method: str, parameters: Any) -> int:
        """Send a request and return its number."""
        self._next_id += 1
        number = self._next_id
        self._answers[number] = queue.Queue()
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters})
        return number

    def answer(self, number: int, limit: float = ANSWER_SECONDS) -> Any:
        """Wait for the answer to a request."""
        try:
            message = self._answers[number].get(timeout=limit)
        except queue.Empty:
            raise AssertionError(
                f"no answer within {limit} s; the helper said: {self.errors[-20:]}"
            ) from None
        if "error" in message:
            raise RequestFailed(message["error"])
        return message["result"]

    def notify(self, method: str, parameters: Any) -> None:
        """Send a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def wait_for_push(self, method: str, accept: Any = lambda parameters: True, limit: float = 30.0) -> Any:
        """Return the parameters of the first push that is accepted, sent already or still to come."""

        def found() -> Any:
            return next(
                (p["params"] for p in self.pushes if p["method"] == method and accept(p["params"])), None
            )

        with self._changed:
            arrived = self._changed.wait_for(lambda: found() is not None, limit)
            assert arrived, f"no {method} within {limit} s; last: {self.pushes[-1:]}; {self.errors[-20:]}"
            return found()

    def close(self) -> int:
        """End the helper as an editor does, and return its exit code."""
        if self.process.poll() is None:
            self.request("shutdown", None)
            self.notify("exit", None)
        return self._reap()

    def kill(self) -> None:
        """End the helper so that it can do nothing about it."""
        self.process.kill()
        self._reap()

    def close_input(self) -> int:
        """Go away without a word, as an editor that crashed."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self._reap()

    def _reap(self) -> int:
        code = self.process.wait(30)
        for thread in self._threads:
            thread.join(10)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None and not stream.closed:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        return code

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode("utf-8")
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        length = 0
        while line := stream.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            elif line == b"\r\n":
                self._take(json.loads(stream.read(length)))
            elif not line.lower().startswith(b"content-type:"):
                self.stray.append(line)
        for waiting in list(self._answers.values()):
            waiting.put({"error": {"code": 0, "message": f"the helper ended: {self.errors[-5:]}"}})

    def _take(self, message: dict[str, Any]) -> None:
        with self._changed:
            if "method" in message:
                self.pushes.append(message)
            else:
                self._answers[message["id"]].put(message)
            self._changed.notify_all()

    def _read_errors(self) -> None:
        stream = self.process.stderr
        assert stream is not None
        for line in stream:
            self.errors.append(line.decode("utf-8", errors="replace").rstrip())
