"""What of the originals is not the same in every JVM, or has no order to compare."""

from __future__ import annotations

from typing import Final

from jarparity.operations import Assumed

DIGITS_OF_ERRORS: Final = Assumed(
    "digits of the default locale",
    "0 to 9",
    "the error's text names the key group by String.format, which writes it in those digits",
)
