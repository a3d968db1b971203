"""Switches among the environment's variables, read the same way everywhere."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_NO = frozenset({"", "0", "false", "no", "off"})


def switched_on(name: str, environ: Mapping[str, str] | None = None) -> bool:
    """Whether a variable is set to anything but nothing, `0`, `false`, `no` or `off`, in letters of either case.

    Args:
        name: The variable.
        environ: Where to look; by default this process's environment, as it is now.
    """
    values = os.environ if environ is None else environ
    return values.get(name, "").strip().lower() not in _NO


def under_ci(environ: Mapping[str, str] | None = None) -> bool:
    """Whether `CI` says that no person watches; people also set `CI=false` to say that one does."""
    return switched_on("CI", environ)
