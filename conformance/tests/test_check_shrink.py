"""Failing inputs made small: what is left is what makes them fail."""

import copy
import dataclasses

import pytest

from jarparity import registry, shrinking

GROUP = {
    "topics": {"orders.7": 9, "clicks": 4, "other": 1},
    "members": [
        {"id": "consumer-3-af", "topics": ["orders.7", "clicks"], "rack": "r1"},
        {"id": "consumer-1-0b", "topics": ["clicks"]},
        {"id": "consumer-2-77", "topics": ["other", "orders.7"], "generation": 5},
    ],
}


ANYTHING = dataclasses.replace(registry.operation("java.string.hash"), input={}, problems=None)


def shrunk(document, fails, tries=shrinking.TRIES):
    def first(documents):
        return next(filter(fails, documents), None)

    return shrinking.shrunk(ANYTHING, document, first, tries=tries)


def members_of(group, topic):
    return [m for m in group.get("members", ()) if topic in m.get("topics", ())]


def test_parts_that_do_not_matter_go_and_names_become_short():
    def fails(group):
        return any(n > 2 and len(members_of(group, t)) > 1 for t, n in group.get("topics", {}).items())

    assert shrunk(GROUP, fails) == {"topics": {"A": 3}, "members": [{"topics": ["A"]}, {"topics": ["A"]}]}


def test_the_input_itself_stays_as_it_is():
    before = copy.deepcopy(GROUP)
    shrunk(GROUP, lambda group: bool(group.get("members")))
    assert before == GROUP


@pytest.mark.parametrize(
    ("document", "fails", "smallest"),
    [
        (list(range(40)), lambda d: sum(type(x) is int and x > 20 for x in d) > 2, [21, 21, 21]),
        ({"a": -9}, lambda d: d.get("a", 0) < -2, {"a": -3}),
        ({"a": True, "b": True}, lambda d: "a" in d, {"a": False}),
        ([[1, [2, [3]]]], lambda d: "3" in str(d), [[[[3]]]]),
        ([], lambda _: True, []),
    ],
)
def test_numbers_flags_and_nested_parts(document, fails, smallest):
    assert shrunk(document, fails) == smallest


def test_what_depends_on_each_other_goes_together_where_the_caller_says_what_is_valid():
    """A member that leaves must have joined: the later step goes first."""
    steps = [("join", "A"), ("join", "B"), ("leave", "B"), ("rebalance", ""), ("leave", "A")]

    def fails(made):
        present = set()
        if any(len(step) != 2 for step in made):
            return False
        for op, member in made:
            if op == "join":
                present.add(member)
            elif op == "leave":
                if member not in present:
                    return False
                present.remove(member)
        return ["rebalance", ""] in made

    assert shrunk([list(step) for step in steps], fails) == [["rebalance", ""]]


def test_the_number_of_tries_is_kept():
    tried = []

    def fails(document):
        tried.append(document)
        return len(document) > 0

    shrunk(list(range(1000)), fails, tries=7)
    assert len(tried) == 7
