"""A release's dry run: every step alone, or all together. See `docs/releasing.md`."""

from quality.release.cli import command

__all__ = ["command"]
