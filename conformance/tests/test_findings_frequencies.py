"""How often an assignment never ends: what is counted adds up, nothing is counted twice, and the page shows it."""

import json

import pytest
from findings import frequencies
from findings.declared import FindingError
from findings.frequencies import Count, Counted

EVERY = [
    Count(assignor, subscriptions, members, events, 10, 110, 0, None)
    for subscriptions in ("one", "rolling", "pattern", "two", "three", "own")
    for members in (4, 8, 20)
    for assignor in ("sticky", "cooperative-sticky")
    for events in (1, 4)
]
FOUND = Count("sticky", "own", 20, 1, 10, 105, 2, 13)


def counts(*found):
    kinds = {count.kind: count for count in (*EVERY, *found)}
    return list(kinds.values())


def test_counts_of_more_histories_add_up():
    once = Counted().plus(10, counts(FOUND))
    twice = once.plus(0, counts(Count("sticky", "own", 20, 1, 10, 100, 1, 7)))
    assert twice.ranges == ((0, 20),)
    both = {count.kind: count for count in twice.counts}[FOUND.kind]
    assert (both.histories, both.rebalances, both.endless, both.first) == (20, 205, 3, 7)


@pytest.mark.parametrize("first", [0, 5, 19])
def test_no_history_is_counted_twice(first):
    with pytest.raises(FindingError, match="were counted before"):
        Counted().plus(5, counts()).plus(first, counts()).plus(19, counts())


def test_every_kind_is_counted_as_often():
    with pytest.raises(FindingError, match="as many histories of every kind"):
        Counted().plus(0, counts(Count("sticky", "own", 20, 1, 9, 99, 0, None)))
    with pytest.raises(FindingError, match="as many histories of every kind"):
        Counted().plus(0, counts()).plus(10, counts()[:-1])


def test_what_was_counted_is_kept(tmp_path):
    path = tmp_path / "frequencies.json"
    assert frequencies.read(path) == Counted()
    counted = Counted().plus(0, counts(FOUND)).plus(30, counts())
    frequencies.write(counted, path)
    assert frequencies.read(path) == counted
    path.write_text(json.dumps({"ranges": [[0, 1]], "counts": [{"assignor": "sticky"}]}), encoding="utf-8")
    with pytest.raises(FindingError, match=r"frequencies\.json: "):
        frequencies.read(path)


def test_the_page_says_how_many_there_were():
    text = frequencies.section(Counted().plus(0, counts(FOUND)))
    assert text.startswith("720 histories with 7,915 rebalances, 10 of each kind; 2 met an assignment that never ends:")
    assert "| each a set of its own, which it may change | 20 | 2 | 0 | 0 | 0 |" in text
    assert text.count("\n| ") == 19


def test_the_programs_lines_are_read():
    line = json.dumps({"assignor": "sticky", "subscriptions": "own", "members": 20, "events": 1, "histories": 10,
                       "rebalances": 105, "endless": 2, "first": 13})  # fmt: skip
    assert frequencies.parsed([line]) == [FOUND]
