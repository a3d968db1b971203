"""The same Python class inside each line's real interface: its calls come back to this process through JPype."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from jarparity.answers import Value
from jarparity.references import BridgeError, ReferenceUnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.custom_assignors.adapter import AssignorAdapter
    from jarparity.lines import Line
    from jarparity.references import LiveReference

_NAME = "jarparity.custom-assignor"
"""The delegate's name in the JVM; one is there at a time."""

OPERATION = "kafka.assignor.custom"


def answer_inside(reference: LiveReference, line: Line, adapter: AssignorAdapter, document: JSON) -> Answer:
    """What the line's interface around the user's class answers to a group.

    Raises:
        ReferenceUnavailableError: The reference isn't `jpype`: no other JVM can call this process's Python.
        BridgeError: The bridge itself failed.
    """
    with delegated(reference, _NAME, adapter.delegate(str(line))):
        return reference.answers(OPERATION, line, [{**document, "assignor": _NAME}])[0]


@contextmanager
def delegated(reference: LiveReference, name: str, target: Callable[[str, str], str]) -> Iterator[None]:
    """Lets classes of any line hand their calls on to `target`, under this name.

    A real consumer finds it by its configuration `jarparity.assignor`, beside `partition.assignment.strategy`.

    Raises:
        ReferenceUnavailableError: The reference isn't `jpype`.
    """
    from jarparity.references.jpype import JPypeReference  # noqa: PLC0415 - an extra

    if not isinstance(reference, JPypeReference):
        raise ReferenceUnavailableError(
            f"a Python assignor runs in this process, and the route {reference.name} leads to another JVM: use jpype"
        )
    import jpype  # noqa: PLC0415 - an extra; the reference has checked it

    def apply(method: object, arguments: object) -> str:
        # Java's strings; target's own errors are answers.
        return target(str(method), str(arguments))

    proxy = jpype.JProxy("java.util.function.BinaryOperator", dict={"apply": apply})
    reference.bridge.delegate(name, proxy)
    try:
        yield
    finally:
        reference.bridge.withdraw(name)


def round_trip(reference: LiveReference, line: Line, sent: Sequence[str | None]) -> list[str | None]:
    """User data after the line's `ConsumerProtocol` has written and read the subscription that carries it.

    Raises:
        BridgeError: The bridge itself failed.
    """
    operation = "kafka.protocol.subscription"
    documents = [{"direction": "encode", "version": 0, "topics": ["t"], "userData": user_data} for user_data in sent]
    encoded = [_value(answer) for answer in reference.answers(operation, line, documents)]
    asked = [{"direction": "decode", "bytes": data} for data in encoded]
    return [_value(answer)["userData"] for answer in reference.answers(operation, line, asked)]


def _value(answer: Answer) -> Any:  # noqa: ANN401 - a JSON value
    if not isinstance(answer, Value):
        raise BridgeError(f"ConsumerProtocol failed on user data: {answer}")
    return answer.value
