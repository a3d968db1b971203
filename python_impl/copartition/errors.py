"""Java's exceptions under their simple names, so that an error of the port compares with the original's.

Every class is a Python exception of the nearest built-in kind as well: who ports no Java catches
`ValueError`, `TypeError`, `ArithmeticError` or `IndexError` as usual. The class attribute `kind` is the
name by which errors are compared.
"""

from __future__ import annotations

from typing import ClassVar

IDENTITY_HASHED_BYTES = (
    "bytes keys hash by identity in Java, so equal keys land in different key groups; "
    "use a string, or a row with a bytes field"
)
"""Message of `IdentityHashedKey` for byte arrays."""

IDENTITY_HASHED_ENUM = (
    "enum keys hash by identity in Java, so a key's group changes from JVM to JVM; use the constant's name or ordinal"
)
"""Message of `IdentityHashedKey` for enum constants."""


class IllegalArgumentException(ValueError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.lang.IllegalArgumentException`: an argument that the original refuses."""

    kind: ClassVar[str] = "IllegalArgumentException"


class NumberFormatException(IllegalArgumentException):
    """`java.lang.NumberFormatException`: a text that is no number."""

    kind: ClassVar[str] = "NumberFormatException"


class IllegalStateException(RuntimeError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.lang.IllegalStateException`: the object can't do that now."""

    kind: ClassVar[str] = "IllegalStateException"


class NullPointerException(TypeError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.lang.NullPointerException`: None where the original needs an object."""

    kind: ClassVar[str] = "NullPointerException"


class ArithmeticException(ArithmeticError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.lang.ArithmeticException`: a division by zero, a result that doesn't fit."""

    kind: ClassVar[str] = "ArithmeticException"


class IndexOutOfBoundsException(IndexError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.lang.IndexOutOfBoundsException`: an index outside the object."""

    kind: ClassVar[str] = "IndexOutOfBoundsException"


class ArrayIndexOutOfBoundsException(IndexOutOfBoundsException):
    """`java.lang.ArrayIndexOutOfBoundsException`: an index outside an array."""

    kind: ClassVar[str] = "ArrayIndexOutOfBoundsException"


class NegativeArraySizeException(ValueError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.lang.NegativeArraySizeException`: an array of fewer than no elements."""

    kind: ClassVar[str] = "NegativeArraySizeException"


class NoSuchElementException(LookupError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.util.NoSuchElementException`: an iterator that has no more elements."""

    kind: ClassVar[str] = "NoSuchElementException"


class UnsupportedOperationException(RuntimeError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.lang.UnsupportedOperationException`: the original has no such operation."""

    kind: ClassVar[str] = "UnsupportedOperationException"


class IdentityHashedKey(TypeError):  # noqa: N818 - a name of the contract, shared with the bridge to Java
    """A key whose hash code in Java is the object's identity: no port can give the same number.

    The messages are `IDENTITY_HASHED_BYTES` and `IDENTITY_HASHED_ENUM`.
    """

    kind: ClassVar[str] = "IdentityHashedKey"


class IdentityOrderedKeys(TypeError):  # noqa: N818 - named beside IdentityHashedKey, for the same reason
    """Keys of one hash code without an order: Java's HashMap would order them by identity.

    The iteration order of such a map changes from JVM to JVM, so there is no order to reproduce.
    """

    kind: ClassVar[str] = "IdentityOrderedKeys"


class EndlessLoop(RuntimeError):  # noqa: N818 - a name shared with the bridge to Java
    """An input on which the original never ends; a port that went on as long would answer as little.

    The bridge to Java answers so where the original has used far more processor time than such an input can need.
    """

    kind: ClassVar[str] = "EndlessLoop"


class ConcurrentModificationException(RuntimeError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.util.ConcurrentModificationException`: a collection changed while it was being walked."""

    kind: ClassVar[str] = "ConcurrentModificationException"


class ClassCastException(TypeError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.lang.ClassCastException`: an object of another class than the original takes for granted."""

    kind: ClassVar[str] = "ClassCastException"


class StateMigrationException(RuntimeError):  # noqa: N818 - Flink's own name, compared with the original's
    """`org.apache.flink.util.StateMigrationException`: restored state doesn't fit what is asked of it."""

    kind: ClassVar[str] = "StateMigrationException"


class BackendBuildingException(RuntimeError):  # noqa: N818 - Flink's own name, compared with the original's
    """`org.apache.flink.runtime.state.BackendBuildingException`: a state backend that can't be restored."""

    kind: ClassVar[str] = "BackendBuildingException"


class RuntimeException(RuntimeError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.lang.RuntimeException` itself: what the original wraps another error in."""

    kind: ClassVar[str] = "RuntimeException"


class FlinkRuntimeException(RuntimeException):
    """`org.apache.flink.util.FlinkRuntimeException`."""

    kind: ClassVar[str] = "FlinkRuntimeException"


class IOException(ValueError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.io.IOException`: bytes that can't be written, or read."""

    kind: ClassVar[str] = "IOException"


class EOFException(IOException):
    """`java.io.EOFException`: bytes that end too early."""

    kind: ClassVar[str] = "EOFException"


class UTFDataFormatException(IOException):
    """`java.io.UTFDataFormatException`: bytes that are no modified UTF-8, or text that takes too many."""

    kind: ClassVar[str] = "UTFDataFormatException"


class InvalidPartitionsException(ValueError):  # noqa: N818 - Kafka's own name, compared with the original's
    """`org.apache.kafka.common.errors.InvalidPartitionsException`: a number of partitions that can't be."""

    kind: ClassVar[str] = "InvalidPartitionsException"


class InvalidReplicationFactorException(ValueError):  # noqa: N818 - Kafka's own name, compared with the original's
    """`org.apache.kafka.common.errors.InvalidReplicationFactorException`: too few or too many replicas."""

    kind: ClassVar[str] = "InvalidReplicationFactorException"


class AdminOperationException(RuntimeError):  # noqa: N818 - Kafka's own name, compared with the original's
    """`AdminOperationException` of Kafka's admin tools: what was asked can't be done so."""

    kind: ClassVar[str] = "AdminOperationException"


class AdminCommandFailedException(RuntimeError):  # noqa: N818 - Kafka's own name, compared with the original's
    """`AdminCommandFailedException` of Kafka's admin tools: what was given to the tool doesn't hold together."""

    kind: ClassVar[str] = "AdminCommandFailedException"


class TerseException(RuntimeError):  # noqa: N818 - Kafka's own name, compared with the original's
    """`org.apache.kafka.tools.TerseException`: what a tool refuses in one sentence."""

    kind: ClassVar[str] = "TerseException"


class TerseReassignmentFailureException(TerseException):
    """`kafka.admin.TerseReassignmentFailureException`: the same in Scala."""

    kind: ClassVar[str] = "TerseReassignmentFailureException"


class JsonMappingException(ValueError):  # noqa: N818 - Jackson's own name, compared with the original's
    """`com.fasterxml.jackson.databind.JsonMappingException`: JSON of another shape than the original reads."""

    kind: ClassVar[str] = "JsonMappingException"


class ExecutionException(RuntimeError):  # noqa: N818 - Java's own name, compared with the original's
    """`java.util.concurrent.ExecutionException`: what was asked of a cluster failed there."""

    kind: ClassVar[str] = "ExecutionException"
