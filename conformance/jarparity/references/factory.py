"""Opening a live reference: what has to be fetched, built and verified first, and which errors mean what.

Which references a run asks: what was named, or with `auto` what is there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from jarparity.environment import under_ci
from jarparity.originals import Originals, OriginalsUnavailableError, silent
from jarparity.references import BRIEF, ReferenceUnavailableError
from jarparity.references.golden import GoldenReference

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
    options: Sequence[str] = (),
) -> LiveReference:
    """Opens a route to the real JARs; fetches them and builds the bridge on first use.

    Args:
        name: `jpype` or `gateway`.
        originals: Where the JARs are; by default the kit's own lock and the user's cache.
        lines: The lines that will be asked; by default all.
        progress: Told what goes on.
        options: More options of the JVM, such as `BRIEF`, where this starts one.

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

        return JPypeReference.open(jars, bridge, options=options)
    from jarparity.references.gateway import GatewayReference  # noqa: PLC0415 - as above

    return GatewayReference.open(jars, bridge, options=options)


_UNDER_CI: Final = (
    "CI is set, so live Java is required; `--reference golden` compares with the recorded answers alone, without Java."
)

NAMES: Final = ("auto", "golden", "jpype", "gateway")
"""What a run can be told to ask."""


@dataclass(slots=True)
class Chosen:
    """The references of a run.

    Attributes:
        vectors: The recorded cases; their inputs are asked of live references, too.
        golden: Whether the recorded answers are wanted.
        live: The routes to the real JARs that could be opened.
        unavailable: What was wanted by `auto` but can't be had, and why.
    """

    vectors: GoldenReference
    golden: bool = False
    live: list[LiveReference] = field(default_factory=list)
    unavailable: dict[str, str] = field(default_factory=dict)

    def close(self) -> None:
        """Closes what was opened."""
        for reference in self.live:
            reference.close()


def choose(names: Sequence[str], lines: Sequence[Line], *, require_jvm: bool, progress: Progress = silent) -> Chosen:
    """Opens references.

    Args:
        names: `golden`, `jpype`, `gateway`, or `auto` for golden and, where it is there, jpype.
        lines: The lines that will be asked.
        progress: Told what goes on: the first use fetches JARs and builds the bridge, which takes a minute.
        require_jvm: With `auto`: missing Java is an error, not a remark.

    Raises:
        ReferenceUnavailableError: A reference that was named (or is required) can't be had.
    """
    chosen = Chosen(GoldenReference.default())
    wanted = dict.fromkeys(n for name in names for n in (("golden", "jpype") if name == "auto" else (name,)))
    for name in wanted:
        if name == "golden":
            chosen.golden = True
            continue
        try:
            chosen.live.append(open_reference(name, lines=lines, progress=progress, options=BRIEF))
        except ReferenceUnavailableError as error:
            if name in names or require_jvm:
                chosen.close()
                if name in names or not under_ci():
                    raise
                raise ReferenceUnavailableError(f"{error}\n{_UNDER_CI}") from error
            chosen.unavailable[name] = str(error)
    return chosen
