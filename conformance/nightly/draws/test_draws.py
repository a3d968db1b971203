"""Draws are counted: shown on an operation whose faults are met at once, and on one that is not met."""

import dataclasses
import json

import pytest
from click.testing import CliRunner
from quality.draws import cli, counting, page
from quality.draws.counting import Pursuit

from jarparity.faults.known import named
from jarparity.registry import OPERATIONS, operation

WINDOW = "flink.window.start"


def test_a_count_is_the_first_input_that_shows_the_fault():
    found = counting.met(operation(WINDOW), 3, 64)
    assert set(found) == {"window-offset-ignored", "window-of-negative-time"}
    for tag, count in found.items():
        inputs = [document for _, chunk in counting.chunks(operation(WINDOW), 3, 64) for document in chunk]
        right = [counting.faults.answers([], WINDOW, [document])[0] for document in inputs[:count]]
        wrong = [named(tag).answer(WINDOW, document) for document in inputs[:count]]
        assert [a == b for a, b in zip(right, wrong, strict=True)] == [True] * (count - 1) + [False]


def test_a_fault_that_no_input_shows_is_not_met():
    assert counting.met(operation("kafka.replicas.assign"), 0, 4)["replicas-racks-by-code-points"] is None


@pytest.mark.parametrize("name", counting.DEAR)
def test_no_more_is_drawn_of_a_dear_operation_than_by_default(name, monkeypatch):
    asked = []
    monkeypatch.setattr(counting, "chunks", lambda *of: asked.append(of) or ())
    assert set(counting.met(operation(name), 3, 4096).values()) == {None}
    assert asked == [(operation(name), 3, operation(name).enough)]
    counting.met(operation(WINDOW), 3, 4096)
    assert asked[1:] == [(operation(WINDOW), 3, 4096)]


def test_median_and_worst_of_the_seeds():
    assert (Pursuit("o", "f", (3, 1, 8)).median, Pursuit("o", "f", (3, 1, 8)).worst) == (3, 8)
    assert (Pursuit("o", "f", (3, None, 8)).median, Pursuit("o", "f", (3, None, 8)).worst) == (8, None)
    assert Pursuit("o", "f", (None, None, 8)).median is None


def test_an_operation_of_which_too_little_is_drawn_is_named():
    needed = operation(WINDOW).enough
    enough = page.Found(4096, (Pursuit(WINDOW, "f", (needed,)),))
    assert page.uncovered(enough) == []
    more = page.Found(4096, (Pursuit(WINDOW, "f", (needed + 1,)), Pursuit(WINDOW, "g", (1,))))
    assert page.uncovered(more) == [
        f"{WINDOW}: {needed + 1:,} inputs were needed for f, and `enough` is {needed:,}: raise it in its area"
    ]


def test_a_fault_that_was_never_hunted_is_named():
    found = page.read(cli.RECORD)
    hunted = tuple(one for one in found.pursuits if (one.operation, one.fault) != (WINDOW, "window-offset-ignored"))
    less = page.Found(found.most, hunted)
    assert page.unmeasured(less) == {**page.unmeasured(found), WINDOW: 1}
    assert f"`{WINDOW}` (1)" in page.text(less)


def test_what_was_measured_is_what_the_page_shows_and_the_default_covers_it():
    result = CliRunner().invoke(cli.command, ["--check"])
    assert result.exit_code == 0, result.output
    assert f"| `{WINDOW}` | 2 |" in result.output


def test_too_little_drawn_by_default_fails_the_check(monkeypatch, tmp_path):
    found = page.read(cli.RECORD)
    rows = [dataclasses.asdict(one) for one in found.pursuits]
    rows[0]["draws"] = [10_000_000]
    (tmp_path / "measured.json").write_text(json.dumps({"most": found.most, "pursuits": rows}))
    monkeypatch.setattr(cli, "RECORD", tmp_path / "measured.json")
    result = CliRunner().invoke(cli.command, ["--check"])
    assert result.exit_code == 1
    assert "10,000,000 inputs were needed" in result.output


@pytest.mark.parametrize("operation_name", OPERATIONS)
def test_every_fault_of_today_was_hunted(operation_name):
    hunted = {one.fault for one in page.read(cli.RECORD).pursuits if one.operation == operation_name}
    assert hunted == set(counting.met(operation(operation_name), 0, 0)) != set()


def test_an_operation_without_a_fault_is_named_and_nothing_is_measured(monkeypatch):
    known = counting.every_fault()
    monkeypatch.setattr(counting, "every_fault", lambda: [fault for fault in known if WINDOW not in fault.operations])
    result = CliRunner().invoke(cli.command, ["--operation", "flink.window.*", "--seeds", "1", "--most", "1"])
    assert result.exit_code == 2
    assert f"no known bug is of {WINDOW}: add one in its area" in result.output


def test_an_operation_measured_again_takes_the_place_of_its_own_rows_alone():
    before = page.read(cli.RECORD)
    again = tuple(dataclasses.replace(one, draws=(1,) * 20) for one in before.pursuits if one.operation == WINDOW)
    after = before.replaced(page.Found(before.most, again))
    others = [[one for one in found.pursuits if one.operation != WINDOW] for found in (before, after)]
    assert others[0] == others[1]
    assert after.by_operation()[WINDOW] == list(again) != before.by_operation()[WINDOW]
