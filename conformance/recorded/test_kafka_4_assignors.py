"""`docs/kafka-4-assignors.md`: its answers are the recorded ones, of the releases that it names."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

from jarparity import data
from jarparity.answers import Value, canonical
from jarparity.fixtures import reading

TEXT = (Path(__file__).parents[2] / "docs" / "kafka-4-assignors.md").read_text("utf-8")
ROW = re.compile(
    r"^\| (?P<assignor>\w*) ?\| (?:`(?P<case>[^`]+)` )?\| (?P<ends>up to|from) (?P<release>[\d.]+)(?: on)? "
    r"\| `?(?P<answer>[^`|]+?)`? \|$",
    re.MULTILINE,
)


class Row(NamedTuple):
    """A row of the table: which releases begin or end there, and their answer."""

    ends: str
    release: str
    answer: str


def _rows() -> dict[tuple[str, str], list[Row]]:
    rows: dict[tuple[str, str], list[Row]] = {}
    of = ("", "")
    for match in ROW.finditer(TEXT):
        if match["case"]:
            of = (match["assignor"], match["case"])
        rows.setdefault(of, []).append(Row(match["ends"], match["release"], match["answer"]))
    return rows


ROWS = _rows()


def test_all_rows_are_read():
    assert sum(map(len, ROWS.values())) == TEXT.count("| up to ") + TEXT.count("| from ") == 13


@pytest.mark.parametrize(("assignor", "case"), ROWS)
def test_a_row_is_what_was_recorded(assignor, case):
    operation = f"kafka.group.assignor.{assignor}"
    (vector,) = (
        vector
        for path in reading.files(data.fixtures())[operation]
        for vector in reading.read(path).vectors
        if vector.case.id == case
    )
    answers = {line: recorded.answer for recorded in vector.answers for line in recorded.lines}
    shown = [
        (answer.value if isinstance(answer, Value) else answer.kind, [line.split()[-1] for line in lines])
        for answer, lines in groupby(sorted(answers), key=answers.__getitem__)
    ]
    expected = [value if isinstance(value, str) else canonical(value) for value, _ in shown]
    assert [row.answer for row in ROWS[assignor, case]] == expected
    for row, (_, versions) in zip(ROWS[assignor, case], shown, strict=True):
        assert row.release == (versions[-1] if row.ends == "up to" else versions[0])
