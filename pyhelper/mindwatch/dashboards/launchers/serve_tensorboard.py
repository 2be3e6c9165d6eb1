"""Serve TensorBoard until standard input closes. Runs in a Python of the user's choice that has TensorBoard.

The first line of standard input says what to serve, so that the secret in `path_prefix` is on no command
line. One line of JSON on standard output says where the server listens. Nothing of MindWatch is imported
here, and the syntax is that of Python 3.7, since the user's Python runs it.
"""

import json
import os
import signal
import sys
import threading

# A limit no curve reaches. TensorBoard's loader takes 0 for "all", but its pages then ask for 0 points.
ALL_POINTS = 10**9


def main():  # type: () -> None
    """Start TensorBoard and wait for the end of whoever started us."""
    leave_own_folder()
    request = json.loads(sys.stdin.readline())
    # Loading TensorBoard may take a minute, and our starter may end meanwhile.
    threading.Thread(target=leave_with_starter, daemon=True).start()
    from tensorboard import program, version  # noqa: PLC0415  must not be imported before we can tell our starter

    server = program.TensorBoard()
    server.configure(argv=["tensorboard", *arguments(request)])
    url = server.launch()
    port = int(url.split("://", 1)[1].split("/", 1)[0].rsplit(":", 1)[1])
    sys.stdout.write(json.dumps({"ready": True, "port": port, "version": version.VERSION}) + "\n")
    sys.stdout.flush()
    threading.Event().wait()


def leave_own_folder():  # type: () -> None
    """Let this script's own folder offer no modules to the user's Python.

    It is not always there: PYTHONSAFEPATH keeps it out, and then the first entry is one of the user's.
    """
    own = os.path.dirname(os.path.realpath(__file__))  # noqa: PTH120
    sys.path[:] = [path for path in sys.path if os.path.realpath(path) != own]


def arguments(request):  # type: (dict[str, object]) -> list[str]
    """TensorBoard's own arguments: all points, several files in a folder, no second server."""
    return [
        "--logdir={}".format(request["folder"]),
        "--host=127.0.0.1",
        "--port=0",
        "--path_prefix={}".format(request["path_prefix"]),
        "--window_title={}".format(request["title"]),
        "--reload_interval={}".format(request["reload_seconds"]),
        "--reload_multifile=true",
        "--load_fast=false",
        f"--samples_per_plugin=scalars={ALL_POINTS}",
    ]


def leave_with_starter():  # type: () -> None
    """End with all our children once standard input closes, however our starter ended."""
    sys.stdin.read()
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


if __name__ == "__main__":
    main()
