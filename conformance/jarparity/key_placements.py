"""How whole key sets are put to an operation whose answer is a place, and how users write that: `kafka:partitions=12`.

An area declares a `KeyPlacement` for such an operation; `jarparity spark` knows no placement by name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Setting:
    """A number that users give beside the keys.

    Attributes:
        field: The field of the operation's input.
        most: The largest value; the smallest is 1.
        example: A usual value.
        plural: Several of it, in words.
        within: The setting that it may not exceed; empty where there is none.
    """

    field: str
    most: int
    example: int
    plural: str
    within: str = ""


@dataclass(frozen=True, slots=True)
class KeyPlacement:
    """How keys are put to an operation.

    Attributes:
        product: Its name to users, `Flink`; in lower case it stands before the colon.
        settings: By the name that users write. Two operations of a product differ in them.
        slot: What an answer is: `partition`, `subtask`.
        serialized: For operations that take bytes: by Java type of the key, numpy's type of its serialized form,
            in which every NaN is the canonical one. Strings and bytes are put as they are.
            Empty for operations that take typed keys.
        refused: By Java type of the key, why such keys have no place.
        owner: For slots that own others: the operation that says which slot owns a slot of the product's placement
            with one setting less. Its input has `BulkInput.column`'s fields: the owned slot, then these settings.
        note: What users should know before they change the only setting of a running system.
        note_owned: The same for the setting that counts the owned slots.
    """

    product: str
    settings: Mapping[str, Setting]
    slot: str
    serialized: Mapping[str, str] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    owner: str = ""
    note: str = ""
    note_owned: str = ""

    @property
    def name(self) -> str:
        """What stands before the colon."""
        return self.product.lower()

    @property
    def takes_bytes(self) -> bool:
        """Whether keys are put as bytes; a null then has no place of its own."""
        return bool(self.serialized)

    @property
    def example(self) -> str:
        """A placement as users write it."""
        return f"{self.name}:" + ",".join(f"{name}={setting.example}" for name, setting in self.settings.items())

    def conflict(self, numbers: Mapping[str, int]) -> str:
        """Why these settings don't go together: `parallelism=5 exceeds max=4`; empty where they do."""
        for name, setting in self.settings.items():
            if setting.within and numbers[name] > numbers[setting.within]:
                return f"{name}={numbers[name]} exceeds {setting.within}={numbers[setting.within]}"
        return ""
