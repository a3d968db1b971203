"""Asking a port for a block: what comes back is looked at, never cast, and whatever a port does wrong is an answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from jarparity import catalogue
from jarparity.answers import Value, to_json
from jarparity.check.volume import row_input
from jarparity.ports import PortError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jarparity.answers import JSON, Reply
    from jarparity.operations import BulkInput
    from jarparity.ports import Port
    from jarparity.prove.domains import Block, Domain

ONE_BY_ONE = 1 << 22
"""Inputs that a port without a bulk form is asked one by one at most."""

_INT32 = range(-(1 << 31), 1 << 31)


class NoBulkFormError(ValueError):
    """The port can only be asked one by one, and the domain is too large for that."""


class NotOfferedError(ValueError):
    """The port doesn't have the operation."""


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """What a port answered to a block.

    Attributes:
        numbers: int32, rows x width, flat; 0 where a row was answered with something else.
        odd: By row, what was answered in place of int32 numbers: another JSON value, an error, a fault.
    """

    numbers: np.ndarray
    odd: Mapping[int, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Broken:
    """The port gave no answers to a block as a whole; `reason` is a sentence."""

    reason: str


PortAnswers: TypeAlias = "Callable[[Block], Answered | Broken]"


def port_answers(port: Port, domain: Domain, blocks: Sequence[Block]) -> PortAnswers:
    """Asks the port for a block: by its bulk form, or one by one where there are few inputs.

    The answers are for one thread: ports may hold a conversation, a connection or an event loop.

    Raises:
        NotOfferedError: The port doesn't have the operation.
        NoBulkFormError: There is no bulk form and the blocks hold more inputs than can be asked one by one.
    """
    operation = catalogue.operation(domain.operation)
    probe = min(blocks, key=lambda block: block.rows)
    if _in_bulk(port, domain, probe) is not None:
        declined = Broken(f"{port.info.name} answered a block of {operation.name} in bulk, but declined this one")
        return lambda block: _in_bulk(port, domain, block) or declined
    if not operation.matches(port.info.operations):
        raise NotOfferedError(
            f"{port.info.name} doesn't have {operation.name}; it has {', '.join(port.info.operations) or 'nothing'}"
        )
    rows = sum(block.rows for block in blocks)
    if rows > ONE_BY_ONE:
        raise NoBulkFormError(
            f"{port.info.name} has no bulk form of {operation.name}, and {rows:,} inputs are too many to ask one by "
            f"one: give it one, choose blocks with --blocks, or compute the digests in its own language (see docs)"
        )
    return lambda block: _one_by_one(port, domain, block)


def witness_answers(port: Port, domain: Domain) -> Callable[[Block], np.ndarray | None]:
    """Asks a port that may bear witness; None for a block where it breaks or answers anything but int32."""

    def ask(block: Block) -> np.ndarray | None:
        answered = _in_bulk(port, domain, block) or _one_by_one(port, domain, block)
        return None if isinstance(answered, Broken) or answered.odd else answered.numbers

    return ask


def bulk_input(domain: Domain) -> BulkInput:
    """How the domain's operation takes a column.

    Raises:
        NoBulkFormError: It is declared without.
    """
    bulk = catalogue.operation(domain.operation).bulk
    if bulk is None:
        raise NoBulkFormError(f"{domain.operation} is declared without a bulk input")
    return bulk


def _in_bulk(port: Port, domain: Domain, block: Block) -> Answered | Broken | None:
    """The bulk form's answers; None where the port has no bulk form."""
    try:
        answers = port.bulk(domain.operation, {}, domain.column(block), domain.width)
    except PortError as wrong:
        return Broken(str(wrong))
    except Exception as thrown:  # noqa: BLE001 - whatever a port raises is a finding, not an end
        return Broken(f"the bulk form threw {type(thrown).__name__}: {thrown}")
    if answers is None:
        return None
    return _column(answers, block.rows * domain.width)


def _column(answers: object, size: int) -> Answered | Broken:
    """A port is somebody else's code: what it is declared to return is not believed."""
    if not isinstance(answers, np.ndarray) or answers.dtype != np.int32 or answers.size != size:
        what = f"{answers.size} of {answers.dtype}" if isinstance(answers, np.ndarray) else type(answers).__name__
        return Broken(f"the bulk form gave {what}, where {size} of int32 were due")
    return Answered(answers.reshape(-1))


def _one_by_one(port: Port, domain: Domain, block: Block) -> Answered | Broken:
    bulk, column = bulk_input(domain), domain.column(block)
    inputs = [row_input(bulk, {}, column, row) for row in range(block.rows)]
    numbers = np.zeros((block.rows, domain.width), np.int32)
    odd: dict[int, JSON] = {}
    row = -1
    try:
        for row, reply in enumerate(port.replies(domain.operation, None, inputs)):
            if row >= block.rows:
                return Broken(f"the port gave more than the {block.rows} answers that were due")
            answer = _numbers(bulk, reply)
            if answer is None:
                odd[row] = reply.value if isinstance(reply, Value) else to_json(reply)
            else:
                numbers[row] = answer
    except Exception as thrown:  # noqa: BLE001 - as above
        return Broken(f"the port threw {type(thrown).__name__} after {row + 1} of {block.rows} answers: {thrown}")
    if row + 1 < block.rows:
        return Broken(f"the port gave {row + 1} of the {block.rows} answers that were due")
    return Answered(numbers.reshape(-1), odd)


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
