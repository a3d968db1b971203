"""Java code that answers otherwise in every JVM: shows that the settings are in force, and a difference is seen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line
from jarparity.originals.build import ADAPTERS, compile_java, pack
from jarparity.references.fresh import ASSUMED, SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from jarparity.answers import Answer
    from jarparity.fixtures.cross_jvm import OtherJvm

LINE: Final = Line("canary", "1")
_SOURCE: Final = Path(__file__).with_name("canary") / "Canary.java"


class DeafError(RuntimeError):
    """Two opposite JVMs answer a canary alike: what they say of the originals proves nothing."""


def build(bridge: Path, folder: Path) -> Path:
    """Compiles the canary against the bridge, and packs it as an adapter's JAR.

    Raises:
        OriginalsUnavailableError: There is no compiler.
        OriginalsError: It doesn't compile.
    """
    classes = folder / "classes"
    classes.mkdir()
    compile_java([_SOURCE], [bridge], classes, "the canaries, which")
    jar = folder / "canary.jar"
    pack(classes, {ADAPTERS: "io.jarparity.quality.Canary\n"}, jar)
    return jar


def operation(source: str) -> str:
    """The canary of a source: `canary.default-locale`."""
    return "canary." + re.sub(r"[^a-z]+", "-", source.lower().replace("'", ""))


def answers(jvm: OtherJvm) -> dict[str, Answer]:
    """What the canaries answer in a JVM, by source."""
    return {source.name: jvm.answers(operation(source.name), LINE, [{}])[0] for source in SOURCES if source.canary}


def compare(first: Mapping[str, Answer], second: Mapping[str, Answer], assumed: Iterable[str] = ()) -> None:
    """Looks whether each canary answers otherwise in two opposite JVMs, but for what is the same in both.

    Args:
        first: What the canaries answered in one, by source.
        second: In the other.
        assumed: The settings that are as assumed in both.

    Raises:
        DeafError: One doesn't; or one does though its setting is the same.
    """
    held = {ASSUMED[name].name for name in assumed if not ASSUMED[name].canary}
    for name, answer in first.items():
        if (second[name] == answer) is not (name in held):
            both = "both answer" if second[name] == answer else f"answer {second[name]!r} and"
            raise DeafError(
                f"{name}: profiles A and B {both} {answer!r}, so its setting is not in force; "
                "see jarparity.references.fresh"
            )
