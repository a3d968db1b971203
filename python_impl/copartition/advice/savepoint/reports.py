"""What is known of a savepoint, a checkpoint or a subtask's stream after it was read."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from copartition.advice.savepoint.tally import Entries
    from copartition.flink.key_group_range import KeyGroupRange
    from copartition.flink.savepoint import KeyedState


class Restorable(Enum):
    """Whether Flink could restore it, as far as its files say."""

    YES = "yes"
    """Everything is there, and could be read to its end."""
    UNKNOWN = "unknown"
    """Nothing wrong was found, and not everything could be looked into."""
    NO = "no"
    """Something is damaged or missing."""


@dataclass(frozen=True, slots=True)
class Damage:
    """What can't be read, or should not be there.

    Attributes:
        file: The file.
        byte: At which byte of it the reader was.
        what: The error.
        operator: The operator's id; None where the metadata itself is damaged, and for a lone stream.
        subtask: The subtask; None where there is none.
        key_group: The key group; None where it is not known, or the part before them is damaged.
        fails: Whether Flink's restore fails there; it does not notice the rest.
    """

    file: str
    byte: int
    what: str
    operator: str | None = None
    subtask: int | None = None
    key_group: int | None = None
    fails: bool = True


@dataclass(frozen=True, slots=True)
class KeyedFile:
    """A file with keyed state of a subtask.

    Attributes:
        subtask: The subtask; None of a lone stream.
        key_groups: Its key groups; None of a lone stream.
        form: `canonical`, `heap`, `incremental`, `changelog`, `raw`, or `unknown` where its header can't be read.
        name: As the metadata names it.
        size: How many bytes there should be; -1 if the metadata doesn't say it.
        fault: What is wrong with it, as far as its size shows it.
        is_remote: Whether it is in a file system that is not looked into.
        unread: Why its entries are not counted; None where they are.
    """

    subtask: int | None
    key_groups: KeyGroupRange | None
    form: str
    name: str
    size: int
    fault: str | None = None
    is_remote: bool = False
    unread: str | None = None


@dataclass(slots=True)
class OperatorReport:
    """An operator.

    Attributes:
        max_parallelism: How many key groups it has.
        id: Its id in hex; None of a lone stream.
        name: Its name, which the metadata has from Flink 2.0 on.
        uid: Its uid, which the metadata has from Flink 2.0 on, or the one that was asked about and has this id.
        parallelism: How many subtasks it had; None of a lone stream.
        finished: Subtasks that had finished; all of them where the operator had.
        without_state: Subtasks that have no keyed state, and had not finished.
        key: The type of keys in JSON; None where nothing says it.
        states: The states by name, as the first stream has them.
        entries: What was counted.
        keyed: The files of keyed state.
        others: The files of all other state.
        damage: What can't be read, or should not be there.
        foreign: Classes of serializers that are not known: their values are not looked into.
        reasons: Why it can't be restored, or why that is not known.
        restorable: Whether it could be restored.
    """

    max_parallelism: int
    entries: Entries
    id: str | None = None
    name: str | None = None
    uid: str | None = None
    parallelism: int | None = None
    finished: tuple[int, ...] = ()
    without_state: tuple[int, ...] = ()
    key: Any = None
    states: dict[str, KeyedState] = field(default_factory=dict)
    keyed: list[KeyedFile] = field(default_factory=list)
    others: list[KeyedFile] = field(default_factory=list)
    damage: list[Damage] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    reasons: tuple[str, ...] = ()
    restorable: Restorable = Restorable.YES


@dataclass(frozen=True, slots=True)
class SavepointReport:
    """A savepoint, a checkpoint or a subtask's stream.

    Attributes:
        file: The file that was read first.
        size: Its bytes.
        version: The version of the metadata; None of a lone stream.
        checkpoint_id: The id of the checkpoint; None of a stream, and where the metadata is damaged.
        operators: The operators, in the metadata's order; of a damaged one those before the damage.
        damage: What can't be read, all operators' included.
        restorable: The worst of the operators'; `NO` where the metadata is damaged.
    """

    file: Path
    size: int
    version: int | None
    checkpoint_id: int | None
    operators: tuple[OperatorReport, ...]
    damage: tuple[Damage, ...]
    restorable: Restorable
