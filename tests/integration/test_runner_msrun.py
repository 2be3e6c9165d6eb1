"""Several ranks, started by MindSpore's own launcher."""

import os
import socket
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from runner_integration import SCRIPT, Supervised, training_python
from runner_support import read_scalars

pytestmark = pytest.mark.mindspore


@pytest.fixture(scope="module")
def distributed(tmp_path_factory):
    supervised = Supervised(tmp_path_factory.mktemp("runs"))
    folder = Path(training_python()).parent
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        folder / "msrun", "--worker_num=2", "--local_worker_num=2", f"--master_port={port}",
        "--log_dir=msrun_log", "--join=True", SCRIPT, "distributed", "graph",
    ]  # fmt: skip
    environment = {"PATH": "{}{}{}".format(folder, os.pathsep, os.environ["PATH"])}
    yield supervised.start(command, name="distributed", environment=environment).wait(180)
    supervised.clean_up()


def test_each_rank_has_a_folder_with_all_its_points(distributed):
    assert distributed.record["state"] == "finished", distributed.log
    files = distributed.event_files()
    assert [path.parent.name for path in files] == ["rank_0", "rank_1"]
    losses = [read_scalars(path)["loss"] for path in files]
    assert [list(found) for found in losses] == [list(range(1, 9))] * 2


def test_only_the_first_rank_describes_the_run(distributed):
    runtime = distributed.record["runtime"]
    assert (runtime["rank"], runtime["rank_size"], runtime["total_steps"]) == (0, 2, 8)
    assert distributed.log.count(f"Summary saved to {distributed.folder}\n") == 2
