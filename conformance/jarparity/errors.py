"""What the user can fix."""

from __future__ import annotations


class UserError(Exception):
    """Something is missing, damaged or misnamed: the message alone says what, and the fix; commands end with 4."""
