"""Keys of PyFlink's DataStream API, as the JVM sees them.

`key_by` sends each key into Java as a Row of one field. With a `key_type` that field has the type that it
names: `Row(["a"])` for `Types.STRING()`, `Row([Long(1)])` for `Types.LONG()`. Without one it is the key's pickle,
and the hash code is that of the bytes. Then the same key can end up in different key groups:

* `python.execution-mode` decides who pickles: `process` calls `cloudpickle.dumps`, which takes the highest protocol (5
  from Python 3.8 on), `thread` calls `pickle.dumps`, which takes the default one (4; 5 from Python 3.14 on). A job that
  goes from one mode to the other moves its keys away from their state; so does one in `thread` mode that goes to 3.14;
* 1, 1.0 and True are equal in Python, and have three pickles;
* a pickle refers back to an object that it has already: a tuple that holds the *same* string twice and one that
  holds two equal strings are equal, and have two pickles;
* a set is pickled in its own order, and that of strings is another one in each process;
* cloudpickle writes a class or function of the job's own script (`__main__`) out, under an id that it makes up in each
  run: after a restart such keys are elsewhere than their state. In `thread` mode such a job fails;
* an object of a class is pickled as its class says, and that may be another thing in each Python: a `Fraction` has a
  pickle up to Python 3.10, and another one from 3.11 on.

Strings, bytes, numbers, dates, `Decimal`, `UUID`, and tuples, lists and dicts of these have the same pickle on every
Python from 3.8 to 3.13, with cloudpickle 1.2.2, 2.1.0, 2.2.1 and 3.1.2 (PyFlink has required 1.2.2 from 1.13 on).

Give `key_by` a `key_type` and none of this can happen.
"""

from __future__ import annotations

import io
import pickle
from types import FunctionType
from typing import Literal, TypeAlias

from copartition.java.composites import Row

ExecutionMode: TypeAlias = Literal["process", "thread"]
"""PyFlink's `python.execution-mode`."""


def pickled(key: object, protocol: int | None = None, *, mode: ExecutionMode = "process") -> Row:
    """The Java key that PyFlink's `key_by` makes of a Python key without `key_type`.

    Args:
        key: The Python key. It must be built as the job builds it: see the module about equal keys.
        protocol: The pickle protocol; by default that of the mode, on this Python. PyFlink before 1.13 pickled with the
            default protocol of its Python, and cloudpickle has another highest one on Python 3.7: 4.
        mode: The job's `python.execution-mode`; `process` is PyFlink's default.

    Returns:
        A key for `copartition.flink.key_group` and its siblings. That of None is a Row of null: it isn't pickled.

    Raises:
        ValueError: This Python doesn't know the protocol, or PyFlink the mode.
        pickle.PicklingError: The key can't be pickled, or its pickle is another one in each run of the job: it has a
            set of more than one element, or a class or function of `__main__`.
    """
    if mode not in _PROTOCOLS:
        raise ValueError(f"mode must be one of {', '.join(_PROTOCOLS)}, not {mode!r}")
    if key is None:
        return Row([None])
    written = io.BytesIO()
    pickler = _Pickler(written, _PROTOCOLS[mode] if protocol is None else protocol)
    try:
        pickler.dump(key)
    except (AttributeError, TypeError) as error:  # what Python says of a local class, and of what holds a resource
        raise pickle.PicklingError(str(error)) from error
    return Row([written.getvalue()])


_PROTOCOLS: dict[str, int] = {"process": pickle.HIGHEST_PROTOCOL, "thread": pickle.DEFAULT_PROTOCOL}


class _Pickler(pickle.Pickler):
    """Writes what `pickle.dumps` does, and refuses what has no pickle of its own."""

    def persistent_id(self, obj: object) -> None:
        """Called for the key and every object in it; None has it pickled.

        Raises:
            pickle.PicklingError: Its pickle is another one in each run of a job.
        """
        if isinstance(obj, (set, frozenset)) and len(obj) > 1:
            raise pickle.PicklingError(
                f"a {type(obj).__name__} of {len(obj)} elements is pickled in an order that depends on the process: "
                "take a sorted tuple, or give key_by a key_type"
            )
        if isinstance(obj, (type, FunctionType)) and obj.__module__ == "__main__":
            raise pickle.PicklingError(
                f"{obj.__qualname__} is of __main__: cloudpickle writes it out under an id that it makes up "
                "in each run; move it into a module that the workers import, or give key_by a key_type"
            )
