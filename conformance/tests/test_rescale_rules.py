"""Which inputs about rescaling are valid: a file's order has each of its states once."""

from __future__ import annotations

from random import Random

import pytest

from jarparity.areas.flink_rescale.inputs import operator_state
from jarparity.areas.flink_rescale.rules import problems
from jarparity.validation import validate_input

NAME = "flink.rescale.operator-state"
STATE = {"mode": "UNION", "offsets": []}


def subtasks(*, order):
    file = {"handle": "h", "states": {"Aa": STATE, "BB": STATE}, "order": order}
    return {"oldParallelism": 1, "newParallelism": 1, "subtasks": [[file]]}


@pytest.mark.parametrize("order", [["Aa", "BB"], ["BB", "Aa"]])
def test_an_order_has_each_state_once(order):
    validate_input(NAME, subtasks(order=order))


@pytest.mark.parametrize("order", [[], ["Aa"], ["Aa", "Aa"], ["Aa", "BB", "C#"]])
def test_another_order_is_refused_by_name(order):
    assert list(problems(subtasks(order=order))) == [
        ("input.subtasks[0][0].order", "write each name of `states` once, or leave the field out")
    ]


def test_orders_are_drawn_that_are_not_those_of_the_names():
    random = Random(20261123)  # noqa: S311 - reproducible, not secret
    drawn = [operator_state(random) for _ in range(200)]
    orders = [file["order"] for one in drawn for files in one["subtasks"] for file in files if "order" in file]
    assert any(order != sorted(order) for order in orders)
