"""Faults of assignors: ports that have several at once, and ports that answer as an older release, are recognised."""

from functools import cache

import pytest
from golden_vectors import GOLDEN

from jarparity import faults
from jarparity.answers import Error, Value, canonical, same
from jarparity.areas.kafka_assignors.grades import same_places
from jarparity.cases import Case
from jarparity.lines import Line
from jarparity.report.likeness import looks_like
from jarparity.verdicts import Differs

RANGE, ROUND_ROBIN, STICKY = (f"kafka.assignor.{name}" for name in ("range", "round-robin", "sticky"))
COOPERATIVE = "kafka.assignor.cooperative-sticky"
UNTAGGED = [fault for fault in faults.every_fault() if not fault.tagged and STICKY in fault.operations]
NEWEST = Line("kafka-clients", "4.4.0")


def truths(operation):
    """Inputs and the newest line's answers."""
    for vector in GOLDEN.vectors(operation):
        for recorded in vector.answers:
            if str(NEWEST) in recorded.lines:
                yield vector.case.input, recorded.answer


def group(topics, **members):
    return {"topics": topics, "members": [{"id": name} | fields for name, fields in members.items()]}


@pytest.mark.parametrize(
    ("tag", "operation", "document", "java", "port"),
    [
        # What was met in released clients, as docs/ports.md has it.
        (
            "assignor-instance-ids-ignored",
            RANGE,
            group({"t": 1}, A={"topics": ["t"]}, B={"topics": ["t"], "instance": "i"}),
            {"A": [], "B": [["t", 0]]},
            {"A": [["t", 0]], "B": []},
        ),
        (
            "assignor-loses-alternating-members",
            RANGE,
            group({"t": 3}, A={"topics": ["t"]}, B={"topics": ["t"], "instance": "i"}, C={"topics": ["t"]}),
            {"A": [["t", 1]], "B": [["t", 0]], "C": [["t", 2]]},
            {"A": [], "B": [["t", 0], ["t", 1]], "C": [["t", 2]]},
        ),
        (
            "assignor-round-robin-serves-strangers",
            ROUND_ROBIN,
            group({"t": 2}, A={"topics": ["t"]}, B={"topics": []}),
            {"A": [["t", 0], ["t", 1]], "B": []},
            {"A": [["t", 0]], "B": [["t", 1]]},
        ),
        (
            "assignor-round-robin-partitions-as-text",
            ROUND_ROBIN,
            group({"a": 3, "a-1": 1}, A={"topics": ["a", "a-1"]}, B={"topics": ["a", "a-1"]}),
            {"A": [["a", 0], ["a", 2]], "B": [["a", 1], ["a-1", 0]]},
            {"A": [["a", 0], ["a-1", 0]], "B": [["a", 1], ["a", 2]]},
        ),
        (
            "assignor-range-floor",
            RANGE,
            group({"t": 3}, A={"topics": ["t"]}, B={"topics": ["t"]}),
            {"A": [["t", 0], ["t", 1]], "B": [["t", 2]]},
            {"A": [["t", 0]], "B": [["t", 1], ["t", 2]]},
        ),
        (
            "assignor-round-robin-per-topic",
            ROUND_ROBIN,
            group({"t": 1, "u": 1}, A={"topics": ["t", "u"]}, B={"topics": ["t", "u"]}),
            {"A": [["t", 0]], "B": [["u", 0]]},
            {"A": [["t", 0], ["u", 0]], "B": []},
        ),
    ],
)
def test_a_bug_gives_the_answer_that_was_met(tag, operation, document, java, port):
    assert faults.answers([], operation, [document]) == [Value(java)]
    assert faults.named(tag).answer(operation, document) == Value(port)


def test_kafka_pythons_round_robin_throws():
    document = group({"T0": 1, "T1": 2}, C1={"topics": ["T0"]}, C2={"topics": ["T0", "T1"]})
    assert faults.named("assignor-round-robin-throws").answer(ROUND_ROBIN, document) == Error("KeyError")


def test_a_short_circle_may_never_end_and_the_bug_says_nothing_then():
    document = group({"a": 1, "b": 1}, A={"topics": ["a"]}, B={"topics": ["a"]}, C={"topics": ["b"]})
    assert faults.named("assignor-round-robin-short-circle").answer(ROUND_ROBIN, document) == faults.NOT_APPLICABLE


SETS = [
    (
        RANGE,
        frozenset({"assignor-instance-ids-ignored", "assignor-range-racks-ignored", "assignor-range-lists-sorted"}),
    ),
    (
        RANGE,
        frozenset(
            {"assignor-loses-alternating-members", "assignor-range-racks-ignored", "assignor-range-lists-sorted"}
        ),
    ),
    (ROUND_ROBIN, frozenset({"assignor-instance-ids-ignored", "assignor-names-by-code-points"})),
    (ROUND_ROBIN, frozenset({"assignor-round-robin-throws", "assignor-loses-alternating-members"})),
]


@cache
def with_faults(operation, tags):
    """What a port with these bugs at once shows."""
    cases = list(truths(operation))
    got = faults.answers([faults.named(tag) for tag in sorted(tags)], operation, [document for document, _ in cases])
    return [(operation, document, true, answer) for (document, true), answer in zip(cases, got, strict=True)]


@pytest.mark.parametrize(("operation", "tags"), SETS)
def test_several_bugs_at_once_are_all_named(operation, tags):
    found = faults.diagnose(with_faults(operation, tags))
    assert {one.tag for one in found} == tags
    for one in found:
        assert set(one.beside) == tags - {one.tag}
        assert faults.ENOUGH <= one.agreeing <= one.explained
    failing = sum(not same(true, got) for _, _, true, got in with_faults(operation, tags))
    assert found[0].explained == failing
    shown = looks_like(with_faults(operation, tags)).texts
    assert all(f"one of {len(tags)} bugs seen together" in line for line in shown)


@pytest.mark.parametrize(("operation", "tags"), SETS)
def test_a_fault_of_its_own_beside_them_leaves_a_port_without_a_name(operation, tags):
    seen = with_faults(operation, tags)
    at = next(i for i, (_, _, true, got) in enumerate(seen) if not same(true, got))
    assert faults.diagnose([*seen[:at], (*seen[at][:3], Value({"nobody": []})), *seen[at + 1 :]]) == []


def test_faults_that_change_one_place_are_no_set():
    both = [faults.named("assignor-range-floor"), faults.named("assignor-range-rounded")]
    with pytest.raises(faults.TargetError):
        faults.answers(both, RANGE, [group({"t": 1}, A={"topics": ["t"]})])


def test_of_faults_that_fit_equally_well_the_simplest_comes_first_and_the_tie_is_said():
    simple, other = "assignor-names-by-code-points", "assignor-loses-alternating-members"
    seen = [o for o in with_faults(ROUND_ROBIN, frozenset({simple})) if "instance" not in canonical(o[1])]
    assert [one.tag for one in faults.diagnose(seen)] == [simple, other]
    shown = looks_like(seen).texts
    assert [line.partition(":")[0] for line in shown] == [simple, other]
    assert all(line.endswith("; one of 2 bugs that fit equally well") for line in shown)


def as_release(operation, version):
    """What a port shows that stayed with an old release."""
    seen = []
    for vector in GOLDEN.vectors(operation):
        answers = {line: recorded.answer for recorded in vector.answers for line in recorded.lines}
        true, old = answers.get(str(NEWEST)), answers.get(f"kafka-clients {version}")
        if true is not None:
            seen.append((operation, vector.case.input, true, old or true))
    return seen


@pytest.mark.parametrize(
    ("operation", "version", "ticket"),
    [
        # Before the constrained path, before claims of the same generation conflicted, before older ones counted,
        # and before owned partitions were sorted.
        (STICKY, "2.5.0", "KAFKA-9987"),
        (COOPERATIVE, "2.5.0", "KAFKA-9987"),
        (STICKY, "2.8.0", "KAFKA-13081"),
        (COOPERATIVE, "3.4.0", "KAFKA-14639"),
        (STICKY, "3.7.0", "KAFKA-16277"),
    ],
)
def test_a_port_of_an_older_release_is_recognised(operation, version, ticket):
    found = faults.other_release(as_release(operation, version))
    assert str(found.line) == f"kafka-clients {version}"
    assert faults.ENOUGH <= found.agreeing == found.telling
    assert ticket in " ".join(found.tickets)
    assert any(
        line.startswith(f"kafka-clients {version}: answers as")
        for line in looks_like(as_release(operation, version)).texts
    )


def test_the_release_is_not_said_of_a_case_to_which_it_gives_another_answer():
    line, seen = "kafka-clients 2.5.0", as_release(STICKY, "2.5.0")
    asked = [v.case.input for v in GOLDEN.vectors(STICKY) if any(line in recorded.lines for recorded in v.answers)]
    alike = [i for i, (_, of, true, got) in enumerate(seen) if same(true, got) and of in asked][:7]
    drawn = (STICKY, group({"never recorded": 1}, A={"topics": []}), Value({"A": []}), Value({}))
    odd = [(*o[:3], Value({"stranger": [["t", 0]]})) if i in alike else o for i, o in enumerate(seen)]
    like = looks_like([*odd, drawn])
    assert like.tags == (line,)
    assert like.unexplained == {canonical(seen[i][1]) for i in alike}
    one = Differs(Case(STICKY, "x", seen[alike[0]][1]), ("kafka-clients 4.4.0",), "golden", Value({}), Value({}))
    said = f"something else: {line} doesn't explain this case, nor 6 others"
    assert like.names(one) == (said,)


def test_a_right_port_and_one_that_is_wrong_in_its_own_way_are_of_no_release():
    right = [(STICKY, document, true, true) for document, true in truths(STICKY)]
    assert faults.other_release(right) is None
    empty = [(STICKY, document, true, Value({})) for document, true in truths(STICKY)]
    assert faults.other_release(empty) is None


def test_too_few_telling_cases_name_no_release():
    telling = [seen for seen in as_release(STICKY, "2.5.0") if not same(seen[2], seen[3])]
    assert faults.other_release(telling[: faults.ENOUGH - 1]) is None


@pytest.mark.parametrize(("fault", "operation"), [(fault, name) for fault in UNTAGGED for name in fault.operations])
def test_a_port_that_misinterprets_inputs_is_recognised_by_who_gets_what(fault, operation):
    seen = []
    for document, true in truths(operation):
        wrong = fault.answer(operation, document)
        got = true if isinstance(wrong, faults.NotApplicable) else wrong
        if isinstance(got, Value):
            got = Value({member: its[::-1] for member, its in got.value.items()})
        seen.append((operation, document, true, got))
    telling = [s for s in seen if not isinstance(fault.answer(operation, s[1]), faults.NotApplicable)]
    differing = [s for s in telling if not same_places(s[2], s[3])]
    assert len(differing) >= faults.ENOUGH
    assert fault.tag in {one.tag for one in faults.diagnose(telling)}
    assert fault.tag not in {one.tag for one in faults.diagnose([*telling, (*differing[0][:3], Value({"A": []}))])}
    right = [(*s[:3], s[2]) for s in differing]
    assert fault.tag not in {one.tag for one in faults.diagnose([*telling[:5], *right])}


def test_an_input_misinterpretation_says_nothing_of_inputs_it_reads_correctly():
    fresh = group({"t": 2}, A={"topics": ["t"]})
    assert all(fault.answer(STICKY, fresh) == faults.NOT_APPLICABLE for fault in UNTAGGED)
    assert faults.named("sticky-owned-ignored") is UNTAGGED[0]
