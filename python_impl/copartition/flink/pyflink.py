"""Keys of PyFlink's DataStream API, as the JVM sees them.

`key_by` sends each key into Java as a Row of one field. With a `key_type` that field has the type that it
names: `Row(["a"])` for `Types.STRING()`, `Row([Long(1)])` for `Types.LONG()`. Without one it is the key's pickle,
and the hash code is that of the bytes. Then the same key can end up in different key groups:

* 1, 1.0 and True are equal in Python, and have three pickles;
* a pickle refers back to an object that it has already: a tuple that holds the *same* string twice and one that
  holds two equal strings are equal, and have two pickles;
* the pickle protocol is the default of the worker's Python (4 from 3.8 on, 5 from 3.14 on): an upgrade moves
  keys away from their state.

Give `key_by` a `key_type` and none of this can happen.
"""

from __future__ import annotations

import pickle

from copartition.java.composites import Row


def pickled(key: object, protocol: int | None = None) -> Row:
    """The Java key that PyFlink's `key_by` makes of a Python key without `key_type`.

    Args:
        key: The Python key. It must be built as the job builds it: see the module about equal keys.
        protocol: The pickle protocol of the worker's Python; by default that of this Python.

    Returns:
        A key for `copartition.flink.key_group` and its siblings.

    Raises:
        ValueError: This Python doesn't know the protocol.
        pickle.PicklingError: The key can't be pickled.
    """
    return Row([pickle.dumps(key, protocol)])
