"""`docs/group-records.md`: its program runs, and its figures are those of the operation."""

from __future__ import annotations

import re
from pathlib import Path

from copartition.kafka.group.releases import NEWEST
from copartition.kafka.group_records.record_types import record_types

TEXT = (Path(__file__).parents[2] / "docs" / "group-records.md").read_text("utf-8")


def test_the_program_runs() -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    exec(program, {})  # noqa: S102 - the page's own


def test_the_page_counts_the_types_of_the_newest_release() -> None:
    assert f"for the {len(record_types(NEWEST))} types of\nrecord of eight releases" in TEXT
