"""JSON that a person wrote: what is wrong with it is said so that it can be fixed."""

import pytest

from jarparity.plain_json import parse


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no JSON: the text is empty"),
        (" \n", "there is no JSON: the text is empty"),
        ("hello", "no JSON at line 1, column 1: Expecting value"),
        ('{\n "a" 1\n}', "no JSON at line 2, column 6: Expecting ':' delimiter"),
        ("\ufeff{}", "begins with a byte order mark: save it as UTF-8 without one"),
        (b"\xef\xbb\xbf{}", "begins with a byte order mark: save it as UTF-8 without one"),
        (b'{"a": "\xff"}', "the JSON is not UTF-8 (byte 7): save it as UTF-8"),
        ("[" * 100_000, "the JSON is nested too deeply to be read"),
        ("1" * 5000, "a number of the JSON has 5,000 digits, and may have 4,300"),
        ("1e400", "the JSON has the number 1e400, which a double doesn't hold"),
        ("NaN", "the JSON has NaN, which is no number of JSON"),
        ('{"a": {"b": 1, "c": 2, "b": 3}}', "an object of the JSON has 'b' twice: write each name once"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_wrong_is_said(text, words):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - all that it says is below
        parse(text)
    assert words in str(refused.value)


def test_a_document_is_read():
    assert parse(b'{"a": [1, -2.5, null, "\\ud800"], "b": {"a": true}}') == {
        "a": [1, -2.5, None, "\ud800"],
        "b": {"a": True},
    }
    assert parse("1" * 4300) == int("1" * 4300)
