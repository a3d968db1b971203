import itertools
import json
from dataclasses import replace

import pytest

from jarparity import registry
from jarparity.answers import NoAnswer, Value, canonical, to_json
from jarparity.check.events import BulkAgreement
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.ports.load import open_port
from jarparity.report.likeness import looks_like
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.search import check_whole, claimed, counted
from jarparity.spark.search_tasks import EXAMPLES, Search, counts_of
from jarparity.spark.worker_port import WorkerPort
from jarparity.verdicts import Differs, Errored

OPERATIONS = ("flink.key-group.of-hash", "kafka.partitioner.partition-for-key", "kafka.assignor.range")
LINES = ("flink 1.20.5", "flink 2.3.0", "kafka-clients 3.9.2", "kafka-clients 4.4.0")
RIGHT = Search(OPERATIONS, LINES, seed=3, cases=1200)
WRONG = replace(RIGHT, port=WorkerPort("jarparity.faults.ports:sign_abs"), operations=OPERATIONS[1:2])


def original(question, change=lambda line, replies: replies):
    """What the bridge would answer: our own port stands for the originals."""
    inputs, eligible = json.loads(question.inputs), json.loads(question.eligible)
    rows, patterns = [[] for _ in inputs], [[] for _ in inputs]
    for line, places in eligible.items():
        replies = open_port().replies(question.operation, Line.parse(line), [inputs[place] for place in places])
        answers = dict(zip(places, change(line, [to_json(reply) for reply in replies]), strict=True))
        for place, (row, pattern) in enumerate(zip(rows, patterns, strict=True)):
            if place in answers and answers[place] not in row:
                row.append(answers[place])
            pattern.append(row.index(answers[place]) if place in answers else -1)
    distinct = [list(pattern) for pattern in dict.fromkeys(map(tuple, patterns))]
    return canonical([[[distinct.index(p), *row] for row, p in zip(rows, patterns, strict=True)], distinct])


def found(wanted, order=None):
    numbers = range(len(wanted.chunks())) if order is None else order
    questions = itertools.chain.from_iterable(wanted.questions(number) for number in numbers)
    return [wanted.result(question, original(question)) for question in questions]


def test_a_right_port_agrees_with_every_line_that_takes_a_case():
    rows = found(RIGHT)
    check_whole(rows, RIGHT.numbers)
    tally = counted(rows)
    assert tally.inputs == dict.fromkeys(OPERATIONS, 1200)
    assert tally.totals["differs"] == tally.totals["errored"] == 0
    assert tally.by_line[OPERATIONS[0]].keys() == set(LINES[:2])
    assert tally.lines["gateway"] == set(LINES)


def test_a_wrong_port_differs_in_the_same_cases_for_any_order_of_tasks():
    forwards = counted(found(WRONG))
    backwards = counted(found(WRONG, reversed(WRONG.numbers)))
    assert forwards == backwards
    assert forwards.totals["differs"] > 100
    operation = OPERATIONS[1]
    smallest = forwards.smallest[operation]
    assert isinstance(smallest, Differs)
    assert smallest.case.id.startswith("found/")
    assert looks_like(forwards.observations(operation)).texts[0].startswith("sign-abs:")


def test_only_the_smallest_failures_travel():
    counts = [count for row in found(WRONG) for count in counts_of(row)]
    failing = [(verdicts, more) for verdicts, more in counts if isinstance(verdicts[0], Differs)]
    assert any(more for _, more in failing)
    for verdicts, more in failing:
        assert len(verdicts) == EXAMPLES or not more
        lengths = [len(canonical(verdict.case.input)) for verdict in verdicts]
        assert lengths == sorted(lengths)
    for verdicts, more in counts:
        if not isinstance(verdicts[0], Differs):
            assert more == 0
            assert len(verdicts) <= EXAMPLES + 1


def test_agreement_alone_carries_no_case():
    counts = [count for row in found(replace(RIGHT, cases=100)) for count in counts_of(row)]
    assert all(isinstance(verdict, BulkAgreement) for verdicts, _ in counts for verdict in verdicts)


def test_a_port_that_breaks_is_counted_as_errored():
    class Breaking:
        info = open_port().info

        def replies(self, operation, line, inputs):
            return iter([NoAnswer("crashed", "out of cheese")] * len(inputs))

    wanted = replace(WRONG, cases=50, port=WorkerPort())
    (question,) = wanted.questions(0)
    tally = counted([_by(Breaking(), wanted, question)])
    assert tally.totals["errored"] == 50 * 2  # lines that agree
    (failure,) = tally.smallest.values()
    assert isinstance(failure, Errored)
    assert failure.reason == "the port crashed"


def test_a_difference_keeps_its_grade():
    class Turned:
        """Gives each member what another one should get: a valid assignment, though not the original's."""

        info = open_port().info

        def replies(self, operation, line, inputs):
            for reply in open_port().replies(operation, line, inputs):
                yield Value(dict(zip(reply.value, reversed(reply.value.values()), strict=True)))

    wanted = replace(RIGHT, operations=("kafka.assignor.range",), cases=40, port=WorkerPort())
    tally = counted([_by(Turned(), wanted, question) for question in wanted.questions(0)])
    assert tally.grades["kafka.assignor.range"] == Grade.WRONG
    assert set(tally.of_grade["kafka.assignor.range"]) > {Grade.WRONG}


def _by(port, wanted, question):
    class Opened(WorkerPort):
        def open(self):
            return port

    return replace(wanted, port=Opened()).result(question, original(question))


def test_a_part_that_is_counted_twice_is_refused():
    rows = found(WRONG)
    with pytest.raises(SparkPipelineError, match="counts chunk 1 twice"):
        check_whole([*rows, next(row for row in rows if row.chunk == 1)], WRONG.numbers)


def test_a_part_that_is_missing_is_refused():
    rows = [row for row in found(WRONG) if row.chunk != 2]
    with pytest.raises(SparkPipelineError, match=r"lost 1 of \d+ chunks, such as 2"):
        check_whole(rows, WRONG.numbers)


def test_a_part_that_nothing_asked_for_is_refused():
    with pytest.raises(SparkPipelineError, match="counts chunk 2, which nothing asked for"):
        check_whole(found(WRONG), replace(WRONG, part=(0, 2)).numbers)


def test_the_parts_of_a_search_are_the_whole_each_chunk_once():
    whole = found(RIGHT)
    parts = [replace(RIGHT, part=(start, start + 2)).numbers for start in range(0, len(RIGHT.chunks()), 2)]
    assert [number for part in parts for number in part] == list(RIGHT.numbers)
    assert [row for part in parts for row in found(RIGHT, part)] == whole


def test_lines_that_answer_otherwise_are_groups_of_their_own():
    wanted = replace(RIGHT, operations=OPERATIONS[:1], cases=20)
    (question,) = wanted.questions(0)

    def change(line, replies):
        return [*replies[:4], {"value": -7}, *replies[5:]] if line == LINES[1] else replies

    tally = counted([wanted.result(question, original(question, change))])
    assert tally.grouped == {
        (OPERATIONS[0], LINES[:2], "agrees"): 19,
        (OPERATIONS[0], LINES[:1], "agrees"): 1,
        (OPERATIONS[0], LINES[1:2], "differs"): 1,
    }


def test_only_what_a_port_claims_is_searched():
    port = open_port("jarparity.faults.ports:sign_abs")
    lines = list(map(Line.parse, LINES))
    wanted = claimed(WRONG, port, [registry.operation(name) for name in OPERATIONS], lines)
    assert wanted.operations == OPERATIONS[1:2]
    assert wanted.lines == LINES[2:]
