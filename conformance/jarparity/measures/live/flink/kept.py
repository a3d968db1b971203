"""What a job of the scenario `savepoints` keeps for a key: drawn, as entries of a snapshot, and read from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.answers import canonical

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from jarparity.answers import JSON

_WINDOWS: Final = (-10, 0, 10)
_SIZE: Final = 10
_WORDS: Final = ("", "a", "é", "😀", "a,b", "\0", "long " * 40)
FORGOTTEN: Final = 9
"""One key in so many forgets its state, and one in so many has none to begin with."""


def name_of(key: JSON) -> str:
    """A key, whichever object it is, and whether its nanoseconds are said or not."""
    if key["type"] == "sql-timestamp":
        nanos = int(key["value"]) % 1000 * 1_000_000
        key = {"nanos": nanos, **key}
    return canonical({name: part for name, part in key.items() if name != "constant"})


def _number(random: Random) -> str:
    return str(random.choice((random.randrange(-3, 4), random.randrange(-(2**62), 2**62))))


def drawn_change(random: Random) -> JSON:
    """What a record puts into its key's state."""
    change = drawn_state(random)
    return change | ({"mean": _number(random)} if "mean" in change else {})


def drawn_state(random: Random) -> JSON:
    """What a key has, as the job says it: some of the states, now and then none."""
    state: JSON = {
        "total": _number(random),
        "words": random.choices(_WORDS, k=1 + random.randrange(3)),
        "pages": {f"page {word}": _number(random) for word in random.sample(_WORDS, 1 + random.randrange(4))},
        "sum": _number(random),
        "mean": f"{_number(random)}/{random.randrange(1, 99)}",
        "windows": {str(start): _number(random) for start in random.sample(_WINDOWS, 1 + random.randrange(2))},
    }
    without = random.randrange(FORGOTTEN) == 0
    return {name: part for name, part in state.items() if random.randrange(4) and not without}


def entries_of(state: JSON) -> Iterator[JSON]:
    """What a key has, as entries."""
    for name, part in state.items():
        match name:
            case "words":
                words = [{"type": "string", "value": word} for word in part]
                yield {"state": name, "value": {"type": "list", "value": words}}
            case "pages":
                pairs = [[{"type": "string", "value": page}, _long(number)] for page, number in part.items()]
                yield {"state": name, "value": {"type": "map", "value": pairs}}
            case "mean":
                yield {"state": name, "value": {"type": "tuple", "value": list(map(_long, part.split("/")))}}
            case "windows":
                for start, number in part.items():
                    ends = {"start": start, "end": str(int(start) + _SIZE)}
                    window = {"type": "time-window", "value": ends}
                    yield {"state": "in-window", "namespace": window, "value": _long(number)}
            case _:
                yield {"state": name, "value": _long(part)}


def _long(number: str) -> JSON:
    return {"type": "long", "value": number}


def add_entry(state: JSON, entry: JSON) -> None:
    """Adds an entry that was read to what a key has."""
    name, value = entry["state"], entry["value"]["value"]
    match name:
        case "words":
            state[name] = [word["value"] for word in value]
        case "pages":
            state[name] = {page["value"]: number["value"] for page, number in value}
        case "mean":
            state[name] = "/".join(number["value"] for number in value)
        case "in-window":
            state.setdefault("windows", {})[entry["namespace"]["value"]["start"]] = value
        case _:
            state[name] = value
