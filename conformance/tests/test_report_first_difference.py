"""Where two long answers part is said, for both are cut off."""

import pytest
from test_report import LINES, case, failure_lines

from jarparity.answers import Value
from jarparity.verdicts import Differs


@pytest.mark.parametrize(
    ("port", "original", "said"),
    [
        ({"a": [0] * 300, "b/": [[1, 2], 5]}, {"b/": [[1, 3], 5], "a": [0] * 300}, "/b~1/0/1: port 2, original 3"),
        ({"a": [0] * 300}, {"a": [0] * 301}, "/a/300: port nothing, original 0"),
        ({"a": [0] * 300}, {"a": [0] * 300, "b": "x"}, '/b: port nothing, original "x"'),
        ([0.0] * 300, [0] * 300, "/0: port 0.0, original 0"),
        ([True] * 300, [1] * 300, "/0: port true, original 1"),
        ([[0] * 500, 1], [7, 1], f"/0: port [{'0,' * 199}0… (1,001 characters), original 7"),
    ],
)
def test_of_long_answers_it_is_said_where_they_part(port, original, said):
    lines = failure_lines(Differs(case(1), LINES, "golden", Value(original), Value(port)), 1, ())
    assert lines[4] == f"  differs at  {said}"


@pytest.mark.parametrize(("port", "original"), [("x" * 900, "y"), ([1], [2]), ("x" * 900, ["x"])])
def test_of_short_answers_and_texts_nothing_is_said_of_it(port, original):
    lines = failure_lines(Differs(case(1), LINES, "golden", Value(original), Value(port)), 1, ())
    assert "differs at" not in "\n".join(lines)
