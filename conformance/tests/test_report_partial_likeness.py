"""A port with a known bug and others: the known one is named, and what it explains and what it leaves add up."""

import re
import sys

import pytest
from click.testing import CliRunner

from jarparity.cli import main
from jarparity.values.utf16 import has_lone_surrogate

READS_AS_GO_DOES = """
import re
from copartition.port import PORT as RIGHT

def decoded(document):
    match document:
        case str():
            return re.sub("[\\ud800-\\udfff]", "\\ufffd", document)
        case list():
            return [decoded(part) for part in document]
        case dict():
            return {name: decoded(part) for name, part in document.items()}
    return document
"""

MASKED = (
    READS_AS_GO_DOES
    + """
from copartition.java.ints import remainder
from copartition.port import PORT as RIGHT
from jarparity.faults import answers, named
from jarparity.answers import Value

FAULTS = [named(tag) for tag in TAGS]

def of_key(case):
    document = decoded(case) if DECODES else case
    (answer,) = answers(FAULTS, OPERATION, [document])
    if isinstance(answer, Value):
        return more(case, answer.value)
    raise type(answer.kind, (Exception,), {})

def more(case, value):
    return value

PORT = {OPERATION: of_key}
"""
)


@pytest.fixture
def sections(tmp_path, monkeypatch):
    """The failures of a port that has faults of these tags, and reads strings as a decoder that replaces halves."""

    def run(operation, tags, *, decodes=True, more=""):
        text = f"OPERATION, TAGS, DECODES = {operation!r}, {tags!r}, {decodes!r}\n{MASKED}\n{more}"
        (tmp_path / "port_of_more_faults.py").write_text(text)
        monkeypatch.chdir(tmp_path)
        monkeypatch.delitem(sys.modules, "port_of_more_faults", raising=False)
        asked = ["--operation", operation, "--quick", "--port", "port_of_more_faults:PORT"]
        out = CliRunner().invoke(main, ["check", *asked]).stdout
        return [part for part in out.split("\n\n") if part.startswith("DIFFERS")]

    return run


def explained(section):
    return [
        tuple(map(int, found)) for found in re.findall(r"explains (\d+) of (\d+) failures", section.replace(",", ""))
    ]


def cases(section):
    return 1 + int((re.search(r"and ([\d,]+) more", section) or [0, "0"])[1].replace(",", ""))


def test_a_decoder_that_replaces_lone_surrogates_does_not_hide_a_known_bug(sections):
    first, second = sections("flink.key-group.of-key", ["finish-masked"])
    assert "looks like  finish-masked: " in first
    assert "something else: finish-masked doesn't explain this case" in second
    assert "ud8" in second or "udc" in second
    assert "hint        a string has half of a surrogate pair alone, which UTF-8 can't hold" in second
    assert "half of a surrogate pair" not in first
    assert explained(first) == [(976, 1000)]
    assert "of 1,000 failures looked at" in first


@pytest.mark.parametrize("tag", ["string-utf-8", "string-code-points"])
def test_strings_hashed_in_another_way_are_named_beside_it(sections, tag):
    first, _ = sections("java.string.hash", [tag])
    assert f"looks like  {tag}: " in first
    (shown,) = re.findall(r"input +(.*)", first)
    assert not has_lone_surrogate(shown)  # it can occur


ALSO_DOUBLES = """
def more(case, value):
    key = case["key"]
    return (value + 1) % max(case["maxParallelism"], 1) if key["type"] == "double" and value else value
"""


def test_a_known_bug_beside_an_unknown_one_of_other_inputs_is_named(sections):
    first, second = sections("flink.key-group.of-key", ["long-low-word"], decodes=False, more=ALSO_DOUBLES)
    assert "looks like  long-low-word: " in first
    assert '"double"' in second
    ((some, all_),) = explained(first)
    assert (cases(first), cases(second)) == (some, all_ - some)


def test_two_bugs_beside_an_unknown_one_are_both_named(sections):
    both = ["long-low-word", "string-code-points"]
    first, _ = sections("flink.key-group.of-key", both, decodes=False, more=ALSO_DOUBLES)
    assert "looks like  long-low-word: " in first
    assert "looks like  string-code-points: " in first


IN_ORDER_OF_SUBSCRIPTION = """
from copartition.port import PORT as RIGHT

def more(case, value):
    named = [topic for member in case["members"] for topic in member["topics"]]
    return {member: sorted(given, key=lambda one: (named.index(one[0]), one[1])) for member, given in value.items()}
"""


def test_an_order_of_lists_is_no_other_release(sections):
    first, *_ = sections("kafka.assignor.range", [], decodes=False, more=IN_ORDER_OF_SUBSCRIPTION)
    assert "kafka-clients 3.4.1: answers as this release does" not in first


ALSO_LENGTHS = """
def more(case, value):
    return (value + 1) % case["partitions"] if len(case["bytes"]) // 2 % {every} == 0 else value
"""


def test_a_known_bug_is_named_where_an_unknown_one_changes_some_of_its_answers(sections):
    first, second = sections(
        "kafka.partitioner.partition-for-key", ["sign-abs"], decodes=False, more=ALSO_LENGTHS.format(every=4)
    )
    assert "looks like  sign-abs: " in first
    assert "something else: sign-abs doesn't explain this case" in second  # and nothing else is named
    (shown,) = re.findall(r'"bytes":"(\w*)"', second)
    assert len(shown) // 2 % 4 == 0


def test_it_is_not_named_where_the_unknown_one_changes_all_of_them(sections):
    (only,) = sections(
        "kafka.partitioner.partition-for-key", ["sign-abs"], decodes=False, more=ALSO_LENGTHS.format(every=1)
    )
    assert "sign-abs" not in only


def test_it_is_not_named_where_the_port_is_right_without_it(sections):
    (only,) = sections("kafka.partitioner.partition-for-key", [], decodes=False, more=ALSO_LENGTHS.format(every=4))
    assert "sign-abs" not in only
