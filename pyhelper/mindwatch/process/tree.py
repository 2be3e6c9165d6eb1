"""Find every process of a run, however far it has wandered from the one that was started."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mindwatch.process.identity import ENDED_STATES, LINUX, WINDOWS, boot_id, is_alive, linux_stat_fields, ps

RUN_VARIABLE = "MINDWATCH_RUN_FOLDER"
"""The environment variable that every process of a run inherits."""


@dataclass(frozen=True)
class Process:
    """A living process as the system lists it."""

    pid: int
    parent: int
    group: int
    session: int
    start_time: str

    def is_alive(self) -> bool:
        """Say whether this very process still runs."""
        return is_alive(self.pid, self.start_time)


@dataclass(frozen=True)
class RunProcesses:
    """What a run's record says about its processes; `supervisor_pid` is never part of its tree."""

    run_folder: str
    training_pid: int
    training_start_time: str
    process_group: int
    supervisor_pid: int

    def main_is_alive(self) -> bool:
        """Say whether the process that was started first still runs."""
        return self.training_pid > 0 and is_alive(self.training_pid, self.training_start_time)


def find_tree(run: RunProcesses) -> list[Process]:
    """Return the living processes of a run: its group and session, its descendants, and all that carry its
    name.
    """
    processes = list_processes()
    members = {process.pid for process in processes if is_marked(process.pid, run.run_folder)}
    if run.main_is_alive():
        # Without its leader a group's number proves nothing, so the group counts only while the leader lives.
        members |= {
            p.pid for p in processes if run.process_group in (p.group, p.session) or p.pid == run.training_pid
        }
    members = with_descendants(members, processes) - untouchable(run, processes)
    return [process for process in processes if process.pid in members]


def with_descendants(roots: set[int], processes: Iterable[Process]) -> set[int]:
    """Add all children, and their children, to the pids given."""
    children: dict[int, list[int]] = {}
    for process in processes:
        children.setdefault(process.parent, []).append(process.pid)
    found, waiting = set(roots), list(roots)
    while waiting:
        new = [pid for pid in children.get(waiting.pop(), []) if pid not in found]
        found.update(new)
        waiting.extend(new)
    return found


def untouchable(run: RunProcesses, processes: Iterable[Process]) -> set[int]:
    """Return ourselves, those who started us, and the supervisor: a training may have started this very
    helper.
    """
    parents = {process.pid: process.parent for process in processes}
    ours, pid = {run.supervisor_pid, 0, 1}, os.getpid()
    while pid and pid not in ours:
        ours.add(pid)
        pid = parents.get(pid, 0)
    return ours


def is_marked(pid: int, run_folder: str) -> bool:
    """Say whether a process was started with the run's folder in its environment (Linux only)."""
    marker = f"{RUN_VARIABLE}={run_folder}".encode()
    try:
        return marker in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def list_processes() -> list[Process]:
    """List the living processes of this machine; empty where the system offers no list."""
    if LINUX:
        found = (linux_process(int(path.name)) for path in Path("/proc").iterdir() if path.name.isdigit())
        return [process for process in found if process]
    if WINDOWS:
        return []
    return ps_processes()


def linux_process(pid: int) -> Process | None:
    """Read one process from /proc; None when it is gone or a zombie."""
    fields = linux_stat_fields(pid)
    if not fields or fields[0] in ENDED_STATES:
        return None
    parent, group, session = (int(field) for field in fields[1:4])
    return Process(pid, parent, group, session, f"{boot_id()}:{fields[19]}")


def ps_processes() -> list[Process]:
    """List the processes that one `ps` knows; it has no session number that can be compared, so the group
    stands for it.
    """
    found = []
    for line in ps("-axo", "pid=,ppid=,pgid=,stat=,lstart=").splitlines():
        pid, parent, group, state, *began = line.split()
        if not state.startswith("Z"):
            found.append(Process(int(pid), int(parent), int(group), int(group), " ".join(began)))
    return found
