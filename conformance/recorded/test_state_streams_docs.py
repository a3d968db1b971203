"""docs/state-streams.md: its session runs, its vectors have the bytes that it shows; stored streams are real."""

import doctest
import json
import re
from pathlib import Path

import pytest

from jarparity.areas import flink_savepoints
from jarparity.references.golden import GoldenReference

PAGE = (Path(__file__).parents[2] / "docs" / "state-streams.md").read_text("utf-8")
STREAMS = json.loads((Path(flink_savepoints.__file__).parent / "streams.json").read_text("utf-8"))

NOT_WRITTEN = {each["id"] for each in STREAMS if each["id"].startswith("map-")}
"""Maps by keys that have no hash code here: inputs describe none."""


def vectors(operation):
    return {vector.case.id: vector for vector in GoldenReference.default().vectors(operation)}


def test_the_session_runs():
    (session,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(session, {}, "streams", "docs/state-streams.md", 0)
    done = doctest.DocTestRunner().run(test)
    assert done.attempted > 0
    assert done.failed == 0


def test_the_vectors_end_as_the_page_shows():
    shown = 0
    operation = ""
    for line in PAGE.splitlines():
        if heading := re.match(r"\| vector of `([^`]+)` \| last bytes \|", line):
            operation = heading[1]
        elif operation and (row := re.match(r"\| `([a-z0-9/-]+)` \| (`.+`) \|", line)):
            (recorded,) = vectors(operation)[row[1]].answers
            assert recorded.answer.value["stream"].endswith(row[2].replace("`", "").replace(" ", "")), row[1]
            shown += 1
        elif not line.startswith("|"):
            operation = ""
    assert shown == 5


@pytest.mark.parametrize("name", ["flink.state.savepoint", "flink.state.checkpoint"])
def test_named_vectors_are_recorded(name):
    named = set(re.findall(r"`((?:kind|table|null|equal-keys|range|timers|snappy)/[a-z0-9/-]+)`", PAGE))
    assert len(named) > 5
    assert named - vectors(name).keys() == set()


@pytest.mark.parametrize("operation", ["flink.state.savepoint", "flink.state.checkpoint"])
def test_stored_streams_are_what_the_releases_write(operation):
    answers = [answer.answer for vector in vectors(operation).values() for answer in vector.answers]
    written = [answer.value for answer in answers if hasattr(answer, "value")]
    stored = {
        each["id"]: {"stream": each["stream"], "offsets": each["offsets"]}
        for each in STREAMS
        if each["operation"] == operation
    }
    assert len(stored) > 20
    assert {name for name, each in stored.items() if each not in written} == NOT_WRITTEN


@pytest.mark.parametrize("operation", ["flink.state.savepoint", "flink.state.checkpoint"])
@pytest.mark.parametrize("name", sorted(NOT_WRITTEN))
def test_stored_streams_that_no_input_describes_are_read(operation, name):
    (stored,) = [each for each in STREAMS if (each["operation"], each["id"]) == (operation, name)]
    (read,) = [v for v in vectors(operation).values() if v.case.input.get("stream") == stored["stream"]]
    assert all(hasattr(recorded.answer, "value") for recorded in read.answers)
