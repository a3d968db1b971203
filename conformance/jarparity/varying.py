"""What of the originals is not the same in every JVM, or has no order to compare; the headers of the fixtures say it.

`python -m quality determinism` asks every vector in JVMs in which all differs that can: what it finds belongs here.
"""

from __future__ import annotations

from typing import Final

from jarparity.operations import Varying

JAVA: Final = 17
"""The release of Java on which the vectors are recorded."""

MESSAGES: Final = Varying(
    "the text of errors: recorded as JDK 17 has it, never compared",
    "some are worded by the JVM itself (NullPointerException, ClassCastException, …): by its release, its options and "
    "the names of local variables",
)

CLASSES: Final = Varying(
    "damaged bytes of Java's own serialization, and names of classes that no input's type has: not drawn",
    "the original looks for the classes that they name: which it finds, and so what it throws, is its class path's",
)


def copied_sets(*cases: str) -> Varying:
    """How copies of hash sets are laid out, which these vectors show."""
    return Varying(
        "copies of hash sets of 12, 24, 48, … elements: recorded on Java 17, and asked on no other",
        "from Java 19 on such a copy has half the bins, so that other elements come first",
        cases,
    )
