"""Java's exceptions under their simple names, so that an error of the port compares with the original's.

Every class is a Python exception of the nearest built-in kind as well: who ports no Java catches
`ValueError`, `TypeError`, `ArithmeticError` or `IndexError` as usual. `WrongTypeError` alone is none of Java's.

Where the original says nothing of an argument that it refuses, a note of the exception does: a traceback shows it.
"""
# ruff: noqa: N818 - names of Java, Flink and Kafka, compared with the originals'

from __future__ import annotations

from typing import ClassVar, TypeVar

IDENTITY_HASHED_BYTES = (
    "bytes keys hash by identity in Java, so equal keys land in different key groups; "
    "use a string, or a row with a bytes field"
)
"""Message of `IdentityHashedKey` for byte arrays."""

IDENTITY_HASHED_ENUM = (
    "enum keys hash by identity in Java, so a key's group changes from JVM to JVM; use the constant's name or ordinal"
)
"""Message of `IdentityHashedKey` for enum constants."""


class WrongTypeError(TypeError, ValueError):
    """An argument of another type than it must have, named in the message.

    Python's own functions raise a TypeError then; who passes on what he has read from elsewhere catches a ValueError.
    """


class JavaError(Exception):
    """What the classes here have in common.

    Attributes:
        kind: The name by which errors are compared: that of the class.
    """

    kind: ClassVar[str] = "JavaError"

    def __init_subclass__(cls) -> None:
        cls.kind = cls.__name__


Error = TypeVar("Error", bound=JavaError)


def noted(error: Error, note: str) -> Error:
    """An error whose message is the original's, empty perhaps, with a note of what it doesn't say."""
    error.add_note(note)
    return error


class IllegalArgumentException(JavaError, ValueError):
    """`java.lang.IllegalArgumentException`: an argument that the original refuses."""


class NumberFormatException(IllegalArgumentException):
    """`java.lang.NumberFormatException`: a text that does not stand for a number."""


class IllegalStateException(JavaError, RuntimeError):
    """`java.lang.IllegalStateException`: the object can't do that now."""


class NullPointerException(JavaError, TypeError):
    """`java.lang.NullPointerException`: None where the original needs an object."""


class ArithmeticException(JavaError, ArithmeticError):
    """`java.lang.ArithmeticException`: a division by zero, a result that doesn't fit."""


class IndexOutOfBoundsException(JavaError, IndexError):
    """`java.lang.IndexOutOfBoundsException`: an index outside the object."""


class ArrayIndexOutOfBoundsException(IndexOutOfBoundsException):
    """`java.lang.ArrayIndexOutOfBoundsException`: an index outside an array."""


class StringIndexOutOfBoundsException(IndexOutOfBoundsException):
    """`java.lang.StringIndexOutOfBoundsException`."""


class NegativeArraySizeException(JavaError, ValueError):
    """`java.lang.NegativeArraySizeException`: an array of fewer than no elements."""


class NoSuchElementException(JavaError, LookupError):
    """`java.util.NoSuchElementException`: an iterator that has no more elements."""


class UnsupportedOperationException(JavaError, RuntimeError):
    """`java.lang.UnsupportedOperationException`: the original has no such operation."""


class IdentityHashedKey(JavaError, TypeError):
    """A key whose hash code in Java is the object's identity: no port can give the same number.

    The messages are `IDENTITY_HASHED_BYTES` and `IDENTITY_HASHED_ENUM`.
    """


class IdentityOrderedKeys(JavaError, TypeError):
    """Keys of one hash code without an order: Java's HashMap would order them by identity.

    The iteration order of such a map changes from JVM to JVM, so there is no order to reproduce.
    """


class EndlessLoop(JavaError, RuntimeError):
    """An input on which the original never ends; a port that went on as long would answer as little.

    The bridge to Java answers so where the original has used far more processor time than such an input can need.
    """


class ConcurrentModificationException(JavaError, RuntimeError):
    """`java.util.ConcurrentModificationException`: a collection changed while it was being walked."""


class ClassCastException(JavaError, TypeError):
    """`java.lang.ClassCastException`: an object of another class than the original takes for granted."""


class StateMigrationException(JavaError, RuntimeError):
    """`org.apache.flink.util.StateMigrationException`: restored state doesn't fit what is asked of it."""


class BackendBuildingException(JavaError, RuntimeError):
    """`org.apache.flink.runtime.state.BackendBuildingException`: a state backend that can't be restored."""


class RuntimeException(JavaError, RuntimeError):
    """`java.lang.RuntimeException` itself: what the original wraps another error in."""


class UnsupportedVersionException(JavaError, ValueError):
    """`org.apache.kafka.common.errors.UnsupportedVersionException`: a version that lacks what is written or read."""


class FlinkRuntimeException(RuntimeException):
    """`org.apache.flink.util.FlinkRuntimeException`."""


class DateTimeException(RuntimeException, ValueError):
    """`java.time.DateTimeException`: a field of a date or a time that is out of its range."""


class NullFieldException(RuntimeException, TypeError):
    """`org.apache.flink.types.NullFieldException`: a null field of a tuple whose type knows no null."""


class IOException(JavaError, ValueError):
    """`java.io.IOException`: bytes that can't be written, or read."""


class VersionMismatchException(IOException):
    """`org.apache.flink.core.io.VersionMismatchException`: bytes of a version that is not known."""


class EOFException(IOException):
    """`java.io.EOFException`: bytes that end too early."""


class StreamCorruptedException(IOException):
    """`java.io.StreamCorruptedException`: bytes that Java's serialization did not write."""


class UTFDataFormatException(IOException):
    """`java.io.UTFDataFormatException`: bytes that are no modified UTF-8, or text that takes too many."""


class InvalidPartitionsException(JavaError, ValueError):
    """`org.apache.kafka.common.errors.InvalidPartitionsException`: a number of partitions that can't be."""


class InvalidReplicationFactorException(JavaError, ValueError):
    """`org.apache.kafka.common.errors.InvalidReplicationFactorException`: too few or too many replicas."""


class AdminOperationException(JavaError, RuntimeError):
    """`AdminOperationException` of Kafka's admin tools: what was asked can't be done so."""


class AdminCommandFailedException(JavaError, RuntimeError):
    """`AdminCommandFailedException` of Kafka's admin tools: what was given to the tool doesn't hold together."""


class TerseException(JavaError, RuntimeError):
    """`org.apache.kafka.tools.TerseException`: what a tool refuses in one sentence."""


class TerseReassignmentFailureException(TerseException):
    """`kafka.admin.TerseReassignmentFailureException`: the same in Scala."""


class StreamConstraintsException(JavaError, ValueError):
    """`com.fasterxml.jackson.core.exc.StreamConstraintsException`: a limit of Jackson's, from 2.15 on."""


class JsonMappingException(JavaError, ValueError):
    """`com.fasterxml.jackson.databind.JsonMappingException`: JSON of another shape than the original reads."""


class ExecutionException(JavaError, RuntimeError):
    """`java.util.concurrent.ExecutionException`: what was asked of a cluster failed there."""


class FencedMemberEpochException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.FencedMemberEpochException`: a member has to rejoin from scratch."""


class PartitionAssignorException(JavaError, ValueError):
    """`org.apache.kafka.coordinator.group.api.assignor.PartitionAssignorException`."""


class UnknownMemberIdException(JavaError, LookupError):
    """`org.apache.kafka.common.errors.UnknownMemberIdException`: the group has no such member."""


class GroupIdNotFoundException(JavaError, LookupError):
    """`org.apache.kafka.common.errors.GroupIdNotFoundException`: there is no such group."""


class GroupMaxSizeReachedException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.GroupMaxSizeReachedException`: the group takes no more members."""


class UnreleasedInstanceIdException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.UnreleasedInstanceIdException`: another member has the instance id still."""


class FencedInstanceIdException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.FencedInstanceIdException`: another member took the instance id."""


class InvalidRequestException(JavaError, ValueError):
    """`org.apache.kafka.common.errors.InvalidRequestException`: a request that no broker can answer."""


class InvalidRegularExpression(JavaError, ValueError):
    """`org.apache.kafka.common.errors.InvalidRegularExpression`: a text that is no regular expression."""


class UnsupportedAssignorException(JavaError, ValueError):
    """`org.apache.kafka.common.errors.UnsupportedAssignorException`: the broker hasn't the assignor."""


class TaskAssignorException(JavaError, ValueError):
    """`org.apache.kafka.coordinator.group.api.streams.assignor.TaskAssignorException`."""


class UnknownServerException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.UnknownServerException`: the coordinator failed."""


class InvalidReplicaAssignmentException(JavaError, ValueError):
    """`org.apache.kafka.common.errors.InvalidReplicaAssignmentException`: replicas that can't be so."""


class NoReassignmentInProgressException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.NoReassignmentInProgressException`: there is nothing to take back."""


class UnknownTopicOrPartitionException(JavaError, LookupError):
    """`org.apache.kafka.common.errors.UnknownTopicOrPartitionException`: there is no such topic or partition."""


class UnknownTopicIdException(JavaError, LookupError):
    """`org.apache.kafka.common.errors.UnknownTopicIdException`: there is no topic of that id."""


class TopicExistsException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.TopicExistsException`: there is such a topic."""


class StaleBrokerEpochException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.StaleBrokerEpochException`: a broker that isn't registered, or was anew."""


class BrokerIdNotRegisteredException(JavaError, LookupError):
    """`org.apache.kafka.common.errors.BrokerIdNotRegisteredException`: there is no such broker."""


class NotControllerException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.NotControllerException`: another controller knows more."""


class FencedLeaderEpochException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.FencedLeaderEpochException`: there is a newer leader."""


class InvalidUpdateVersionException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.InvalidUpdateVersionException`: a partition was changed since."""


class IneligibleReplicaException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.IneligibleReplicaException`: a broker that may not be in sync."""


class NewLeaderElectedException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.NewLeaderElectedException`: who asked leads no longer."""


class ElectionNotNeededException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.ElectionNotNeededException`: the leader is the right one."""


class PreferredLeaderNotAvailableException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.PreferredLeaderNotAvailableException`: the first replica may not lead."""


class EligibleLeadersNotAvailableException(JavaError, RuntimeError):
    """`org.apache.kafka.common.errors.EligibleLeadersNotAvailableException`: no replica may lead."""


class CorruptRecordException(JavaError, ValueError):
    """`org.apache.kafka.common.errors.CorruptRecordException`: a size or a checksum is wrong."""


class InvalidRecordException(JavaError, ValueError):
    """`org.apache.kafka.common.InvalidRecordException`: the bytes of a record can't be."""


class RecordDeserializationException(JavaError, ValueError):
    """`org.apache.kafka.common.errors.RecordDeserializationException`: a record's key or value can't be made of it."""


class KafkaException(JavaError, RuntimeError):
    """`org.apache.kafka.common.KafkaException`: what Kafka has no other name for."""
