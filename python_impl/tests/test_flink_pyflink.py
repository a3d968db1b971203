"""PyFlink's keys: key groups measured with the real Row on Flink 1.13.6, 1.20.5 and 2.3.0."""

import pickle

import pytest

from copartition.flink import key_group, pickled
from copartition.java import Row


def group(key, protocol=4):
    return key_group(pickled(key, protocol), 128)


def test_the_protocol_moves_the_key():
    assert [group("user_1", protocol) for protocol in (2, 3, 4, 5)] == [98, 114, 120, 62]


def test_equal_numbers_have_different_pickles():
    assert [group(number) for number in (1, 1.0, True)] == [102, 48, 92]


def test_equal_tuples_have_different_pickles():
    text = "ab"
    same, other = (text, text), (text, "".join(text))
    assert same == other
    assert (group(same), group(other)) == (1, 69)


def test_the_default_protocol_is_that_of_this_python():
    assert pickled("user_1") == pickled("user_1", pickle.DEFAULT_PROTOCOL)
    assert pickled("user_1") == Row([pickle.dumps("user_1")])


def test_what_cannot_be_pickled_is_no_key():
    with pytest.raises((pickle.PicklingError, AttributeError, TypeError)):
        pickled(lambda: None)
    with pytest.raises(ValueError, match="protocol"):
        pickled("user_1", 99)
