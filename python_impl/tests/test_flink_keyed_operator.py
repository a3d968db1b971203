"""The keyed operator and its group aggregate on their own."""

import pytest

from copartition import errors
from copartition.flink import RowData, key_group, operator_of_key
from copartition.flink.state import Change, CountAndSum, GroupAggregate, KeyedProcessOperator
from copartition.port import PORT


def operator(parallelism=1, index=0, restored=(), *, before=True, version="2.3.0"):
    function = GroupAggregate(CountAndSum(), update_before=before)
    return KeyedProcessOperator(
        function, lambda change: change.key, 128, parallelism, index, restored, version=version
    )  # fmt: skip


def emitted(subtask, *elements):
    return [[(c.kind, c.value) for c in subtask.process_element(Change(kind, "k", v))] for kind, v in elements]


def kept(subtask):
    return [(entry.key, entry.value) for entries in subtask.backend.dump().values() for entry in entries]


def test_an_accumulator_lives_from_the_first_record_to_the_last_retraction():
    subtask = operator()
    assert emitted(subtask, ("+I", 5), ("+I", 3)) == [[("+I", 5)], [("-U", 5), ("+U", 8)]]
    assert (subtask.backend.current_key, subtask.backend.current_key_group) == ("k", key_group("k", 128))
    assert kept(subtask) == [("k", (2, 8))]
    assert emitted(subtask, ("-D", 5), ("-U", 3)) == [[("-U", 8), ("+U", 3)], [("-D", 3)]]
    assert kept(subtask) == []


def test_without_update_before():
    assert emitted(operator(before=False), ("+I", 5), ("+U", 3)) == [[("+I", 5)], [("+U", 8)]]


def test_a_retraction_of_nothing_is_dropped():
    subtask = operator()
    assert emitted(subtask, ("-D", 5), ("-U", 5)) == [[], []]
    assert kept(subtask) == []


def test_a_result_as_before_is_kept_back():
    subtask = operator()
    assert emitted(subtask, ("+I", 0), ("+I", 0), ("-D", 0)) == [[("+I", 0)], [], []]
    assert kept(subtask) == [("k", (1, 0))]


class Uncounted(CountAndSum):
    """Never has a record in it."""

    def count(self, accumulator):
        return 0


def test_an_accumulator_that_stays_empty_is_neither_kept_nor_told_of():
    function = GroupAggregate(Uncounted(), update_before=True)
    subtask = KeyedProcessOperator(function, lambda change: change.key, 128, 1, 0)
    assert emitted(subtask, ("+I", 5), ("+I", 3)) == [[], []]
    assert kept(subtask) == []


def test_sums_overflow_as_a_long():
    assert emitted(operator(before=False), ("+I", 2**63 - 1), ("+I", 1))[1] == [("+U", -(2**63))]


@pytest.mark.parametrize(
    ("version", "error"), [("1.16.3", errors.IllegalArgumentException), ("1.20.5", errors.RuntimeException)]
)
def test_a_key_of_another_subtask(version, error):
    other = 1 - operator_of_key("k", 128, 2)
    with pytest.raises(error, match=r"Key group .* is not in"):
        operator(2, other, version=version).process_element(Change("+I", "k", 1))


def test_a_null_key():
    with pytest.raises(errors.RuntimeException, match="Exception occurred while setting the current key context"):
        operator().process_element(Change("+I", None, 1))


def test_rescaled_up_and_down_it_goes_on():
    users = [f"user_{i}" for i in range(50)]
    snapshots = []
    for count, total in ((2, 1), (3, 2), (1, 3)):
        subtasks = [operator(count, index, snapshots) for index in range(count)]
        for user in users:
            subtask = subtasks[operator_of_key(user, 128, count)]
            assert [c.value for c in subtask.process_element(Change("+I", user, 1)) if c.kind != "-U"] == [total]
        snapshots = [subtask.snapshot() for subtask in subtasks]


def test_what_is_no_subtask_or_change():
    with pytest.raises(errors.IllegalArgumentException, match="Task index must be less than parallelism"):
        operator(2, 2)
    with pytest.raises(errors.IllegalArgumentException, match=r"Change\.kind must be one of"):
        Change("+X", "k", 1)


KEY = {"type": "row-data", "value": [{"type": "STRING", "value": "k"}]}
HELD = {"type": "row-data", "value": RowData([("STRING", "k")]).data.hex()}
FIELDS = {"maxParallelism": 128, "parallelism": 1, "operator": 0, "keyType": {}, "updateBefore": True}


def ask(*steps, **fields):
    return PORT.operations["flink.state.keyed-operator"]({**FIELDS, "steps": list(steps), **fields})


def test_the_ports_door():
    element = {"op": "element", "kind": "+I", "key": KEY, "value": "5"}
    group = key_group(RowData([("STRING", "k")]), 128)
    entry = {"state": "accState", "namespace": None, "key": HELD, "value": ["1", "5"]}
    state = {str(group): [entry]}
    output = [{"kind": "+I", "key": HELD, "sum": "5"}]
    observed = {"output": output, "key": HELD, "keyGroup": group, "state": state}
    snapshot = {"op": "snapshot", "name": "s"}
    restore = {"op": "restore", "parallelism": 2, "operator": 0 if group < 64 else 1, "from": ["s"]}
    looks = [{"op": op} for op in ("getCurrentKey", "getCurrentKeyGroup", "dump")]
    assert ask(element, snapshot, restore, *looks) == [observed, None, None, None, 0, state]
