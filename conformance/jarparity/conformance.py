"""A port checked from Python, in one call: `jarparity.run_conformance(port)`.

Importing this costs nothing: the kit is loaded with the first call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from jarparity.check.outcome import Outcome
    from jarparity.operations import Operation
    from jarparity.ports import Port

UNNAMED = ("--port", "MODULE:ATTR")
"""How the reproducing command names a port that was given as an object: only its author knows where it stands."""


class ConformanceError(AssertionError):
    """A port differs from the originals, or nothing was compared; its text is the kit's report.

    Attributes:
        outcome: Everything that was seen.
    """

    def __init__(self, text: str, outcome: Outcome) -> None:
        super().__init__(text)
        self.outcome = outcome


def run_conformance(  # noqa: PLR0913 - what a caller may choose
    port: object,
    *,
    operations: Sequence[str] = (),
    lines: Sequence[str] = (),
    reference: str = "golden",
    require_jvm: bool = False,
    max_examples: int | None = None,
    volume: int | None = None,
    seed: int | None = None,
    grade: str = "exact",
    divergences: Path | str | None = None,
    check: bool = True,
) -> Outcome:
    """Checks a port in this process against the originals.

        def test_it_equals_java():
            jarparity.run_conformance(PORT)

    Args:
        port: A mapping from operation to callable, an object with such a mapping as `operations`
            (`jarparity.ports.callables.CallablePort`), the `module:attribute` of one, or a `jarparity.ports.Port`.
        operations: Globs; all that the port claims, where there are none.
        lines: Globs of lines such as `kafka-clients 4.*`; all that the port claims, where there are none.
        reference: `golden` for the recorded answers (no JVM), `jpype` or `gateway` for the real JARs on the same
            inputs and on a search for more, `auto` for golden and, where Java is there, jpype.
        require_jvm: With `auto`: missing Java is an error, and not passed over.
        max_examples: Of the search, for each operation: each has up to 16 inputs. As many as it takes to draw more
            inputs than any known bug of the operation needed to be met, where none is given.
        volume: Keys compared in bulk for each operation, kind of key and release, on the real JARs; 10,000, where none
            is given.
        seed: Of the search; the same each time, where none is given.
        grade: What is good enough where several answers are right: `exact`, `equivalent` or `valid`.
        divergences: The file of the port's known divergences.
        check: Raise, unless everything that was compared agrees and something was.

    Returns:
        The counts, the failures, the exit code that `jarparity check` would end with.

    Raises:
        ConformanceError: The port differs, or nothing was compared (not with `check=False`).
        PortError: It is no port, or claims what is no operation.
        DivergencesError: The file of divergences is none.
        ReferenceUnavailableError: Java was named, or is required, and can't be had.
        ValueError: No operation or line matches one of the globs, or there is no such reference or grade.
    """
    from jarparity.catalogue import releases_with  # noqa: PLC0415 - see the module's docstring
    from jarparity.check.plan import VOLUME, Plan  # noqa: PLC0415
    from jarparity.check.search import FIXED_SEED, Budget  # noqa: PLC0415
    from jarparity.check.session import Session  # noqa: PLC0415
    from jarparity.divergences.file import NONE, load  # noqa: PLC0415
    from jarparity.grades import REQUIRED, Grade  # noqa: PLC0415
    from jarparity.references.factory import NAMES, choose  # noqa: PLC0415

    if reference not in NAMES:
        raise ValueError(f"reference {reference!r}: {', '.join(NAMES)}")
    if grade not in REQUIRED:
        raise ValueError(f"grade {grade!r}: {', '.join(REQUIRED)}")
    if require_jvm and reference == "golden":
        raise ValueError("require_jvm=True asks live Java: give reference='auto' beside it")
    known = NONE if divergences is None else load(divergences)
    opened, named = open_target(port)
    known.require_claimed(opened.info.operations)
    chosen = claimed(opened, operations)
    wanted = releases_with(chosen, lines)
    asked = choose([reference], wanted, require_jvm=require_jvm)
    plan = Plan(
        tuple(chosen),
        frozenset(wanted),
        Budget(max_examples, None, FIXED_SEED if seed is None else seed),
        VOLUME if volume is None else volume,
        golden=asked.golden,
        required=Grade.of(grade),
        divergences=known,
        whole=not lines,
    )
    filters = {"--operation": operations, "--line": lines}
    try:
        session = Session(plan, opened, named, asked.vectors, asked.live, asked.unavailable, filters)
        outcome = session.to_its_end()
    finally:
        asked.close()
    return required(outcome) if check else outcome


def open_target(port: object) -> tuple[Port, tuple[str, ...]]:
    """A port in this process, and how the reproducing command names it.

    Raises:
        PortError: It is none, or claims what is no operation.
    """
    from jarparity.ports import Port  # noqa: PLC0415 - see the module's docstring
    from jarparity.ports.callables import CallablePort  # noqa: PLC0415
    from jarparity.ports.claims import require_known  # noqa: PLC0415
    from jarparity.ports.load import open_port  # noqa: PLC0415

    if isinstance(port, str):
        opened, named = open_port(port), ("--port", port)
    elif isinstance(port, Port):
        opened, named = port, UNNAMED
    else:
        opened, named = CallablePort(port, "port"), UNNAMED
    require_known(opened.info)
    return opened, named


def claimed(port: Port, operations: Sequence[str]) -> list[Operation]:
    """The operations that match any of the globs (all, where there are none) and that the port claims.

    Raises:
        ValueError: There are none, or one of the globs matches none.
    """
    from jarparity import registry  # noqa: PLC0415 - see the module's docstring

    def chosen(globs: Sequence[str]) -> list[Operation]:
        return [operation for operation in registry.select(globs) if operation.matches(port.info.operations)]

    for globs in [[glob] for glob in operations] or [[]]:
        if not chosen(globs):
            which = f"no operation that matches {globs[0]}" if globs else "no operation"
            raise ValueError(f"{port.info.name} claims {which}; `jarparity list` shows all")
    return chosen(operations)


def required(outcome: Outcome) -> Outcome:
    """The outcome, if it is green.

    Raises:
        ConformanceError: It is not.
    """
    from jarparity.check.outcome import Exit  # noqa: PLC0415 - see the module's docstring
    from jarparity.report.text import text  # noqa: PLC0415

    if outcome.exit_code is not Exit.OK:
        raise ConformanceError(text(outcome), outcome)
    return outcome
