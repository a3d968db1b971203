"""What of the originals is not the same in every JVM, or has no order to compare."""

from __future__ import annotations

from typing import Final

from jarparity.operations import Varying

IDENTITY_KEYS: Final = Varying(
    "keys whose hash code is their identity (byte[], enum): refused by the bridge with IdentityHashedKey",
    "Object.hashCode is another number for an equal key, and in another JVM",
)
