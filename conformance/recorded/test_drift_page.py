"""`docs/behaviour-changes.md`: examples as recorded, and as copartition answers; changes as listed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from golden_vectors import GOLDEN

from jarparity import registry
from jarparity.answer_pairs import AnswerPair, Boundary
from jarparity.answers import Value, same
from jarparity.lines import Line
from jarparity.measures.drift import page
from jarparity.measures.drift.boundaries import boundaries
from jarparity.measures.drift.changes import expected, explanation, read_changes
from jarparity.measures.drift.overview import by_release, overview
from jarparity.measures.drift.page import read_examples
from jarparity.measures.drift.search import Budget, Found
from jarparity.originals import locked_lines
from jarparity.ports.load import open_port

TEXT = (Path(__file__).parents[2] / "docs" / "behaviour-changes.md").read_text("utf-8")
EXAMPLES = read_examples(TEXT)
CHANGES = read_changes()
OVERVIEW = dict(
    re.findall(
        r"^\| \[?([a-z]+\.[a-z0-9.-]+)\]?(?:\(#\S+\))? \| .* \| (.*) \|$", TEXT.partition("\n## ")[0], re.MULTILINE
    )
)
SECTIONS = [line.removeprefix("## ") for line in TEXT.splitlines() if line.startswith("## ")]
PORT = open_port()


def named(example):
    return f"{example.operation}/{example.change}"


def disagreements(example):
    """The lines on which the page says otherwise than the vectors do."""
    said = {line: GOLDEN.answers(example.operation, line, [document])[0] for line, document in example.inputs.items()}
    return [line for line, answer in example.answers.items() if not same(said[line], answer, messages=True)]


def comparison_of(example, change):
    older, newer = Boundary(change.older, change.newer).older, change.newer
    return AnswerPair(
        registry.operation(example.operation),
        Boundary(older, newer),
        example.inputs[newer],
        example.inputs[older],
        example.answers[older],
        example.answers[newer],
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_an_example_is_what_was_recorded(example):
    assert disagreements(example) == []


def test_what_bytes_say_stands_below_each_example_that_has_some():
    shown = ((registry.operation(example.operation), list(example.inputs.values())[-1]) for example in EXAMPLES)
    words = [operation.in_words(document) for operation, document in shown if operation.in_words]
    assert re.findall(r"^User data: .*$", TEXT, re.MULTILINE) == [text for text in words if text] != []


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_copartition_answers_so(example):
    operation = registry.operation(example.operation)
    for line, answer in example.answers.items():
        (reply,) = PORT.replies(example.operation, line, [example.inputs[line]])
        assert same(answer, reply, messages=operation.messages), line


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_an_example_shows_its_own_change(example):
    change = next(change for change in CHANGES if change.id == example.change)
    comparison = comparison_of(example, change)
    assert comparison.differs
    operation = comparison.operation
    assert explanation(expected(CHANGES, operation, [comparison.boundary]), comparison) is change


def test_every_listed_change_has_an_example_of_every_operation():
    listed = {f"{operation}/{change.id}" for change in CHANGES for operation in change.operations}
    assert {named(example) for example in EXAMPLES} == listed


def test_the_page_has_every_operation_that_more_than_one_line_has():
    several = [name for name, operation in registry.OPERATIONS.items() if boundaries(operation, locked_lines())]
    assert several == SECTIONS, "write the page anew: `jarparity drift --operation NAME`"
    unchanged = [name for name, count in OVERVIEW.items() if count == "no change"]
    assert unchanged == [name for name in several if not any(name in change.operations for change in CHANGES)]
    assert TEXT.count("\nNo change on ") == len(unchanged)


def test_the_table_counts_what_the_sections_show():
    assert list(OVERVIEW) == list(registry.OPERATIONS), "write the page anew: `jarparity drift --operation NAME`"
    counts = {name: sum(example.operation == name for example in EXAMPLES) for name in SECTIONS}
    assert {name: OVERVIEW[name] for name in SECTIONS} == {
        name: str(n) if n else "no change" for name, n in counts.items()
    }
    assert {OVERVIEW[name] for name in registry.OPERATIONS if name not in SECTIONS} == {"nothing to compare with"}


def test_the_index_by_release_leads_to_every_change_once():
    index = TEXT.partition("| release | changes |\n")[2].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| (.+? [0-9.]+) \| (.*) \|$", index, re.MULTILINE))
    links = {
        (release, change): place
        for release, row in rows.items()
        for change, place in re.findall(r"\[(\S+)\]\(#(\S+)\)", row)
    }
    assert {place for place in links.values() if f'<a id="{place}"></a>' not in TEXT} == set()
    assert sorted((release.split()[-1], change) for release, change in links) == sorted(
        {(change.release, change.id) for change in CHANGES}
    )
    assert rows["Kafka 3.9.0"].startswith("[group-range-forgets](#kafka.group.assignor.range/group-range-forgets), [")
    assert {release.rpartition(" ")[0] for release in rows} == {"Kafka", "Flink", "Flink's Kafka connector"}


def test_the_index_has_one_release_of_all_of_kafkas_artifacts():
    sections = {
        name: f'<a id="{name}/{change}"></a>\n**{family} 1 -> 2: {change}** (none). It.\nRelease {release}; X-1.\n'
        for name, change, family, release in (
            ("kafka.assignor.range", "one", "kafka-clients", "3.10.0"),
            ("kafka.assignor.sticky", "one", "kafka-clients", "3.10.0"),
            ("kafka.group.target", "two", "kafka-group-coordinator", "3.10.0"),
            ("kafka.replicas.assign", "three", "kafka_2.13", "3.9.0"),
        )
    }
    assert by_release(sections).splitlines()[2:] == [
        "| Kafka 3.9.0 | [three](#kafka.replicas.assign/three) |",
        "| Kafka 3.10.0 | [one](#kafka.assignor.range/one), [two](#kafka.group.target/two) |",
    ]


def test_the_table_follows_its_sections():
    text = overview({"kafka.assignor.range": '<a id="a"></a>', "flink.key.hash": "none"})
    lines = sum(line.family == "kafka-clients" for line in locked_lines())
    assert f"| [kafka.assignor.range](#kafkaassignorrange) | {lines}: kafka-clients 2.0.1 to 4.4.0 | 1 |" in text
    assert "| [flink.key.hash](#flinkkeyhash) | 4: flink 1.16.3 to 2.3.0 | no change |" in text
    assert f"| kafka.assignor.sticky | {lines}: kafka-clients 2.0.1 to 4.4.0 | not searched |" in text
    assert "| java.string.hash | java 17 | nothing to compare with |" in text


def test_an_operation_that_never_changed_is_said_to():
    operation = registry.operation("kafka.reassign.plan")
    found = Found(operation, boundaries(operation, locked_lines()))
    found.asked.update({boundary: 7 + i for i, boundary in enumerate(found.boundaries)})
    assert (
        "No change on 3 releases (kafka_2.13 3.5.2, kafka-tools 3.9.2, 4.3.1): none of 7 to 8 generated cases"
        in page.section(found, CHANGES, Budget(1, 1, 1))
    )


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.id)
def test_the_page_says_of_a_change_what_is_listed(change):
    for name in change.operations:
        shown = TEXT.partition(f'<a id="{name}/{change.id}"></a>')[2].partition("```")[0]
        assert shown.rstrip().endswith(page.provenance(change))
        assert f"). {change.sentence}\n" in shown


def test_a_wrong_example_is_seen():
    example = next(e for e in EXAMPLES if isinstance(next(iter(e.answers.values())), Value))
    line = next(iter(example.answers))
    wrong = type(example)(
        example.operation, example.change, example.inputs, {**example.answers, line: Value("something else")}
    )
    assert disagreements(wrong) == [line]


def disagreeing_vectors(name):
    """The golden vectors of an operation on which neighbouring lines differ, as comparisons without a JVM."""
    operation = registry.operation(name)
    among = boundaries(operation, locked_lines())
    for vector in GOLDEN.vectors(name):
        if len(vector.answers) == 1:
            continue  # all lines agree
        said = {Line.parse(line): r.answer for r in vector.answers for line in r.lines}
        for boundary in among:
            if boundary.older in said and boundary.newer in said:
                document = vector.case.input
                answers = (said[boundary.older], said[boundary.newer])
                comparison = AnswerPair(operation, boundary, document, document, *answers)
                if comparison.differs:
                    yield vector.case.id, comparison


@pytest.mark.parametrize("name", SECTIONS)
def test_no_vector_shows_a_change_that_is_not_listed(name):
    unknown = [
        (case_id, str(comparison.boundary))
        for case_id, comparison in disagreeing_vectors(name)
        if explanation(CHANGES, comparison) is None
    ]
    assert unknown == []


def test_a_change_that_is_not_listed_is_seen():
    name = "kafka.assignor.range"
    without = [change for change in CHANGES if change.id != "range-racks"]
    assert any(explanation(without, c) is None for _, c in disagreeing_vectors(name))
