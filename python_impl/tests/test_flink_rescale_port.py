"""The operations `flink.rescale.*` of the port: JSON in, JSON out, and what is no input."""

import pytest

from copartition.port import PORT

CHANGE = {"maxParallelism": 30, "oldParallelism": 3, "newParallelism": 4}
HANDLE = {"handle": "h", "states": {"s": {"mode": "UNION", "offsets": ["0", "8"]}}}
STATE = {"oldParallelism": 1, "newParallelism": 2, "subtasks": [[HANDLE]]}
READ = {"mode": "RANGE", "oldParallelism": 3, "newParallelism": 2, "newIndex": 1}


def ask(name, document, **line):
    return PORT.operations[f"flink.rescale.{name}"](document, **line)


def spans(*pairs):
    return [{"start": start, "end": end} for start, end in pairs]


def test_keyed_state():
    assert ask("partitions", CHANGE) == spans((0, 7), (8, 14), (15, 22), (23, 29))
    pieces = [spans((0, 7)), spans((8, 9), (10, 14)), spans((15, 19), (20, 22)), spans((23, 29))]
    assert ask("keyed-state", CHANGE) == pieces
    assert ask("keyed-state", {**CHANGE, "finished": [2]})[2:] == [spans((15, 19)), []]


def test_restored_keys():
    keys = [{"type": "string", "value": text} for text in ("a", "b", "a")]
    assert ask("restored-keys", {**CHANGE, "keys": keys}) == [[2], [1], [], []]


def test_in_flight():
    assert ask("in-flight", READ) == [1, 2]


def test_operator_state():
    assert ask("operator-state", STATE) == [[HANDLE], [HANDLE]]
    copies = [[{"handle": name, "states": {"s": {"mode": "BROADCAST", "offsets": ["0"]}}}] for name in "ab"]
    copies[0].append({**copies[0][0], "handle": "c"})
    document = {"oldParallelism": 2, "newParallelism": 2, "subtasks": copies}
    kept = ask("operator-state", document, line="flink 2.3.0")
    assert [[found["handle"] for found in handles] for handles in kept] == [["a", "c"], ["b"]]
    assert ask("operator-state", document) == kept
    given = ask("operator-state", document, line="flink 2.1.3")
    assert [[found["handle"] for found in handles] for handles in given] == [["a", "c"], ["b", "c"]]


def test_the_order_of_a_files_states_may_be_told():
    state = {"mode": "SPLIT_DISTRIBUTE", "offsets": ["0"]}

    def first(order):
        file = {"handle": "h", "states": {"Aa": state, "BB": state}, "order": order}
        answer = ask("operator-state", {"oldParallelism": 1, "newParallelism": 2, "subtasks": [[file]]})
        return list(answer[0][0]["states"])

    assert (first(["Aa", "BB"]), first(["BB", "Aa"])) == (["BB"], ["Aa"])
    for wrong in ([], ["Aa"], ["Aa", "Aa"], ["Aa", "BB", "C#"]):
        with pytest.raises(ValueError, match=r"subtasks\[0\]\[0\].order must be the names of its states, each once"):
            first(wrong)


def test_states_of_a_file_have_no_order():
    """Names of one bin follow each other as they were put, and a JSON object says nothing of that."""
    state = {"mode": "SPLIT_DISTRIBUTE", "offsets": ["0"]}
    there, back = (
        {"oldParallelism": 1, "newParallelism": 2, "subtasks": [[{"handle": "h", "states": states}]]}
        for states in ({"Aa": state, "BB": state}, {"BB": state, "Aa": state})
    )
    assert ask("operator-state", there) == ask("operator-state", back)
    assert list(ask("operator-state", back)[0][0]["states"]) == ["BB"]  # computeIfAbsent puts first
