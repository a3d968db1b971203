"""Names of topics, as Kafka takes them."""

from __future__ import annotations

import re
from typing import Final

_LEGAL: Final = re.compile(r"[a-zA-Z0-9._-]{1,249}")

_SHOWN: Final = 100
"""Characters of a name that are shown."""


def refuse_illegal_topic(name: str, where: str) -> None:
    """Passes a name that a topic can have: `Topic.validate`.

    Raises:
        ValueError: It can't; the message begins with where it was named.
    """
    if not _LEGAL.fullmatch(name) or name in (".", ".."):
        shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"
        raise ValueError(
            f"{where} names the topic {shown!r}: write 1 to 249 ASCII letters, digits, '.', '_' or '-', and not . or .."
        )
