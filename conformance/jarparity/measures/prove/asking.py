"""Asking a port for a block: what comes back is looked at, never cast, and whatever a port does wrong is an answer.

What was answered to a block: int32 numbers side by side, or one canonical JSON text an input.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from jarparity import registry
from jarparity.answers import Error, NoAnswer, Skip, Value, canonical, to_json
from jarparity.domains import ColumnDomain
from jarparity.errors import UserError
from jarparity.ports import PortError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from jarparity.answers import JSON, Reply
    from jarparity.domains import Block, Domain
    from jarparity.lines import Line
    from jarparity.operations import BulkInput
    from jarparity.ports import Port


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """Answers that are int32 numbers.

    Attributes:
        numbers: int32, rows x width, flat; 0 where a row was answered with something else.
        width: Numbers in an answer.
        names: The fields of an answer that is an object; none, where it is a bare number.
        odd: By row, what was answered in place of int32 numbers: another JSON value, an error, a fault.
    """

    numbers: np.ndarray
    width: int = 1
    names: tuple[str, ...] = ()
    odd: Mapping[int, JSON] = field(default_factory=dict)

    def digest(self) -> str | None:
        """SHA-256 of the numbers, little-endian; None where a row has other answers."""
        if self.odd:
            return None
        return hashlib.sha256(self.numbers.astype("<i4", copy=False).tobytes()).hexdigest()

    def shown(self, row: int) -> JSON:
        """The answer to an input as JSON."""
        if row in self.odd:
            return self.odd[row]
        numbers = self.numbers[row * self.width : (row + 1) * self.width].tolist()
        return dict(zip(self.names, numbers, strict=True)) if self.names else numbers[0]


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Answers that are documents.

    Attributes:
        texts: By row the canonical JSON of `{"value": …}` or `{"error": {"kind": …}}`: an error's message is left out.
        odd: By row, what is no answer: a fault, or that the port declined.
    """

    texts: tuple[str, ...]
    odd: Mapping[int, JSON] = field(default_factory=dict)

    @classmethod
    def of(cls, replies: Iterable[Reply]) -> Texts:
        """Notes replies, in order."""
        texts: list[str] = []
        odd: dict[int, JSON] = {}
        for row, reply in enumerate(replies):
            document = {"error": {"kind": reply.kind}} if isinstance(reply, Error) else to_json(reply)
            if isinstance(reply, Skip | NoAnswer):
                odd[row] = document
            texts.append(canonical(document))
        return cls(tuple(texts), odd)

    def digest(self) -> str | None:
        """SHA-256 of the texts, a line feed after each; None where a row has no answer."""
        if self.odd:
            return None
        return hashlib.sha256("".join(f"{text}\n" for text in self.texts).encode("ascii")).hexdigest()

    def shown(self, row: int) -> JSON:
        """The answer to an input: its value, or the object in its place."""
        document = json.loads(self.texts[row])
        return document["value"] if document.keys() == {"value"} else document


@dataclass(frozen=True, slots=True)
class Broken:
    """The port gave no answers to a block as a whole; `reason` is a sentence."""

    reason: str


Answers: TypeAlias = Numbers | Texts


def differing(ours: Answers, theirs: Answers) -> list[int]:
    """The rows on which two answers to one block differ, in order.

    Raises:
        TypeError: They are of two kinds.
    """
    match ours, theirs:
        case Numbers(), Numbers():
            differs = (ours.numbers != theirs.numbers).reshape(-1, ours.width).any(axis=1)
            differs[[*ours.odd, *theirs.odd]] = True
            return [int(row) for row in np.flatnonzero(differs)]
        case Texts(), Texts():
            return [row for row, (a, b) in enumerate(zip(ours.texts, theirs.texts, strict=True)) if a != b]
    raise TypeError("numbers and documents can't be compared")


ROWS_AT_MOST = 1 << 22
"""Inputs that a port without a bulk form is asked one by one at most."""

_INT32 = range(-(1 << 31), 1 << 31)


class NoBulkFormError(UserError, ValueError):
    """The port can only be asked one by one, and the domain is too large for that."""


class NotOfferedError(UserError, ValueError):
    """The port doesn't have the operation."""


PortAnswers: TypeAlias = "Callable[[Block], Answers | Broken]"
BlockAnswers: TypeAlias = "Callable[[Block], Answers | None]"


def port_answers(port: Port, domain: Domain, blocks: Sequence[Block], line: Line | None = None) -> PortAnswers:
    """Asks the port for a block: by its bulk form, or one by one where there are few inputs.

    The answers are for one thread: ports may hold a conversation, a connection or an event loop.

    Args:
        port: The port.
        domain: What it is asked.
        blocks: The blocks that it will be asked.
        line: As which line it is asked; None for the newest.

    Raises:
        NotOfferedError: The port doesn't have the operation.
        NoBulkFormError: There is no bulk form and the blocks hold more inputs than can be asked one by one.
    """
    operation = registry.operation(domain.operation)
    if isinstance(domain, ColumnDomain):
        probe = min(blocks, key=lambda block: block.rows)
        if _in_bulk(port, domain, probe) is not None:
            declined = Broken(f"{port.info.name} answered a block of {operation.name} in bulk, but declined this one")
            return lambda block: _in_bulk(port, domain, block) or declined
    if not operation.matches(port.info.operations):
        raise NotOfferedError(
            f"{port.info.name} doesn't have {operation.name}; it has {', '.join(port.info.operations) or 'nothing'}"
        )
    rows = sum(block.rows for block in blocks)
    if rows > ROWS_AT_MOST:
        raise NoBulkFormError(
            f"{port.info.name} has no bulk form of {operation.name}, and {rows:,} inputs are too many to ask one by "
            f"one: give it one, choose blocks with --blocks, or compute the digests in its own language (see docs)"
        )
    return lambda block: _singly(port, domain, block, line)


def oracle_answers(port: Port, domain: Domain, line: Line | None = None) -> BlockAnswers:
    """Asks a port that serves as a tie-break oracle; None for a block where it breaks or gives what is no answer."""

    def ask(block: Block) -> Answers | None:
        in_bulk = _in_bulk(port, domain, block) if isinstance(domain, ColumnDomain) else None
        answered = in_bulk or _singly(port, domain, block, line)
        return None if isinstance(answered, Broken) or answered.odd else answered

    return ask


def _in_bulk(port: Port, domain: ColumnDomain, block: Block) -> Numbers | Broken | None:
    """The bulk form's answers; None where the port has no bulk form."""
    try:
        answers = port.bulk(domain.operation, {}, domain.column(block), domain.width)
    except PortError as wrong:
        return Broken(str(wrong))
    except Exception as thrown:  # noqa: BLE001 - whatever a port raises is a finding, not an end
        return Broken(f"the bulk form threw {type(thrown).__name__}: {thrown}")
    return None if answers is None else _column(domain, answers, block.rows * domain.width)


def _column(domain: ColumnDomain, answers: object, size: int) -> Numbers | Broken:
    """A port is foreign code: its declared return type is not trusted."""
    if not isinstance(answers, np.ndarray) or answers.dtype != np.int32 or answers.size != size:
        what = f"{answers.size} of {answers.dtype}" if isinstance(answers, np.ndarray) else type(answers).__name__
        return Broken(f"the bulk form gave {what}, where {size} of int32 were due")
    return Numbers(answers.reshape(-1), domain.width, domain.bulk.answer)


def _singly(port: Port, domain: Domain, block: Block, line: Line | None) -> Answers | Broken:
    """The answers to single cases, one by one."""
    replies: list[Reply] = []
    try:
        for reply in port.replies(domain.operation, line, domain.documents(block)):
            if len(replies) == block.rows:
                return Broken(f"the port gave more than the {block.rows} answers that were due")
            replies.append(reply)
        if len(replies) < block.rows:
            return Broken(f"the port gave {len(replies)} of the {block.rows} answers that were due")
        return _side_by_side(domain, replies) if isinstance(domain, ColumnDomain) else Texts.of(replies)
    except Exception as thrown:  # noqa: BLE001 - as above
        done = f"{len(replies)} of {block.rows} answers"
        return Broken(f"the port threw {type(thrown).__name__} after {done}: {thrown}")


def _side_by_side(domain: ColumnDomain, replies: Sequence[Reply]) -> Numbers:
    bulk = domain.bulk
    numbers = np.zeros((len(replies), domain.width), np.int32)
    odd: dict[int, JSON] = {}
    for row, reply in enumerate(replies):
        answer = _numbers(bulk, reply)
        if answer is None:
            odd[row] = reply.value if isinstance(reply, Value) else to_json(reply)
        else:
            numbers[row] = answer
    return Numbers(numbers.reshape(-1), domain.width, bulk.answer, odd)


def _numbers(bulk: BulkInput, reply: Reply) -> list[int] | None:
    """The int32 numbers of an answer, or None where it is anything else: True is no 1, and 2^32 + 1 isn't either."""
    if not isinstance(reply, Value):
        return None
    found = [reply.value]
    if bulk.answer:
        if not isinstance(reply.value, dict) or reply.value.keys() != set(bulk.answer):
            return None
        found = [reply.value[name] for name in bulk.answer]
    return found if all(type(number) is int and number in _INT32 for number in found) else None
