"""A port's bulk forms: whole columns in, flat int32 out."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from jarparity.columns import Column
from jarparity.ports import PortBulkError
from jarparity.ports.callables import CallablePort

OPERATION = "kafka.partitioner.murmur2"


def bulk(form, rows=3, width=1):
    port = CallablePort(SimpleNamespace(operations={}, bulk={OPERATION: form}))
    column = Column.of_array("integer", np.arange(rows, dtype=np.int32))
    return port.bulk(OPERATION, {"partitions": 3}, column, width)


def test_a_bulk_form_gets_the_packed_column():
    def form(kind, parameters, data, rows):
        assert (kind, parameters, rows, data.dtype) == ("integer", {"partitions": 3}, 3, np.uint8)
        return data.view("<i4") * 2

    assert bulk(form).tolist() == [0, 2, 4]


def test_a_bulk_answer_is_flat_int32():
    got = bulk(lambda *_: np.arange(6, dtype=np.int64).reshape(3, 2), width=2)
    assert (got.dtype, got.tolist()) == (np.int32, [0, 1, 2, 3, 4, 5])
    assert bulk(lambda *_: np.zeros(0, np.int64), rows=0).tolist() == []


def test_a_port_without_a_bulk_form_says_none():
    assert bulk(raising_any(NotImplementedError())) is None
    column = Column.of_array("integer", np.zeros(1, np.int32))
    assert CallablePort({OPERATION: len}).bulk(OPERATION, {}, column) is None


def raising_any(exception):
    def form(*_):
        raise exception

    return form


def writing(_kind, _parameters, data, _rows):
    data[0] = 1
    return data.view("<i4")


@pytest.mark.parametrize(
    ("form", "message"),
    [
        (raising_any(ValueError("bad")), "threw ValueError on 3 rows of kind integer: bad"),
        (lambda *_: [1, 2, 3], "returned a list: return an array of int32"),
        (lambda *_: np.zeros(3), "returned an array of float64: return an array of int32"),
        (lambda *_: np.zeros(4, np.int32), "returned 4 numbers where 3 were due"),
        (lambda *_: np.full(3, 2**31), "returned numbers beyond 32 bits: return int32"),
        (writing, "threw ValueError on 3 rows of kind integer: assignment destination is read-only"),
    ],
)
def test_a_broken_bulk_form_is_named(form, message):
    with pytest.raises(PortBulkError) as wrong:
        bulk(form)
    assert message in str(wrong.value)
    assert OPERATION in str(wrong.value)
