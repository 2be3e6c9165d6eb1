"""The hooks at work in real processes, on a stand-in for MindSpore that only has its lists of callbacks."""

import math
import os
import subprocess
import sys

import pytest
from runner_support import BOOT, FAKE, read_events, read_scalars

TRAIN = "from mindspore.train import Model\nfrom mindspore.train.callback._callback import Callback\n"


@pytest.fixture
def train(tmp_path):
    """Runs a script with the hooks; gives (stdout, stderr lines, event files)."""

    def run(code, *, check=True, hooks=True, **environment):
        folder = tmp_path / "run 文件夹"
        folder.mkdir(exist_ok=True)
        script = tmp_path / "script.py"
        script.write_text(TRAIN + code, encoding="utf-8")
        given = {
            key: value for key, value in os.environ.items() if not key.startswith(("MINDWATCH_", "PYTHON"))
        }
        given.update(
            {"PYTHONPATH": os.pathsep.join([str(BOOT), str(FAKE)]), "PYTHONIOENCODING": "utf-8"},
            **environment,
        )
        if hooks:
            given["MINDWATCH_RUN_FOLDER"] = str(folder)
        done = subprocess.run(
            [sys.executable, str(script)],
            cwd=str(tmp_path),
            env=given,
            capture_output=True,
            check=False,
        )
        assert not check or done.returncode == 0, done.stderr.decode()
        files = sorted(folder.rglob("events.out.tfevents.*"))
        return done.stdout.decode("utf-8"), done.stderr.decode("utf-8").splitlines(), files

    return run


def losses(files):
    (path,) = files
    return read_scalars(path)["loss"]


def test_loss_epoch_and_evaluation_are_recorded(train):
    _, errors, (path,) = train("Model([0.5, 0.25]).train(2, None)")
    found = read_scalars(path)
    assert errors == []
    assert found["loss"] == {1: 0.5, 2: 0.25, 3: 0.5, 4: 0.25}
    assert found["epoch"] == {1: 1.0, 2: 1.0, 3: 2.0, 4: 2.0}
    assert found["eval/accuracy"] == {2: 0.5, 4: 0.5}
    assert sorted(found) == ["epoch", "eval/accuracy", "loss", "step_time_ms"]


def test_all_scalars_of_a_step_sit_in_one_record(train):
    _, _, (path,) = train("Model([0.5]).train(3, None)")
    events = list(read_events(path))
    assert [step for _, step, _ in events] == [1, 1, 2, 2, 3, 3]
    assert list(events[0][2]) == ["loss", "step_time_ms", "epoch"]
    assert list(events[1][2]) == ["eval/accuracy"]


def test_the_place_is_behind_the_frameworks_and_ahead_of_the_users(train):
    output, _, _ = train(
        "class Theirs(Callback): pass\n"
        "model = Model([1.0]); given = [Theirs(), Theirs()]\n"
        "model.train(1, None, given)\n"
        "print(model.seen, model.seen_in_eval, len(given))"
    )
    names = "['_StepSync', 'MindWatchMonitor', 'Theirs', 'Theirs']"
    assert f"{names} {names} 2" in output.splitlines()


def test_a_second_training_of_the_process_goes_on_counting_in_the_same_file(train):
    _, _, files = train("Model([1.0, 2.0]).train(1, None)\nModel([3.0, 4.0]).train(1, None)")
    assert losses(files) == {1: 1.0, 2: 2.0, 3: 3.0, 4: 4.0}


def test_only_every_nth_step_is_recorded_when_asked_for(train):
    _, _, files = train("Model([float(n) for n in range(1, 11)]).train(1, None)", MINDWATCH_SCALAR_EVERY="4")
    assert losses(files) == {1: 1.0, 5: 5.0, 9: 9.0}


def test_nan_and_infinity_are_recorded_as_such(train):
    _, _, files = train("Model([float('nan'), float('inf'), float('-inf')]).train(1, None)")
    found = losses(files)
    assert math.isnan(found[1])
    assert (found[2], found[3]) == (math.inf, -math.inf)


def test_the_step_in_which_a_users_callback_fails_is_recorded(train):
    code = (
        "class Fails(Callback):\n    def on_train_step_end(self, run_context):\n"
        "        raise ValueError('theirs')\n"
        "Model([1.0, 2.0]).train(1, None, Fails())"
    )
    _, with_hooks, files = train(code, check=False)
    _, without, _ = train(code, check=False, hooks=False)
    assert with_hooks == without
    assert with_hooks[-1] == "ValueError: theirs"
    assert losses(files) == {1: 1.0}


def test_without_a_manager_the_train_method_is_wrapped(train):
    output, errors, files = train(
        "model = Model([1.0]); given = [Callback()]\n"
        "model.train(1, None, callbacks=given)\nmodel.train(1, None)\n"
        "print(model.seen, len(given))",
        FAKE_WITHOUT_MANAGER="1",
    )
    assert errors == []
    assert losses(files) == {1: 1.0, 2: 1.0}
    assert "['_StepSync', 'MindWatchMonitor'] 1" in output.splitlines()


def test_the_folder_is_named_when_the_first_file_is_there_and_at_the_end(train, tmp_path):
    output, _, (path,) = train("Model([1.0]).train(1, None)\nModel([1.0]).train(1, None)")
    assert output == 2 * f"Summary saved to {path.parent}\n"


def test_what_the_script_redirects_stays_its_own(train):
    output, _, _ = train(
        "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()) as text:\n"
        "    Model([1.0]).train(1, None)\nprint([text.getvalue()])"
    )
    assert "['']" in output


def test_a_process_that_only_imports_leaves_no_trace(train, tmp_path):
    output, errors, files = train("print('nothing to train')")
    assert (output, errors, files) == ("nothing to train\n", [], [])
    assert list((tmp_path / "run 文件夹").iterdir()) == []


def test_an_output_that_is_no_loss_is_said_once_and_the_rest_recorded(train):
    _, errors, (path,) = train("Model(['no number', 1.0]).train(2, None)")
    (line,) = errors
    assert line.startswith("MindWatch: ")
    assert line.endswith("at step 1; training goes on, but the loss is not recorded")
    found = read_scalars(path)
    assert "loss" not in found
    assert sorted(found["epoch"]) == [1, 2, 3, 4]


REMOVED = (
    "import os, shutil, time\n"
    "class Removes(Callback):\n"
    "    def on_train_step_end(self, run_context):\n"
    "        if run_context.original_args()['cur_step_num'] == {step}:\n"
    "            folder = os.environ['MINDWATCH_RUN_FOLDER']\n"
    "            while os.path.exists(folder):\n"
    "                shutil.rmtree(folder, ignore_errors=True)\n"
    "        time.sleep({pause})\n"
    "Model([1.0] * 6).train(1, None, Removes())\nprint('trained')"
)


@pytest.mark.parametrize("step", [1, 2])
def test_a_run_folder_that_is_removed_costs_one_line(train, tmp_path, step):
    output, errors, _files = train(REMOVED.format(step=step, pause=0.4))
    (line,) = errors
    assert line.startswith("MindWatch: no points can be written to ")
    assert "; training goes on, but its curves have a gap until writing works again" in line
    assert "trained" in output.splitlines()
    assert not (tmp_path / "run 文件夹").exists()


FULL = (
    "import resource, signal, time\n"
    "class Fills(Callback):\n"
    "    def on_train_step_end(self, run_context):\n"
    "        if run_context.original_args()['cur_step_num'] == 3:\n"
    "            time.sleep(0.5)\n"
    "            resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))\n"
    "        time.sleep(0.01)\n"
    "Model([float(n) for n in range(1, 100)]).train(1, None, Fills())\nprint('trained')"
)


def test_a_disk_that_fills_up_costs_one_line_and_no_point_that_is_there(train):
    output, errors, files = train(FULL)
    assert "trained" in output
    (line,) = errors
    assert line.startswith("MindWatch: no points can be written to ")
    found = losses(files)
    assert list(found) == list(range(1, len(found) + 1))
    assert len(found) >= 3


def test_a_monitor_that_cannot_be_made_costs_one_line(train):
    code = "import mindwatch_runner.events.encoding as e\ne.ScalarsEncoder = None\n"
    code += "Model([1.0]).train(3, None)\nprint('trained')"
    output, errors, files = train(code)
    (line,) = errors
    assert output == "trained\n"
    assert line.endswith("; training goes on, but no curves are recorded")
    assert files == []


def test_forked_workers_write_nothing(train):
    code = (
        "import multiprocessing, os\n"
        "def work(n):\n    Model([float(n)]).train(1, None)\n    return os.getpid()\n"
        "class Forks(Callback):\n"
        "    def on_train_step_end(self, run_context):\n"
        "        with multiprocessing.get_context('fork').Pool(2) as pool:\n"
        "            assert os.getpid() not in pool.map(work, range(2))\n"
        "        pid = os.fork()\n"
        "        if pid == 0:\n            raise SystemExit(0)\n"
        "        os.waitpid(pid, 0)\n"
        "Model([1.0, 2.0]).train(1, None, Forks())\n"
    )
    output, errors, files = train("import warnings; warnings.simplefilter('ignore')\n" + code)
    assert errors == []
    assert losses(files) == {1: 1.0, 2: 2.0}
    assert output.count("Summary saved to") == 2


def test_ranks_have_folders_and_only_the_first_speaks(train):
    for rank in (0, 1):
        output, _, files = train("Model([1.0]).train(1, None)", RANK_ID=str(rank), RANK_SIZE="2")
        assert output.count("Summary saved to") == (2 if rank == 0 else 0)
    assert [path.parent.name for path in files] == ["rank_0", "rank_1"]
    assert (files[0].parents[1] / "runtime.json").exists()


def test_the_scheduler_of_msrun_is_not_a_rank(train):
    _, _, files = train("Model([0.5]).train(1, None)", MS_ROLE="MS_SCHED", RANK_ID="0")
    assert files == []


def test_an_interrupt_loses_nothing(train):
    code = (
        "class Interrupts(Callback):\n    def on_train_step_end(self, run_context):\n"
        "        if run_context.original_args()['cur_step_num'] == 50:\n            raise KeyboardInterrupt\n"
        "Model([float(n) for n in range(1, 100)]).train(1, None, Interrupts())"
    )
    _, errors, files = train(code, check=False)
    assert errors[-1] == "KeyboardInterrupt"
    assert losses(files) == {n: float(n) for n in range(1, 51)}


def test_a_system_without_threads_to_spare_loses_no_point(train):
    code = "import threading\n"
    code += 'def refuse(self): raise RuntimeError("can\'t start new thread")\n'
    code += "threading.Thread.start = refuse\nModel([1.0, 2.0]).train(1, None)\nprint('trained')"
    output, errors, files = train(code)
    (line,) = errors
    assert "trained" in output
    assert line.endswith("; training goes on, but its last points are written only when the next ones come")
    assert losses(files) == {1: 1.0, 2: 2.0}


def test_points_are_on_disk_within_a_second_also_when_the_training_stands_still(train):
    code = (
        "import glob, os, time\n"
        "class Looks(Callback):\n    def on_train_step_end(self, run_context):\n"
        "        if run_context.original_args()['cur_step_num'] < 5:\n            return\n"
        "        (path,) = glob.glob(os.environ['MINDWATCH_RUN_FOLDER'] + '/events*')\n"
        "        before = os.path.getsize(path)\n"
        "        end = time.monotonic() + 1\n"
        "        while os.path.getsize(path) == before and time.monotonic() < end:\n"
        "            time.sleep(0.01)\n"
        "        print('grew' if os.path.getsize(path) > before else 'stands')\n"
        "Model([1.0] * 5).train(1, None, Looks())"
    )
    assert "grew" in train(code)[0]


def test_the_pynative_trainer_of_mindspore_transformers_is_watched(train, tmp_path):
    package = tmp_path / "mindformers" / "pynative" / "callback"
    package.mkdir(parents=True)
    for folder in (package, package.parent, package.parent.parent):
        (folder / "__init__.py").write_text("")
    (package / "callback.py").write_text(
        "class TrainerCallback:\n    pass\n"
        "class CallbackHandler:\n"
        "    def __init__(self, callbacks=None):\n        self.callbacks = list(callbacks or [])\n"
    )
    _, errors, (path,) = train(
        "from mindformers.pynative.callback.callback import CallbackHandler, TrainerCallback\n"
        "class Theirs(TrainerCallback): pass\n"
        "class State: global_step, max_steps, epoch_step, global_batch_size = 0, 4, 2, 8\n"
        "handler, state = CallbackHandler([Theirs()]), State()\n"
        "ours, theirs = handler.callbacks\n"
        "ours.on_train_begin(None, state, optimizer=None)\n"
        "for loss in (4.0, 3.0, 2.0, 1.0):\n"
        "    state.global_step += 1\n"
        "    ours.on_step_end(None, state, loss=loss, grad_norm=0.5, optimizer=None)\n"
    )
    found = read_scalars(path)
    assert errors == []
    assert found["loss"] == {1: 4.0, 2: 3.0, 3: 2.0, 4: 1.0}
    assert found["epoch"] == {1: 1.0, 2: 1.0, 3: 2.0, 4: 2.0}
    assert found["grad_norm"] == dict.fromkeys(range(1, 5), 0.5)
    assert "samples_per_second" in found
