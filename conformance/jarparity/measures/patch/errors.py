"""What is wrong with a patch, or with what it is to be put on."""

from __future__ import annotations

from jarparity.errors import UserError


class PatchError(UserError, ValueError):
    """The patch can't be read, applied or loaded; the message names the place and the fix."""
