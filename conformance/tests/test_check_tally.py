"""What a run counts and keeps."""

from jarparity.answers import Error, Value, canonical
from jarparity.cases import Case
from jarparity.check import tally as tallies
from jarparity.check.tally import Tally
from jarparity.verdicts import Agrees, Differs, Errored

MURMUR = "kafka.partitioner.murmur2"
OLD, NEW = "kafka-clients 3.3.2", "kafka-clients 4.4.0"


def differs(number, line, got=0, reference="golden"):
    case = Case(MURMUR, f"edge/{number}", {"bytes": f"{number:04x}"})
    return Differs(case, (line,), reference, Value(1), got if isinstance(got, Error) else Value(got))


def counted(*events):
    tally = Tally()
    for event in events:
        tally.add(event)
    return tally


def test_an_input_that_fails_alike_on_releases_asked_apart_is_one_failure():
    tally = counted(differs(1, OLD), differs(2, OLD), differs(1, NEW))
    assert [(f.case.id, f.lines) for f in tally.failures[MURMUR]] == [("edge/1", (OLD, NEW)), ("edge/2", (OLD,))]
    assert tally.smallest[MURMUR].lines == (OLD, NEW)
    assert [f.lines for f in tally.lost(MURMUR).values()] == [(OLD, NEW)] * 3
    assert tally.totals["differs"] == 3
    ((shown, cases),) = tally.most_telling(MURMUR)
    assert (shown.lines, cases) == ((OLD, NEW), 2)


def test_other_answers_and_other_references_stay_apart():
    events = [differs(1, OLD), differs(1, NEW, got=2), differs(1, NEW, got=Error("KeyError", "a"))]
    events += [differs(1, NEW, got=Error("KeyError", "b")), differs(1, NEW, reference="jpype")]
    broke = Errored(events[0].case, (OLD,), "golden", "the port hangs", "after 1 s")
    assert len(counted(*events, broke, Agrees(events[0].case, (NEW,), "golden", Value(1))).failures[MURMUR]) == 6


def test_what_is_kept_of_many_failures_is_not_of_older_releases_only(monkeypatch):
    monkeypatch.setattr(tallies, "KEPT", 3)
    one_after_the_other = [differs(number, line) for line in (OLD, NEW) for number in range(5)]
    tally = counted(*one_after_the_other)
    assert [f.lines for f in tally.failures[MURMUR]] == [(OLD, NEW)] * 3
    assert tally.on_older_only(MURMUR) == frozenset()
    assert counted(*one_after_the_other[:6]).on_older_only(MURMUR) == {
        canonical({"bytes": f"{number:04x}"}) for number in (1, 2)
    }


def test_the_smallest_of_many_failures_has_all_its_releases(monkeypatch):
    monkeypatch.setattr(tallies, "KEPT", 3)
    tally = counted(*(differs(number, line) for line in (OLD, NEW) for number in range(5, 0, -1)))
    assert (tally.smallest[MURMUR].case.id, tally.smallest[MURMUR].lines) == ("edge/1", (OLD, NEW))
    assert [f.lines for f in tally.lost(MURMUR).values()] == [(OLD, NEW)] * 3
