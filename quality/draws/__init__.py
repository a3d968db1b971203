"""How many drawn inputs it takes until each known bug is met: what the volume of `check` is chosen by."""

from __future__ import annotations

from quality.draws.cli import command

__all__ = ["command"]
