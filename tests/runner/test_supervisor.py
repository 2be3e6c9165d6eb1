"""The supervisor, as the helper uses it: one request on stdin, one line back, files from then on."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from runner_support import PYHELPER, ask_supervisor, is_running, training_environment, wait_until


def python(code):
    return [sys.executable, "-c", code]


# Says that it is ready, then waits for what comes.
WAITING = "import sys, time; print('ready', flush=True); time.sleep(60)"


def proc(pid, name):
    return Path(f"/proc/{pid}/{name}").read_text()


def started(supervised, code=WAITING, **more):
    run = supervised.start(python(code), **more)
    wait_until(lambda: "ready" in run.log, "the training to be ready")
    return run


def test_output_goes_into_the_log_and_the_exit_is_recorded(supervised):
    run = supervised.start(python("import sys; print('out'); sys.stderr.write('err\\n')")).wait()
    assert sorted(run.log.split()) == ["err", "out"]
    record = run.record
    assert (record["state"], record["exit_code"], record["exit_signal"]) == ("finished", 0, None)
    assert record["stop_stage"] is None
    assert (record["schema"], record["name"], record["kept"]) == (1, "run", "as it is")
    assert record["started"] <= record["ended"]
    assert record["supervisor"]["pid"] == run.answer["supervisor_pid"]
    assert record["training"]["pid"] == run.answer["training_pid"] == record["training"]["process_group"]
    assert run.event_files() == []


def test_the_processes_are_told_apart_by_more_than_their_number(supervised):
    run = started(supervised)
    pid = run.answer["training_pid"]
    ticks = proc(pid, "stat").rpartition(")")[2].split()[19]
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    assert run.record["training"]["start_time"] == f"{boot}:{ticks}"
    os.kill(pid, signal.SIGKILL)
    run.wait()


def test_the_exit_code_is_recorded(supervised):
    run = supervised.start(python("import sys; sys.exit(7)")).wait()
    assert (run.record["state"], run.record["exit_code"], run.record["exit_signal"]) == ("failed", 7, None)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_the_signal_that_ended_it_is_recorded(supervised, number):
    run = started(supervised)
    os.kill(run.answer["training_pid"], number)
    record = run.wait().record
    assert (record["state"], record["exit_code"], record["exit_signal"]) == ("failed", None, number.name)


def test_an_interrupt_reaches_python_even_when_the_starter_ignores_interrupts(supervised, tmp_path):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        run = started(supervised)
    finally:
        signal.signal(signal.SIGINT, before)
    os.kill(run.answer["training_pid"], signal.SIGINT)
    assert "KeyboardInterrupt" in run.wait().log


def test_blocked_signals_are_not_inherited(supervised):
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        run = supervised.start(
            python("import signal; print(signal.pthread_sigmask(signal.SIG_BLOCK, []))")
        ).wait()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    assert run.log == "set()\n"


def test_a_term_to_the_supervisor_is_passed_on_to_the_whole_group_and_recorded(supervised):
    code = "import subprocess, sys\nchild = subprocess.Popen(['sleep', '60'])\n"
    code += "print(child.pid); print('ready', flush=True); child.wait()"
    run = started(supervised, code)
    child = int(run.log.split()[0])
    os.kill(run.answer["supervisor_pid"], signal.SIGTERM)
    record = run.wait().record
    assert (record["state"], record["exit_signal"]) == ("failed", "SIGTERM")
    wait_until(lambda: not is_running(child), "the child to end")


def test_a_run_that_was_asked_to_stop_is_stopped(supervised):
    run = started(supervised)
    (run.folder / "stop.json").write_text('{"schema": 1, "requested": "now", "stage": "terminate"}')
    os.killpg(run.record["training"]["process_group"], signal.SIGTERM)
    record = run.wait().record
    assert (record["state"], record["stop_stage"], record["exit_signal"]) == (
        "stopped",
        "terminate",
        "SIGTERM",
    )


@pytest.mark.parametrize(
    ("seconds_from_now", "code", "state", "stage"),
    [
        (60, 0, "stopped", "interrupt"),
        (-60, 0, "finished", None),
        (-60, 1, "stopped", "interrupt"),
        (None, 0, "stopped", "interrupt"),
    ],
)
def test_ending_well_after_a_stop_that_is_over_is_no_stop(supervised, seconds_from_now, code, state, stage):
    run = started(
        supervised,
        f"print('ready', flush=True); import os, sys, time\n"
        f"while not os.path.exists('{supervised.base}/go'): time.sleep(0.02)\n"
        f"sys.exit({code})",
    )
    stop = {"schema": 1, "requested": "then", "stage": "interrupt"}
    if seconds_from_now is not None:
        stop["pursued_until"] = time.time() + seconds_from_now
    (run.folder / "stop.json").write_text(json.dumps(stop))
    (supervised.base / "go").touch()
    record = run.wait().record
    assert (record["state"], record["stop_stage"], record["exit_code"]) == (state, stage, code)


def test_it_outlives_whoever_started_it(supervised, tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    code = "import sys, time; print('ready', flush=True); sys.stdin.read(); time.sleep(0.5); print('end')"
    request = {
        "schema": 1, "run_folder": str(folder), "argv": python(code), "cwd": str(tmp_path),
        "environment": training_environment(folder), "record": {},
    }  # fmt: skip
    starter = (
        "import json, subprocess, sys, time\n"
        "process = subprocess.Popen([sys.executable, '-m', 'mindwatch_runner', 'supervise'], \n"
        "    stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "process.stdin.write(sys.stdin.buffer.read()); process.stdin.close()\n"
        "print(process.stdout.readline().decode(), flush=True)\n"
        "time.sleep(60)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", starter],
        env=dict(os.environ, PYTHONPATH=str(PYHELPER)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    with process:
        process.stdin.write(json.dumps(request).encode())
        process.stdin.close()
        answer = json.loads(process.stdout.readline().decode())
        os.killpg(process.pid, signal.SIGKILL)
    wait_until(lambda: not is_running(answer["supervisor_pid"]), "the supervisor to end")
    assert json.loads((folder / "run.json").read_text())["state"] == "finished"
    assert (folder / "train.log").read_text() == "ready\nend\n"


def test_supervisor_and_training_have_sessions_of_their_own(supervised):
    run = started(supervised)
    sessions = {os.getsid(run.answer[name]) for name in ("training_pid", "supervisor_pid")}
    assert len(sessions) == 2
    assert os.getsid(0) not in sessions
    assert os.getsid(run.answer["training_pid"]) == run.answer["training_pid"]


def test_the_supervisor_waits_without_work(supervised):
    run = started(supervised)

    pid = run.answer["supervisor_pid"]

    def processor_ticks():
        return sum(map(int, proc(pid, "stat").rpartition(")")[2].split()[11:13]))

    def voluntary_switches():
        lines = proc(pid, "status").splitlines()
        return int(next(line for line in lines if line.startswith("voluntary_ctxt_switches")).split()[1])

    begin = voluntary_switches()
    wait_until(lambda: voluntary_switches() >= begin + 2, "two looks")
    ticks, begin, time_begin = processor_ticks(), voluntary_switches(), os.times().elapsed
    wait_until(lambda: os.times().elapsed >= time_begin + 2, "two seconds")
    assert voluntary_switches() - begin <= 6
    assert processor_ticks() - ticks <= 2


def test_what_the_hooks_found_out_is_merged_while_the_training_runs(supervised):
    run = started(supervised)
    for total in (10, 20):
        (run.folder / "new").write_text(json.dumps({"schema": 1, "total_steps": total}))
        (run.folder / "new").replace(run.folder / "runtime.json")
        wait_until(lambda: run.record.get("runtime", {}).get("total_steps") == total, "the merge")  # noqa: B023
    assert run.record["state"] == "running"


@pytest.mark.parametrize("ending", ["", "\\n"])
def test_the_last_line_of_the_log_names_the_folder_of_the_data(supervised, ending):
    code = f"import os, sys; open('events.out.tfevents.1.x', 'w').close(); sys.stdout.write('last{ending}')"
    folder = "run with space 与中文"
    run = supervised.start(python(code), name=folder, cwd=str(supervised.base)).wait()
    assert run.log == "last" + ending.replace("\\n", "\n")

    run = supervised.start(python(code), name=folder + "2", cwd=str(supervised.base / folder)).wait()
    assert run.log == "last" + ending.replace("\\n", "\n")

    inside = python("import os; os.chdir(os.environ['MINDWATCH_RUN_FOLDER'])\n" + code)
    run = supervised.start(inside, name=folder + "3").wait()
    assert run.log == f"last\nSummary saved to {run.folder}\n"


def test_event_files_of_ranks_count_as_data(supervised):
    code = "import os; os.chdir(os.environ['MINDWATCH_RUN_FOLDER']); os.mkdir('rank_3'); "
    code += "open('rank_3/events.out.tfevents.1.x', 'w').close()"
    run = supervised.start(python(code)).wait()
    assert run.log == f"Summary saved to {run.folder}\n"


def test_nothing_of_the_environment_lands_on_disk(supervised):
    run = supervised.start(
        python("import os; print(len(os.environ['SECRET']))"), environment={"SECRET": "very-secret-token"}
    ).wait()
    assert run.log.split() == ["17"]
    for path in run.folder.rglob("*"):
        assert b"very-secret-token" not in path.read_bytes()


def test_the_training_knows_its_supervisor(supervised):
    run = supervised.start(python("import os; print(os.environ['MINDWATCH_SUPERVISOR_PID'])")).wait()
    assert int(run.log) == run.answer["supervisor_pid"]


def test_a_command_is_looked_up_on_the_trainings_own_path(supervised, tmp_path):
    tools = tmp_path / "its tools"
    tools.mkdir()
    (tools / "only-here").write_text("#!/bin/sh\necho found $1\n")
    (tools / "only-here").chmod(0o755)
    environment = {"PATH": "{}:{}".format(tools, os.environ["PATH"])}
    assert supervised.start(["only-here", "x y"], environment=environment).wait().log == "found x y\n"


def refused(run, code):
    assert run.answer["ok"] is False
    assert run.answer["code"] == code
    return run.answer["text"]


def test_a_command_that_is_not_there_is_refused(supervised):
    run = supervised.start(["no-such-command-anywhere"], check=False)
    text = refused(run, "command_not_found")
    assert "no-such-command-anywhere" in text
    record = run.record
    assert (record["state"], record["explanation"], record["exit_code"]) == ("failed", text, None)
    assert "training" not in record


def test_a_command_that_is_no_program_is_refused(supervised, tmp_path):
    path = tmp_path / "data.txt"
    path.write_text("no program")
    refused(supervised.start([path], check=False), "command_not_executable")
    path.chmod(0o755)
    refused(supervised.start([path], name="again", check=False), "command_not_executable")


def test_a_working_directory_that_is_not_there_is_refused(supervised, tmp_path):
    run = supervised.start(python("pass"), cwd=str(tmp_path / "gone"), check=False)
    assert str(tmp_path / "gone") in refused(run, "cwd_missing")
    assert run.record["state"] == "failed"


def test_a_log_that_cannot_be_written_is_refused(supervised, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "train.log").mkdir()
    run = supervised.start(python("pass"), check=False)
    assert str(tmp_path / "run" / "train.log") in refused(run, "cannot_write")
    assert run.record["state"] == "failed"


def test_a_run_folder_that_is_not_there_is_refused(supervised, tmp_path):
    run = supervised.start(python("pass"), run_folder=str(tmp_path / "gone"), check=False)
    refused(run, "cannot_write")
    assert not (tmp_path / "gone").exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": 2}', '{"schema": 1, "argv": []}', "\xff"])
def test_a_request_that_makes_no_sense_is_refused(text):
    answer = ask_supervisor(text)
    assert (answer["ok"], answer["code"]) == (False, "bad_request")


def test_a_record_that_cannot_be_written_does_not_keep_the_training_from_running(supervised, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.json").mkdir()
    code = WAITING.replace("time.sleep(60)", "sys.exit(5)")
    run = started(supervised, code)
    wait_until(lambda: not is_running(run.answer["training_pid"]), "the end of the training")
    (tmp_path / "run" / "run.json").rmdir()
    wait_until((tmp_path / "run" / "run.json").exists, "the record to be written after all")
    assert run.wait().record["exit_code"] == 5


def test_room_for_the_end_is_kept_while_it_runs_and_given_back(supervised):
    run = started(supervised, WAITING)
    wait_until((run.folder / ".reserve").exists, "room to be reserved")
    os.kill(run.answer["training_pid"], signal.SIGKILL)
    assert run.wait().record["exit_signal"] == "SIGKILL"
    assert not (run.folder / ".reserve").exists()


def test_it_gives_up_when_the_run_folder_was_removed(supervised):
    run = started(supervised, WAITING)
    for path in run.folder.iterdir():
        path.unlink()
    run.folder.rmdir()
    os.kill(run.answer["training_pid"], signal.SIGKILL)
    wait_until(lambda: not is_running(run.answer["supervisor_pid"]), "the supervisor to end")
    assert not run.folder.exists()


def test_without_fork_a_new_interpreter_does_the_same(supervised, tmp_path):
    # This is what Windows does; the process started here is what it starts.
    folder = tmp_path / "run"
    folder.mkdir()
    request = {
        "schema": 1, "run_folder": str(folder), "argv": python("print('trains')"), "cwd": str(tmp_path),
        "environment": training_environment(folder), "record": {},
    }  # fmt: skip
    code = (
        "import json, sys; from mindwatch_runner.supervise.detach import run_in_new_interpreter\n"
        "print(json.dumps(run_in_new_interpreter(sys.stdin.read())))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(request).encode(),
        stdout=subprocess.PIPE,
        env=dict(os.environ, PYTHONPATH=str(PYHELPER)),
        check=True,
    )
    answer = json.loads(done.stdout.decode())
    assert answer["ok"]
    wait_until(lambda: not is_running(answer["supervisor_pid"]), "the supervisor to end")
    assert json.loads((folder / "run.json").read_text())["state"] == "finished"
    assert (folder / "train.log").read_text() == "trains\n"


def test_other_commands_are_refused():
    done = subprocess.run(
        [sys.executable, "-m", "mindwatch_runner", "something"],
        env=dict(os.environ, PYTHONPATH=str(PYHELPER)),
        stderr=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == 2
