"""Opening a live reference: what has to be fetched, built and verified first, and which errors mean what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.originals import Originals, OriginalsUnavailableError, silent
from jarparity.references import ReferenceUnavailableError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.lines import Line
    from jarparity.originals import Progress
    from jarparity.references import LiveReference

ROUTES = ("jpype", "gateway")
"""The live references."""


def open_reference(
    name: str,
    originals: Originals | None = None,
    lines: Sequence[Line] | None = None,
    progress: Progress = silent,
) -> LiveReference:
    """Opens a route to the real JARs; fetches them and builds the bridge on first use.

    Args:
        name: `jpype` or `gateway`.
        originals: Where the JARs are; by default the kit's own lock and the user's cache.
        lines: The lines that will be asked; by default all.
        progress: Told what goes on.

    Raises:
        ReferenceUnavailableError: Something is missing here: the message says what, and how to get it.
        OriginalsError: The JARs are here but aren't the locked ones, or Maven failed. Not to be passed over.
        BridgeError: The bridge can't open a line.
        ValueError: There is no such route.
    """
    if name not in ROUTES:
        raise ValueError(f"no live reference {name!r}: {' or '.join(ROUTES)}")
    originals = originals or Originals.default()
    chosen = originals.lines() if lines is None else list(lines)
    try:
        bridge = originals.bridge(progress)
        jars = originals.class_paths(chosen, progress)
    except OriginalsUnavailableError as error:
        raise ReferenceUnavailableError(str(error)) from error
    progress(f"starting {name}")
    if name == "jpype":
        from jarparity.references.jpype import JPypeReference  # noqa: PLC0415 - one route needs not the other

        return JPypeReference.open(jars, bridge)
    from jarparity.references.gateway import GatewayReference  # noqa: PLC0415 - as above

    return GatewayReference.open(jars, bridge)
