"""A campaign at scale: a billion comparisons of keys, ten million of groups, a million of histories, resumable."""

from __future__ import annotations

from quality.campaign.cli import command

__all__ = ["command"]
