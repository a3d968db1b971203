"""What `copartition.advice` answers, as documents; the commands that ask are in `cli`. Here is what they share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.answers import canonical
from jarparity.ports.load import open_port
from jarparity.report.charts.amounts import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.references import LiveReference


def span(groups: JSON) -> str:
    """A range of key groups in words: `32 to 63`, or `543` alone."""
    start, end = groups["start"], groups["end"]
    return str(start) if start == end else f"{start} to {end}"


def counted(count: int, thing: str) -> str:
    """`1 topic`, `2 topics`."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def more(count: int, shown: int, things: str = "") -> list[str]:
    """What is said below a list that was cut after `shown`: nothing, where it has no more."""
    return [f"… and {count - shown:,} more{things}; --format json has them all"] if count > shown else []


def named(pairs: JSON, shown: int = 12) -> str:
    """Partitions in words: `t-0 t-1 and 7 more`, or `nothing`."""
    if not pairs:
        return "nothing"
    said = " ".join(f"{printable(topic)}-{number}" for topic, number in pairs[:shown])
    return f"{said} and {len(pairs) - shown:,} more" if len(pairs) > shown else said


def member_name(member: JSON) -> str:
    """A member of a consumer group in words: its id, and its instance where it has one."""
    return printable(member["id"] if member["instance"] is None else f"{member['id']} ({member['instance']})")


def alike(releases: Mapping[str, JSON]) -> list[tuple[str, JSON]]:
    """What was said of each release, once where it is the same: the releases, and that."""
    found: dict[str, tuple[list[str], JSON]] = {}
    for release, said in releases.items():
        found.setdefault(canonical(said), ([], said))[0].append(release)
    return [(", ".join(those), said) for those, said in found.values()]


def agrees(operation: str, live: LiveReference, line: Line, history: JSON) -> bool:
    """Whether the original answers a history as copartition does, step by step."""
    (mine,) = open_port().replies(operation, line, [history])
    (real,) = live.answers(operation, line, [history])
    return mine == real


def by_originals(agreeing: Mapping[str, bool] | None, real: str) -> list[str]:
    """Which originals confirm an answer, and how to ask them.

    Args:
        agreeing: By line whether it does; None where they were not asked.
        real: What is asked, such as `the real class`.
    """
    if agreeing is None:
        return [f"computed by copartition; --reference jpype asks {real}"]
    confirmed = [line for line, agrees in agreeing.items() if agrees]
    others = [line for line in agreeing if line not in confirmed]
    said = {"confirmed": confirmed, "contradicted": others}
    return [f"{verb} by {real}: {', '.join(lines)}" for verb, lines in said.items() if lines]
