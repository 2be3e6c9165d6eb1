"""Which of a distributed training's processes this one is."""

import sys
from typing import Any, Mapping, NamedTuple, Optional


class Rank(NamedTuple):
    """The number of this process among `size`."""

    number: int
    size: int


def find_rank(environment: Mapping[str, str]) -> Rank:
    """MindSpore's own answer when communication has been set up, the launcher's otherwise."""
    return _from_mindspore() or _from(environment)


def _from(environment: Mapping[str, str]) -> Rank:
    number = _first_number(environment, "RANK_ID", "MS_NODE_ID")
    size = _first_number(environment, "RANK_SIZE", "MS_WORKER_NUM")
    return Rank(number or 0, max(size or 1, 1))


def _first_number(environment: Mapping[str, str], *names: str) -> Optional[int]:
    for name in names:
        if environment.get(name, "").isdigit():
            return int(environment[name])
    return None


def _from_mindspore() -> Optional[Rank]:
    communication: Any = sys.modules.get("mindspore.communication")
    management: Any = sys.modules.get("mindspore.communication.management")
    try:
        if management is not None and management.GlobalComm.INITED:
            return Rank(communication.get_rank(), communication.get_group_size())
    except Exception:
        return None
    return None
