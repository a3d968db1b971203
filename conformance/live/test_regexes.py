"""Regular expressions as brokers read them: RE2/J refuses and matches what the port's reader does."""

from random import Random

import pytest

from jarparity import registry
from jarparity.cases import Case
from jarparity.check.asking import Comparison
from jarparity.originals import locked_lines
from jarparity.ports.load import open_port
from jarparity.verdicts import Agrees

OPERATION = registry.operation("kafka.group.coordinator")
TOPICS = ("a", "b", "A", "ab", "aa", "a.b", "1", "a1", "-", "_", "a-b", "k", "s")
SEED = 20261128
DRAWN = 150
# A line a kind of thing: characters, escapes, classes, sets, groups and flags, repetitions, places.
PARTS = r"""
a b A 1 . - _ k s , ] } { \. \_ \-
\d \D \w \W \s \S \x61 \x{62} \101 \1 \0 \8 \n \e \C \Z \Qa.b\E \Q \E \u0061 \
\pL \PL \p{Lu} \p{^Lu} \p{N} \P{L}
[ [^ [a-b] [b-a] [^a-b] [[:alpha:]] [[:^digit:]] [[:foo:]] [:alpha:] [\d.] [\D] [a-\d] []a] [^]a] [a&&b] [a-] [-a] [\]]
( ) (?: (?i) (?i: (?-i) (?s) (?m) (?U) (?x) (?P<n> (?<m> (?= (?i-s: (?) (?-) (?#a) (?a) (a) (b|a) |
* + ? *? +? ?? *+ {2} {1,2} {,2} {1, {0} {01} {1001} {2,1} {2}?
^ $ \A \z \b \B
""".split()  # noqa: SIM905 - a list of them would be a page long


def patterns():
    random = Random(SEED)  # noqa: S311 - the same in every run
    yield from PARTS
    yield from (f"a{part}" for part in PARTS)
    for _ in range(DRAWN):
        yield "".join(random.choices(PARTS, k=random.randint(2, 6)))


def history(regex):
    beat = {"op": "heartbeat", "member": "A", "owned": "told"}
    ids = (f"{'A' * 20}{letter}w" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return {
        "assignors": ["uniform"],
        "config": {"assignmentIntervalMs": 0, "heartbeatIntervalMs": 5000, "maxSize": 100, "sessionTimeoutMs": 45000},
        "topics": {name: {"id": topic, "partitions": 1} for name, topic in zip(TOPICS, ids, strict=False)},
        "steps": [beat | {"epoch": 0, "owned": {}, "regex": regex, "timeoutMs": 5000}, {"op": "tasks"}, beat],
    }


@pytest.mark.parametrize("line", [line for line in locked_lines() if OPERATION.has(line)], ids=str)
def test_a_broker_reads_an_expression_as_the_port_does(jpype_reference, line):
    cases = [Case(OPERATION.name, str(number), history(regex)) for number, regex in enumerate(patterns())]
    verdicts = list(Comparison(OPERATION, open_port(), jpype_reference, [line]).verdicts(cases))
    others = [verdict.case.input["steps"][0]["regex"] for verdict in verdicts if not isinstance(verdict, Agrees)]
    assert others == []
    refused = [verdict for verdict in verdicts if "error" in verdict.answer.value[0]]
    assert len(cases) // 4 < len(refused) < len(cases) * 3 // 4
