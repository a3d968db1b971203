"""What may differ from JVM to JVM under the same JARs, and two opposite profiles in which all of it differs.

A fresh JVM alone shows little: HotSpot draws identity hash codes from a fixed seed, so that an answer which depends on
them is the same at every start of the same JVM.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_EXPERIMENTAL: Final = "-XX:+UnlockExperimentalVMOptions"


@dataclass(frozen=True, slots=True)
class Source:
    """Something of the JDK or its surroundings that an answer must not depend on.

    Attributes:
        name: In a few words.
        options_a: The JVM's options in profile A.
        options_b: Those in profile B.
        shown: For people: what the two have.
        canary: Whether there is Java code whose answers differ between the two; without it nothing shows that the
            options take effect.
    """

    name: str
    options_a: tuple[str, ...]
    options_b: tuple[str, ...]
    shown: str
    canary: bool = True


@dataclass(frozen=True, slots=True)
class JvmProfile:
    """How a JVM is started.

    Attributes:
        name: What it is called in messages and tables.
        options: Of the JVM.
        set_order: The iteration order of `Set.of("a", "b")` that it must have come up with, or None for any. No option
            sets it; the JVM draws it from the clock as it starts.
    """

    name: str
    options: tuple[str, ...] = ()
    set_order: str | None = None

    def __str__(self) -> str:
        order = f" and Set.of in the order {self.set_order}" if self.set_order else ""
        return f"profile {self.name} ({' '.join(map(printable, self.options)) or 'no options'}{order})"


SOURCES: Final = (
    Source(
        "default locale",
        ("-Duser.language=tr", "-Duser.country=TR"),
        ("-Duser.language=bn", "-Duser.country=IN"),
        "Turkish, whose lower case of I has no dot; Bengali, whose digits aren't ours",
    ),
    Source(
        "default time zone",
        ("-Duser.timezone=Pacific/Kiritimati",),
        ("-Duser.timezone=Pacific/Pago_Pago",),
        "14 hours before and 11 behind UTC",
    ),
    Source(
        "default charset",
        ("-Dfile.encoding=UTF-16BE",),
        ("-Dfile.encoding=US-ASCII",),
        "two bytes for every letter; none for those beyond ASCII",
    ),
    Source("line separator", ("-Dline.separator=\r\n",), ("-Dline.separator=\r",), "CR LF; CR"),
    Source(
        "identity hash codes",
        (_EXPERIMENTAL, "-XX:hashCode=2"),
        (_EXPERIMENTAL, "-XX:hashCode=0"),
        "all equal; random from another seed than by default",
    ),
    Source("order of Set.of and Map.of", (), (), "forward; backward (the JVM's salt, `ImmutableCollections.SALT32L`)"),
    Source(
        "processors and garbage collector",
        ("-XX:ActiveProcessorCount=1", "-XX:+UseSerialGC"),
        ("-XX:ActiveProcessorCount=64", "-XX:+UseParallelGC"),
        "one, serial; 64, parallel",
    ),
    Source("cache of boxed integers", ("-XX:AutoBoxCacheMax=5000",), (), "up to 5000; up to 127, as by default"),
    Source(
        "words of the JVM's own exceptions",
        ("-XX:-ShowCodeDetailsInExceptionMessages",),
        (),
        "none; helpful ones, as by default",
    ),
    Source(
        "compiler, layout of strings, class data archive",
        ("-XX:TieredStopAtLevel=1", "-XX:-CompactStrings", "-Xshare:off"),
        (),
        "the quick compiler, two bytes a letter, no archive; as by default",
        canary=False,
    ),
    Source("clocks and the seeds drawn from them", (), (), "anew in each JVM: no option sets them"),
)
"""All that the JDK has. `HashMap` has had no seed since 8, nor has `String.hashCode` ever."""


ASSUMED: Final = {
    "digits of the default locale": Source(
        "default locale",
        ("-Duser.language=tr", "-Duser.country=TR"),
        ("-Duser.language=lt", "-Duser.country=LT"),
        "Turkish; Lithuanian, whose lower case of accented I keeps a dot: both with our digits",
    ),
    "line.separator": Source("line separator", ("-Dline.separator=\n",), ("-Dline.separator=\n",), "LF", canary=False),
}
"""By the name of a setting that operations assume (`Operation.assumed`): the source as they are asked under."""


def opposites(assumed: Iterable[str] = ()) -> tuple[JvmProfile, JvmProfile]:
    """Profiles A and B, in which these settings are as assumed; all else differs.

    Raises:
        KeyError: No such setting is known.
    """
    held = {ASSUMED[name].name: ASSUMED[name] for name in assumed}
    sources = [held.get(source.name, source) for source in SOURCES]
    suffix = f", but for its {' and its '.join(held)}" if held else ""
    first = JvmProfile(f"A{suffix}", _together(source.options_a for source in sources), "ab")
    return first, JvmProfile(f"B{suffix}", _together(source.options_b for source in sources), "ba")


def _together(options: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(option for some in options for option in some))


PLAIN: Final = JvmProfile("plain")
"""As this machine has it, but for `jarparity.references.JVM_OPTIONS`."""
PROFILE_A, PROFILE_B = opposites()
"""Whatever the first JVM has, one of these has something else."""


def printable(option: str) -> str:
    """An option on one line."""
    return option.replace("\r", "\\r").replace("\n", "\\n")
