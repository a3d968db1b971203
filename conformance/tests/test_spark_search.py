import itertools
import json
from dataclasses import replace

import pytest

from jarparity import catalogue
from jarparity.answers import Fault, canonical, to_json
from jarparity.lines import Line
from jarparity.ports.load import open_port
from jarparity.report.failure import looks_like
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.search import claimed, counted, whole
from jarparity.spark.search_tasks import EXAMPLES, Search, examples_of
from jarparity.verdicts import Differs, Errored

OPERATIONS = ("flink.key-group.of-hash", "kafka.partitioner.partition-for-key", "kafka.assignor.range")
LINES = ("flink 1.20.5", "flink 2.3.0", "kafka-clients 3.9.2", "kafka-clients 4.4.0")
RIGHT = Search(OPERATIONS, LINES, seed=3, cases=1200)
WRONG = replace(RIGHT, port="jarparity.bugs.ports:sign_abs", operations=OPERATIONS[1:2])


def original(question):
    """What a JVM would say: our own port stands for the originals."""
    inputs = json.loads(question.inputs)
    said = []
    for line in LINES:
        if line not in question.lines:
            said.append(None)
            continue
        replies = open_port().replies(question.operation, Line.parse(line), inputs)
        said.append(canonical([to_json(reply) for reply in replies]))
    return said


def found(wanted, order=None):
    numbers = range(len(wanted.chunks())) if order is None else order
    questions = itertools.chain.from_iterable(wanted.questions(number) for number in numbers)
    return [row for question in questions for row in wanted.compared(question, original(question))]


def test_a_right_port_agrees_with_every_line_that_takes_a_case():
    rows = found(RIGHT)
    whole(rows, RIGHT.chunks())
    tally = counted(rows)
    assert tally.inputs == dict.fromkeys(OPERATIONS, 1200)
    assert tally.totals["differs"] == tally.totals["errored"] == 0
    assert tally.by_line[OPERATIONS[0]].keys() == set(LINES[:2])
    assert tally.lines["gateway"] == set(LINES)


def test_a_wrong_port_differs_in_the_same_cases_for_any_order_of_tasks():
    forwards = counted(found(WRONG))
    backwards = counted(found(WRONG, reversed(range(len(WRONG.chunks())))))
    assert forwards == backwards
    assert forwards.totals["differs"] > 100
    operation = OPERATIONS[1]
    smallest = forwards.smallest[operation]
    assert isinstance(smallest, Differs)
    assert smallest.case.id.startswith("found/")
    assert looks_like(forwards.observations(operation))[0].startswith("sign-abs:")


def test_only_the_smallest_failures_travel():
    for row in found(WRONG):
        examples = examples_of(row)
        assert len(examples) <= EXAMPLES
        if row.verdict == "differs":
            lengths = [len(canonical(verdict.case.input)) for verdict in examples]
            assert lengths == sorted(lengths)
            assert len(examples) == min(row.count, EXAMPLES)


def test_agreement_alone_carries_no_case():
    assert all(row.examples == b"" for row in found(replace(RIGHT, cases=100)))


def test_a_port_that_breaks_is_counted_as_errored():
    class Breaking:
        info = open_port().info

        def replies(self, operation, line, inputs):
            return iter([Fault("crashed", "out of cheese")] * len(inputs))

    wanted = replace(WRONG, cases=50, port=None)
    (question,) = wanted.questions(0)
    original_says = original(question)
    row = _compared_by(Breaking(), wanted, question, original_says)
    tally = counted([row])
    assert tally.totals["errored"] == 50
    (failure,) = tally.smallest.values()
    assert isinstance(failure, Errored)
    assert failure.reason == "the port crashed"


def _compared_by(port, wanted, question, said):
    class Opened(Search):
        def open_port(self):
            return port

    (row,) = Opened(wanted.operations, wanted.lines, wanted.seed, wanted.cases).compared(question, said)
    return row


def test_a_part_that_stands_twice_is_refused():
    rows = found(WRONG)
    with pytest.raises(SparkPipelineError, match="counts chunk 1 twice"):
        whole([*rows, next(row for row in rows if row.chunk == 1)], WRONG.chunks())


def test_a_part_that_is_missing_is_refused():
    rows = [row for row in found(WRONG) if row.chunk != 2]
    with pytest.raises(SparkPipelineError, match=r"lost 1 of \d+ chunks, such as 2"):
        whole(rows, WRONG.chunks())


def test_lines_that_answer_otherwise_stand_in_groups_of_their_own():
    wanted = replace(RIGHT, operations=OPERATIONS[:1], cases=20)
    (question,) = wanted.questions(0)
    said = original(question)
    answers = json.loads(said[1])
    answers[4] = {"value": -7}
    said[1] = canonical(answers)
    rows = wanted.compared(question, said)
    assert {(row.verdict, row.lines, row.count) for row in rows} == {
        ("agrees", LINES[:2], 19),
        ("agrees", LINES[:1], 1),
        ("differs", LINES[1:2], 1),
    }


def test_only_what_a_port_claims_is_searched():
    port = open_port("jarparity.bugs.ports:sign_abs")
    lines = list(map(Line.parse, LINES))
    wanted = claimed(WRONG, port, [catalogue.operation(name) for name in OPERATIONS], lines)
    assert wanted.operations == OPERATIONS[1:2]
    assert wanted.lines == LINES[2:]
