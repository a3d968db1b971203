"""What of the originals is not the same in every JVM, or has no order to compare."""

from __future__ import annotations

from typing import Final

from jarparity.operations import Varying

NUMBERS_IN_MESSAGES: Final = Varying(
    "numbers in the text of errors: recorded in the digits 0 to 9, never compared",
    "the originals write them with String.format: in the digits of the default locale",
)


ENUMERATOR_STATE: Final = Varying(
    "the partitions and splits of a state (`state`, and every decoded one)",
    "the original keeps them in hash sets, from connector 3.1 on of objects that hash by identity",
)
