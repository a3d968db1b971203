"""Versions of metadata, as `metadata.version` names them."""

from __future__ import annotations

from typing import Final

WITH_ELR: Final = "4.0-IV3"
"""One that eligible leader replicas need."""

VERSIONS: Final = ("3.3-IV3", "3.5-IV2", "3.6-IV0", "3.9-IV0", WITH_ELR)
"""Some that differ in what counts a leader's epoch, and in whether replicas have directories."""
