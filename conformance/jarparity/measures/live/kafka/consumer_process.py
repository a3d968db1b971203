"""The child process with real consumers: a JVM through JPype, in which a Python assignor can lead a group.

It is not the kit's own process: a JVM can't be restarted, and consumers that hang must not stop the kit.
"""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from jarparity.child_process.serving import serve
from jarparity.custom_assignors.adapter import open_adapter
from jarparity.references.jpype import start_jvm

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.answers import JSON

DELEGATE: Final = "jarparity.measures.live"
"""Under this name the real interface finds the Python assignor."""


class Consumers:
    """All consumers of this process, by name."""

    def __init__(self) -> None:
        """Starts with none, and without a JVM."""
        self._members: dict[str, Any] = {}
        self._sharing: dict[str, Any] = {}
        self._calls: Counter[str] = Counter()

    def open(self, heap: str, options: Sequence[str], class_path: Sequence[str], assignor: str, line: str) -> None:
        """Starts the JVM, and hands the calls of one custom assignor on to a Python class."""
        start_jvm(class_path, heap, options)
        import jpype  # noqa: PLC0415 - an extra; the parent has looked

        target = open_adapter(assignor).delegate(line)

        def apply(method: object, arguments: object) -> str:
            self._calls[str(method)] += 1
            return target(str(method), str(arguments))

        proxy = jpype.JProxy("java.util.function.BinaryOperator", dict={"apply": apply})
        jpype.JClass("io.jarparity.bridge.Bridge").delegate(DELEGATE, proxy)

    def join(self, member: str, topics: Sequence[str], settings: Mapping[str, str], pattern: str | None = None) -> None:
        """Makes a consumer, which joins its group; a pattern of Java's takes the place of topics."""
        import jpype  # noqa: PLC0415 - as above

        java = jpype.java.util
        made = jpype.JClass("io.jarparity.live.consumers.Member")(
            java.HashMap(settings), java.ArrayList(topics), pattern
        )
        self._members[member] = made

    def join_share(self, member: str, topics: Sequence[str], settings: Mapping[str, str]) -> None:
        """Makes a consumer that joins a share group."""
        import jpype  # noqa: PLC0415 - as above

        java = jpype.java.util
        made = jpype.JClass("io.jarparity.live.consumers.ShareMember")(java.HashMap(settings), java.ArrayList(topics))
        self._sharing[member] = made

    def close(self, member: str) -> None:
        """Closes a consumer; returns when it is closed."""
        (self._sharing if member in self._sharing else self._members).pop(member).close()

    def hold(self, member: str, *, hold: bool) -> None:
        """Has a consumer stop polling, or poll again."""
        self._members[member].hold(hold)

    def runs(self, member: str, method: str) -> bool:
        """Whether a consumer's thread is in a method of this name."""
        return bool(self._members[member].runs(method))

    def forget(self, member: str) -> None:
        """Leaves a consumer to itself: one that hangs can't be closed."""
        del self._members[member]

    def failures(self) -> JSON:
        """By member that has failed, the exception that ended it."""
        failed = {name: member.failed() for name, member in (self._members | self._sharing).items()}
        return {name: str(words) for name, words in failed.items() if words is not None}

    def last(self) -> JSON:
        """By member, its state when it polled last; members that haven't yet are left out.

        Raises:
            RuntimeError: A consumer failed; the message has its own words.
        """
        for name, member in self._members.items():
            self._alive(name, member)
        states = {name: member.last() for name, member in self._members.items()}
        return {name: _state(last) for name, last in states.items() if last is not None}

    def observe(self) -> JSON:
        """By member, its state after each rebalance.

        Raises:
            RuntimeError: A consumer failed; the message has its own words.
        """
        return {name: self._joined(name, member) for name, member in self._members.items()}

    def calls(self) -> JSON:
        """By method, how often the Python class was called."""
        return dict(self._calls)

    def _joined(self, name: str, member: Any) -> JSON:  # noqa: ANN401 - Java's
        self._alive(name, member)
        return [_state(one) for one in member.joined()]

    @staticmethod
    def _alive(name: str, member: Any) -> None:  # noqa: ANN401 - Java's
        failed = member.failed()
        if failed is not None:
            raise RuntimeError(f"consumer {name} ended: {failed}")


def _state(one: Any) -> JSON:  # noqa: ANN401 - Java's
    return {
        "generation": int(one.generation()),
        "id": str(one.id()),
        "partitions": [[str(tp.topic()), int(tp.partition())] for tp in one.partitions()],
    }


if __name__ == "__main__":
    # The argument is a folder that is no longer needed when the process ends.
    serve(lambda _tell: Consumers(), at_end=lambda: shutil.rmtree(sys.argv[1], ignore_errors=True))
