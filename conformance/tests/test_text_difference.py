"""Where a text that is made anew first differs."""

import pytest

from jarparity.text_difference import first_difference


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("a\nb\n", "a\nb\n", None),
        ("a\nb\n", "a\nc\n", "line 2, column 1: was b, now c"),
        ("a\n", "a\nb\n", "line 2, column 1: was , now b"),
        ("a", "a\nb", "line 2: is new"),
        ("a\nb", "a", "line 2: is gone"),
        ("x" * 50 + "a", "x" * 50 + "b", f"line 1, column 11: was {'x' * 40}a, now {'x' * 40}b"),
        ("a" * 200, "b" * 200, f"line 1, column 1: was {'a' * 120}, now {'b' * 120}"),
    ],
)
def test_the_first_line_that_differs_is_shown_around_the_difference(was, now, said):
    assert first_difference(was, now) == said
