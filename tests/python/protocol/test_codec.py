"""Messages as JSON."""

from __future__ import annotations

import json

from mindwatch.model.errors import RunNotFoundError
from mindwatch.protocol.codec import error_data, to_wire
from mindwatch.protocol.messages import LaunchPlan, PlanItem


def test_a_message_becomes_plain_values_all_the_way_down() -> None:
    plan = LaunchPlan("e", ["python"], "/w", "/s", "0123abcd", None, [PlanItem("path", "t", "w")], [])
    wire = to_wire(plan)
    assert wire["items"] == [{"kind": "path", "text": "t", "why": "w"}]
    assert wire["interpreter"] is None
    assert json.loads(json.dumps(wire)) == wire


def test_numbers_that_json_cannot_write_become_text() -> None:
    wire = to_wire({"a": float("nan"), "b": [float("inf"), 1.5, True]})
    assert wire == {"a": "nan", "b": ["inf", 1.5, True]}


def test_an_error_travels_with_its_next_step() -> None:
    data = to_wire(error_data(RunNotFoundError("gone", "look again", ["a"])))
    assert data == {"code": "run_not_found", "text": "gone", "next_step": "look again", "details": ["a"]}
