"""What can be said of a difference between two releases of the Kafka source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.area import Aspect

ASPECTS: Final[Mapping[str, Aspect]] = {
    "discovers-later": lambda c, _: any(
        step.get("partitions") == [] or step.get("initialize") is False for step in c.input.get("steps", ())
    ),
    "custom-start": lambda c, _: c.input["start"]["type"] == "custom",
}
"""`discovers-later`: a discovery meets no partitions, or their offsets are asked for later. `custom-start`: an
initializer of the user's own says where splits start."""
