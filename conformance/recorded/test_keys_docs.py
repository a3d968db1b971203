"""docs/keys.md and docs/vectors.md: groups of keys are copartition's, and each type of key is written as it is read."""

import doctest
import json
import re
from decimal import Decimal
from pathlib import Path

import pytest

from copartition.flink import key_group
from copartition.java import Integer, Long, Row, Tuple
from jarparity.validation import validate_input, values_schema

DOCS = Path(__file__).parents[2] / "docs"
KEYS = (DOCS / "keys.md").read_text("utf-8")
VECTORS = (DOCS / "vectors.md").read_text("utf-8")


def test_the_session_about_keys_runs():
    session = re.search(r"```python\n(>>> .*?)```", KEYS, re.DOTALL)[1]
    test = doctest.DocTestParser().get_doctest(session, {}, "keys", "docs/keys.md", 0)
    done = doctest.DocTestRunner().run(test)
    assert done.attempted > 1
    assert done.failed == 0


@pytest.mark.parametrize(
    ("row", "keys"),
    [
        ("`Integer(-1)` / `Long(-1)`", (Integer(-1), Long(-1))),
        ("`0.0` / `-0.0` / `NaN`", (0.0, -0.0, float("nan"))),
        ('`"😀"`', ("😀",)),
        ("`BigDecimal 1.0` / `1.00`", (Decimal("1.0"), Decimal("1.00"))),
        ('`"a"` / `Tuple(["a"])` / `Row(["a"])`', ("a", Tuple(["a"]), Row(["a"]))),
    ],
)
def test_a_key_has_the_group_of_the_table(row, keys):
    shown = re.search(rf"^\| {re.escape(row)} \| ([^|]+) \|", KEYS, re.MULTILINE)[1]
    assert shown == " / ".join(str(key_group(key, 128)) for key in keys)


def test_a_key_of_each_type_is_shown_as_it_is_read():
    block = re.search(r'```json\n(\{"type".*?)```', VECTORS, re.DOTALL)[1]
    keys = list(map(json.loads, block.splitlines()))
    types = values_schema()["$defs"]["key"]["properties"]["type"]["enum"]
    assert [key["type"] for key in keys] == types
    for key in keys:
        validate_input("flink.key-group.of-key", {"key": key, "maxParallelism": 128})
