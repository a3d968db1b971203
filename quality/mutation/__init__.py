"""Mutation adequacy: the port's code is changed on purpose; do the golden vectors alone notice?"""

from __future__ import annotations

from quality.mutation.cli import command

__all__ = ["command"]
