"""What a patch is expected to change: the faults that it fixes, and a region of inputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.divergences.syntax import RegionError, parse
from jarparity.measures.patch.errors import PatchError
from jarparity.original_faults import OriginalFault, known_faults, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.divergences.regions import Region
    from jarparity.operations import Operation

WHERE: Final = "--where"
"""What a change is called that is in no fault's inputs, but in the region that was given."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a patch may change.

    Attributes:
        faults: It fixes them.
        where: It may change answers to these inputs, beside those that its faults concern; None for no others.
    """

    faults: tuple[OriginalFault, ...] = ()
    where: Region | None = None

    @classmethod
    def of(cls, names: Iterable[str], where: str | None) -> Expected:
        """Reads what was given on the command line.

        Raises:
            PatchError: There is no such fault, or the region is none.
        """
        known = known_faults()
        try:
            faults = tuple(named(known, name) for name in dict.fromkeys(names))
            return cls(faults, None if where is None else parse(where))
        except KeyError as error:
            raise PatchError(str(error.args[0])) from None
        except RegionError as error:
            raise PatchError(f"--where: {error}") from None

    def of_operation(self, operation: Operation) -> Sequence[OriginalFault]:
        """The faults that the operation can show."""
        return [fault for fault in self.faults if fault.is_of(operation)]

    def refusal(self, operation: Operation, document: JSON, before: Answer) -> str | None:
        """Which fault's fix may answer this input by an error, though the release doesn't; or None."""
        for fault in self.of_operation(operation):
            if fault.refuses is not None and fault.refuses(document, before):
                return fault.name
        return None

    def reason(self, operation: Operation, document: JSON, before: Answer) -> str | None:
        """Why the patch may answer this input otherwise than the release: a fault's name, or `--where`; or None."""
        for fault in self.of_operation(operation):
            if fault.concerns(document, before):
                return fault.name
        return WHERE if self.where is not None and self.where.of(document) is True else None
