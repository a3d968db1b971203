"""Which inputs reach the functions that faults change: to the others a port with a fault gives the right answer."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.answers import Error, Value
from jarparity.faults.applying import Replaced, Rewritten, forget, function_of
from jarparity.faults.fault import NOT_APPLICABLE, correct_port
from jarparity.ports.load import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import CodeType

    from jarparity.answers import JSON
    from jarparity.faults.fault import Fault, Wrong

_PACKAGE: Final = DEFAULT.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Reach:
    """What the correct port answers to some inputs, and how.

    Attributes:
        right: Its answers.
        places: By function that some fault changes, the inputs that call it; None where that can't be seen.
    """

    right: Sequence[Wrong]
    places: Mapping[str, Sequence[int]] | None

    @classmethod
    def of(cls, faults: Sequence[Fault], operation: str, inputs: Sequence[JSON]) -> Reach:
        """Asks the correct port; Python 3.11 can't look at single functions.

        Raises:
            TargetError: The port has no such function.
        """
        targets = {target for fault in faults for target in _targets(fault) or ()}
        codes = {function_of(target).__code__: target for target in sorted(targets)}
        right: list[Wrong] = []
        places: dict[str, list[int]] = {target: [] for target in targets}
        with _called(codes) as called:
            replies = correct_port().replies(operation, None, inputs)
            for place in range(len(inputs)):
                if called is not None:
                    called.clear()
                    forget({_PACKAGE})  # or what an earlier input has left there would save a call
                reply = next(replies)
                right.append(reply if isinstance(reply, Value | Error) else NOT_APPLICABLE)
                for code in called or ():
                    places[codes[code]].append(place)
        return cls(right, None if called is None else places)

    def by(self, fault: Fault) -> Sequence[int]:
        """The places of the inputs to which a port with the fault may give another answer, in order."""
        targets = _targets(fault)
        if self.places is None or targets is None:
            return range(len(self.right))
        return sorted({place for target in targets for place in self.places[target]})


def _targets(fault: Fault) -> list[str] | None:
    """The functions that a fault changes; None where it changes something else, too."""
    if fault.port != DEFAULT or not all(isinstance(change, Replaced | Rewritten) for change in fault.changes):
        return None
    return [change.target for change in fault.changes if isinstance(change, Replaced | Rewritten)]


@contextmanager
def _called(codes: Mapping[CodeType, str]) -> Iterator[set[CodeType] | None]:
    """A set to which each of these functions is added when it is called; None where that can't be seen."""
    if sys.version_info < (3, 12):
        yield None
    else:
        watch = sys.monitoring
        # A debugger and coverage.py have the first two.
        tool = next((tool for tool in (3, 4, watch.OPTIMIZER_ID) if watch.get_tool(tool) is None), None)
        if tool is None:
            yield None
            return
        called: set[CodeType] = set()
        watch.use_tool_id(tool, "jarparity")
        try:
            watch.register_callback(tool, watch.events.PY_START, lambda code, _: called.add(code))
            for code in codes:
                watch.set_local_events(tool, code, watch.events.PY_START)
            yield called
        finally:
            for code in codes:
                watch.set_local_events(tool, code, watch.events.NO_EVENTS)
            watch.register_callback(tool, watch.events.PY_START, None)
            watch.free_tool_id(tool)
