"""What every page of the kit has in common: colours, letters, the button for light and dark, and what it may load."""

from __future__ import annotations

from importlib import resources
from typing import Final

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""The content security policy: nothing from elsewhere, not even by mistake."""


def style(package: str, *names: str) -> str:
    """The common style, then the named files of a package."""
    return _text(__package__, "look.css") + "".join(_text(package, name) for name in names)


def script(package: str, *names: str) -> str:
    """The common script, then the named files of a package."""
    return _text(__package__, "look.js") + "".join(_text(package, name) for name in names)


def _text(package: str, name: str) -> str:
    return resources.files(package).joinpath(name).read_text("utf-8")
