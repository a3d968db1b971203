"""Questions in JSON: what commands and services ask, and what they get."""

import json

import pytest

from copartition.advice.questions import ADVICE
from copartition.flink import operator_of_key
from copartition.java import Integer, Long

CHANGE = {"maxParallelism": 30, "oldParallelism": 3, "newParallelism": 4}
KEYS = {"maxParallelism": 16, "parallelism": 4, "perSubtask": 2, "prefix": "k"}
MESSAGE = "Key group 193 is not in KeyGroupRange{startKeyGroup=144, endKeyGroup=179}."
MISPLACED = {"keyGroup": 54, "range": {"start": 64, "end": 95}}


def asked(question, **document):
    answer = ADVICE[question](document)
    assert json.loads(json.dumps(answer)) == answer
    return answer


def test_the_route_of_a_key():
    string = {"type": "string", "value": "user_123"}
    route = asked("key-route", key=string, maxParallelism=128, parallelism=4, partitions=3)
    assert route["kafka"]["bytes"] == b"user_123".hex()
    assert route["range"]["start"] <= route["keyGroup"] <= route["range"]["end"]
    route = asked("key-route", key={"type": "list", "value": [string]}, maxParallelism=128, parallelism=4, partitions=3)
    assert list(route["kafka"]) == ["reason"]


def test_what_a_change_of_parallelism_moves_and_leaves_out():
    plan = asked("rescale-plan", **CHANGE)
    assert (plan["keyGroupsMoving"], plan["keyGroupsStaying"]) == (14, 16)
    assert plan["transfers"][1] == {"from": 0, "to": 1, "range": {"start": 8, "end": 9}}
    assert asked("in-flight-gaps", **CHANGE) == []
    (gap,) = asked("in-flight-gaps", maxParallelism=600, oldParallelism=179, newParallelism=200)
    assert gap["missed"] not in gap["reads"]


def test_the_balance_of_ranges():
    ranges = asked("range-balance", parallelisms=[3, 100])
    assert ranges["isDefault"]
    assert ranges["balances"][1]["ratio"] == 1.5
    given = asked("range-balance", parallelisms=[4], maxParallelism=10)
    assert (given["isDefault"], given["balances"][0]["most"]) == (False, 3)
    assert asked("skewed-defaults", first=1, last=128)["skewed"] == list(range(65, 86))


@pytest.mark.parametrize(("kind", "made"), [("string", str), ("long", int), ("integer", int)])
def test_keys_for_every_subtask(kind, made):
    types = {"string": str, "long": lambda text: Long(int(text)), "integer": lambda text: Integer(int(text))}
    found = asked("balanced-keys", type=kind, **KEYS)
    owners = [[operator_of_key(types[kind](key), 16, 4) for key in keys] for keys in found]
    assert owners == [[subtask] * 2 for subtask in range(4)]
    assert all(str(made(key)) == key for keys in found for key in keys)


def test_a_misplaced_key_group():
    assert asked("misplaced-key-group", message=MESSAGE, maxParallelism=720)["keyGroup"] == 193
    found = asked("misplaced-key-group", **MISPLACED, maxParallelism=128, keyText="1")
    assert found["failing"] == [{"subtask": 2, "parallelism": 4}]
    assert found["typesOfTheGroup"]
    assert asked("misplaced-key-group", **MISPLACED)["maxParallelism"] is None


@pytest.mark.parametrize(
    ("question", "document", "message"),
    [
        ("balanced-keys", {**KEYS, "type": "uuid"}, r'^input\.type must be one of string, long, integer, not "uuid"$'),
        ("misplaced-key-group", {"keyGroup": 1, "range": {"start": 2}}, r"^input\.range has no field 'end'$"),
        ("range-balance", {"parallelisms": [4], "maxParallelism": None}, r"^input\.maxParallelism must be a whole"),
        ("skewed-defaults", [], r"^input must be an object"),
    ],
)
def test_a_wrong_question_names_its_field(question, document, message):
    with pytest.raises(ValueError, match=message):
        ADVICE[question](document)
