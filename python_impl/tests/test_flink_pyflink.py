"""PyFlink's keys: subtasks seen in real jobs, key groups measured with the real Row on Flink 1.13.6, 1.20.5 and 2.3.0.

`jarparity live flink --scenario 'pyflink *'` runs such jobs again.
"""

import pickle
import runpy
import uuid
from datetime import date
from decimal import Decimal

import pytest

from copartition.flink import key_group, operator_of_key, pickled
from copartition.java import Row

# By key, its subtask of 3 (max parallelism 600) in process mode and in thread mode: PyFlink 2.3.0 on Python 3.12.
SEEN = {
    "user_1": (0, 2),
    "user_5": (1, 0),
    "user_7": (0, 1),
    "user_12": (0, 2),
    1: (1, 1),
    b"ab": (0, 0),
    (1, "x"): (1, 1),
    date(2026, 1, 1): (0, 1),
    Decimal("1.10"): (1, 2),
    uuid.UUID(int=5): (0, 0),
    None: (2, 2),
}


def group(key, protocol=4):
    return key_group(pickled(key, protocol), 128)


@pytest.mark.parametrize(("key", "subtasks"), SEEN.items(), ids=map(repr, SEEN))
def test_keys_are_where_a_real_job_has_them(key, subtasks):
    process, thread = subtasks
    assert operator_of_key(pickled(key), 600, 3) == process
    assert operator_of_key(pickled(key, 4), 600, 3) == thread


def test_the_protocol_moves_the_key():
    assert [group("user_1", protocol) for protocol in (2, 3, 4, 5)] == [98, 114, 120, 62]


def test_equal_numbers_have_different_pickles():
    assert [group(number) for number in (1, 1.0, True)] == [102, 48, 92]


def test_equal_tuples_have_different_pickles():
    text = "ab"
    same, other = (text, text), (text, "".join(text))
    assert same == other
    assert (group(same), group(other)) == (1, 69)


def test_the_mode_decides_the_protocol():
    assert pickled("user_1") == pickled("user_1", 5) == Row([pickle.dumps("user_1", pickle.HIGHEST_PROTOCOL)])
    assert pickled("user_1", mode="thread") == Row([pickle.dumps("user_1")])
    assert pickled("user_1", 2, mode="thread") == pickled("user_1", 2)
    with pytest.raises(ValueError, match="mode must be one of process, thread, not 'embedded'"):
        pickled("user_1", mode="embedded")


@pytest.mark.parametrize("mode", ["process", "thread"])
def test_none_is_not_pickled(mode):
    assert pickled(None, mode=mode) == Row([None])


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    "key",
    ["x" * 70_000, ("x" * 70_000, b"y" * 70_000, "x"), b"", 2**70, [[1], {"a": {2}}], (), frozenset(), Decimal(1)],
)
def test_what_is_written_is_the_pickle(key, protocol):
    assert pickled(key, protocol) == Row([pickle.dumps(key, protocol)])


def test_what_cannot_be_pickled_is_no_key():
    local = type("Local", (), {"__qualname__": "f.<locals>.Local"})
    for key in (lambda: None, local(), {}.keys(), memoryview(b"a")):
        with pytest.raises(pickle.PicklingError):
            pickled(key)
    with pytest.raises(ValueError, match="protocol"):
        pickled("user_1", 99)


@pytest.mark.parametrize("key", [{"a", "b"}, frozenset("ab"), (1, [frozenset("ab")])])
@pytest.mark.parametrize("mode", ["process", "thread"])
def test_a_set_has_no_order_of_its_own(key, mode):
    with pytest.raises(
        pickle.PicklingError, match="set of 2 elements is pickled in an order that depends on the process"
    ):
        pickled(key, mode=mode)


def test_what_the_script_itself_defines_has_another_pickle_in_each_run(tmp_path, monkeypatch):
    script = tmp_path / "job.py"
    script.write_text("class Point:\n    pass\n\ndef place():\n    pass\n", "utf-8")
    names = runpy.run_path(str(script), run_name="__main__")
    for key in (names["Point"](), (1, names["Point"]), [names["place"]]):
        with pytest.raises(pickle.PicklingError, match=r"(Point|place) is of __main__: cloudpickle writes it out"):
            pickled(key)
