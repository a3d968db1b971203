"""The golden vectors, read once in a process, whichever of its tests look at them."""

from jarparity.references.golden import GoldenReference

GOLDEN = GoldenReference.default()
