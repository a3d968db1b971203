"""What can go wrong with the originals, told apart by what a caller may do about it."""

from __future__ import annotations

from jarparity.errors import UserError


class OriginalsError(UserError, RuntimeError):
    """The originals can't be used; the message says why, and what fixes it."""


class OriginalsUnavailableError(OriginalsError):
    """They can't be had here (no Maven, Java or network). A run may go on with golden vectors, saying so."""


class OriginalsRefusedError(OriginalsError):
    """They are here, but are not the locked ones. Never passed over: a run that needs them fails."""
