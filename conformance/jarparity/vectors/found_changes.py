"""The smallest inputs on which neighbouring lines differ, as `jarparity drift` found them: vectors for every port."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING

from jarparity.cases import Case

if TYPE_CHECKING:
    from jarparity.answers import JSON

FILE = "found_changes.json"


def cases(operation: str) -> list[Case]:
    """An operation's cases, named by the change and the hash of their content; both lines' inputs."""
    return [
        Case.generated(operation, document, f"change/{change}")
        for change, inputs in found(operation).items()
        for document in inputs
    ]


def found(operation: str) -> dict[str, list[JSON]]:
    """By change the inputs; empty where none was found."""
    text = resources.files("jarparity.vectors").joinpath(FILE).read_text("utf-8")
    inputs: dict[str, dict[str, list[JSON]]] = json.loads(text)
    return inputs.get(operation, {})
