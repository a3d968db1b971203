"""A state of one value per key and namespace."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast

from copartition.errors import NullPointerException
from copartition.flink.state.stored_keys import stored_namespace

if TYPE_CHECKING:
    from copartition.flink.state.namespaces import Namespace
    from copartition.flink.state.state_table import StateTable

Value = TypeVar("Value")

_UNCHANGING: Final = frozenset({type(None), bool, int, float, str, bytes})
"""Types of defaults that are given as they are: no copy could be told from them."""


class ValueState(Generic[Value]):
    """`org.apache.flink.runtime.state.heap.HeapValueState`: the current key's value in the current namespace.

    Get one of `HeapKeyedStateBackend.value_state`. Values are kept as they are: put a new one rather than change
    one that is kept, or snapshots change with it.

    What `value` gives is of the class's type: of a state with a default never None, not even after a clear.

    Attributes:
        table: Where the values are.
    """

    __slots__ = ("_default", "_namespace", "table")

    def __init__(self, table: StateTable, default: Value, namespace: Namespace | None) -> None:
        self.table = table
        self._default = default
        self._namespace = namespace

    @property
    def default(self) -> Value:
        """`getDefaultValue()`: what a key without a value has; each time a copy, as in Java."""
        default = self._default
        return default if type(default) in _UNCHANGING else copy.deepcopy(default)

    def set_current_namespace(self, namespace: Namespace | None) -> None:
        """`setCurrentNamespace(N)`: the namespace of the calls that follow.

        As in the original a namespace of another class than the state's is let through; the next snapshot fails.

        Raises:
            NullPointerException: It is None.
            WrongTypeError: It is a bare int: write `Integer(7)` or `Long(7)`.
        """
        if namespace is None:
            raise NullPointerException("Namespace must not be null.")
        self._namespace = stored_namespace(namespace)
        if not isinstance(namespace, self.table.namespaces):
            self.table.mixed = True

    def value(self) -> Value:
        """`value()`: the current key's value, or a copy of the default.

        Raises:
            NullPointerException: There is no current key, or no current namespace.
            IllegalArgumentException: The current key group isn't in the backend's range.
        """
        found = self.table.get(self._namespace)
        return self.default if found is None else cast("Value", found)

    def update(self, value: Value | None) -> None:
        """`update(V)`: the current key's new value; None clears it.

        Raises:
            NullPointerException: There is no current key, or no current namespace.
            IllegalArgumentException: The current key group isn't in the backend's range.
        """
        if value is None:
            self.table.remove(self._namespace)
        else:
            self.table.put(self._namespace, value)

    def clear(self) -> None:
        """`clear()`: the current key has no value any more.

        Raises:
            NullPointerException: There is no current key, or no current namespace.
            IllegalArgumentException: The current key group isn't in the backend's range.
        """
        self.table.remove(self._namespace)
