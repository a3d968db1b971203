"""Cases that a file gives."""

import json

import pytest

from jarparity.cases import Case, read_cases

ROW = {"operation": "flink.math.murmur-hash", "id": "mine/1", "input": {"value": 1}}


def test_a_line_ends_with_a_line_feed_and_nothing_else(tmp_path):
    path = tmp_path / "cases.jsonl"
    rows = [ROW, {**ROW, "id": "mine/2", "input": {"key": "a\u2028b\x85c"}, "source": "me"}]
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    assert read_cases(path) == [
        Case("flink.math.murmur-hash", "mine/1", {"value": 1}),
        Case("flink.math.murmur-hash", "mine/2", {"key": "a\u2028b\x85c"}, source="me"),
    ]


@pytest.mark.parametrize("line", ["{", "[]", '{"operation": "a", "id": "b"}', ""])
def test_what_is_no_case_is_named_by_file_and_line(tmp_path, line):
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(ROW) + "\n" + line + "\n" + json.dumps(ROW) + "\n")
    with pytest.raises(
        ValueError, match=r'cases\.jsonl:2: .*: write \{"operation": …, "id": …, "input": …\} on each line'
    ):
        read_cases(path)
