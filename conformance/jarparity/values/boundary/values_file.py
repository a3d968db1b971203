"""The values of `values.json`, beside this module: texts and composites, which data says better than code."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jarparity.answers import JSON


def values_of(section: str) -> dict[str, JSON]:
    """The values of a section by their labels, in the order of the file: draws depend on it.

    Raises:
        KeyError: There is no such section.
    """
    return dict(_sections()[section]["values"])


@cache
def _sections() -> dict[str, JSON]:
    text = resources.files(__package__).joinpath("values.json").read_text("utf-8")  # the package may be in an archive
    found: dict[str, JSON] = json.loads(text)
    return found
