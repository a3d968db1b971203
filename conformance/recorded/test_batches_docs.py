"""`docs/batches.md`: its programs run, and the record that none can read is as the page says."""

from __future__ import annotations

import re
from pathlib import Path

from copartition.kafka.batches import Header, NewBatch, NewRecord, encode_batch
from copartition.kafka.batches.varints import read_varint

TEXT = (Path(__file__).parents[2] / "docs" / "batches.md").read_text("utf-8")
HEAD = 61
"""Bytes in front of the records."""


def test_the_programs_run() -> None:
    programs = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert len(programs) == 2
    for program in programs:
        exec(program, {})  # noqa: S102 - the page's own


def test_the_key_of_a_header_that_makes_a_batch_unreadable() -> None:
    data = encode_batch(NewBatch(), [NewRecord(0, 0, b"k", b"v", (Header("a\ud800b", b"\0"),))])
    said, start = read_varint(data, HEAD)
    assert f"says that it has {said} bytes, and has\n{len(data) - start}." in TEXT
