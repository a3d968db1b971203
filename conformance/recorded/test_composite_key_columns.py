"""Composite keys of whole columns are the recorded ones, with both kinds of kernels."""

from collections import defaultdict

import numpy as np
import pytest
import required
from golden_vectors import GOLDEN

from copartition.flink.bulk import composite_keys
from copartition.port.state_values import state_type
from jarparity.answers import Value, canonical

COLUMNS = {
    "string": object,
    "long": np.int64,
    "integer": np.int32,
    "short": np.int16,
    "byte": np.int8,
    "boolean": np.bool_,
}


def recorded():
    """By type of key, namespace and max parallelism: the keys, and the bytes that every release answered."""
    found = defaultdict(list)
    for vector in GOLDEN.vectors("flink.state.composite-key"):
        document, answer = vector.case.input, vector.answers[0].answer
        is_column = document.get("keyType") in COLUMNS if isinstance(document.get("keyType"), str) else False
        more = {"direction", "userKeyType", "keyGroup"} & set(document)
        if is_column and not more and isinstance(answer, Value):
            namespace = canonical([document["namespaceType"], document["namespace"]])
            of = (document["keyType"], namespace, document["maxParallelism"])
            found[of].append((document, answer.value["bytes"]))
    return found


@pytest.mark.parametrize("kernels", ["numpy", "numba"])
def test_columns_give_the_recorded_bytes(kernels):
    if kernels == "numba":
        required.numba()
    compared = 0
    for (kind, _, groups), cases in recorded().items():
        keys, namespaces = state_type(kind, "keyType"), state_type(cases[0][0]["namespaceType"], "namespaceType")
        values = [getattr(key := keys.value(document["key"], "key"), "value", key) for document, _ in cases]
        namespace = (namespaces.serializer, namespaces.value(cases[0][0]["namespace"], "namespace"))
        column = np.array(values, COLUMNS[kind])
        got = composite_keys(column, groups, namespace=namespace, kernels=kernels)
        assert [data.hex() for data in got] == [data for _, data in cases]
        compared += len(cases)
    assert compared > 150
