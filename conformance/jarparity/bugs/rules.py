"""The switches of the kit's model of the originals: each is right by default, and each other setting is a bug.

The model is small, slow and independent of any port. With every switch at its default it says what the originals say
(the tests ask it for every recorded vector); with one switch turned it is a wrong port whose answers can be recognised.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from jarparity.answers import JSON


@dataclass(frozen=True, slots=True)
class KeyRules:
    """How a key becomes a hash code."""

    string: Literal["units", "code-points", "utf-8", "utf-8-signed", "fnv-1a", "python"] = "units"
    scalars: Literal["typed", "as-text"] = "typed"
    long: Literal["fold", "low-word", "integer-if-it-fits"] = "fold"
    integer: Literal["value", "as-long"] = "value"
    boolean: Literal["primes", "bit"] = "primes"
    negative_zero: Literal["kept", "as-zero"] = "kept"
    nan: Literal["canonical", "payload"] = "canonical"
    single: Literal["float-bits", "double-bits"] = "float-bits"
    decimal: Literal["with-scale", "stripped", "unscaled-only"] = "with-scale"
    big_integer: Literal["words", "low-word"] = "words"
    date: Literal["fields", "epoch-day"] = "fields"
    time: Literal["nano-of-day", "second-of-day"] = "nano-of-day"
    instant: Literal["weighted", "epoch-millis"] = "weighted"
    uuid: Literal["halves", "text"] = "halves"
    timestamp: Literal["millis", "nanos-too"] = "millis"
    tuple: Literal["from-0", "from-1"] = "from-0"
    list: Literal["from-1", "from-0"] = "from-1"
    row: Literal["kind-and-deep", "kind-and-flat", "deep-only", "as-list"] = "kind-and-deep"
    row_bytes: Literal["signed", "unsigned"] = "signed"
    bytes: Literal["refused", "by-content"] = "refused"
    enum: Literal["refused", "by-name"] = "refused"
    null: Literal["refused", "zero"] = "refused"


@dataclass(frozen=True, slots=True)
class GroupRules:
    """How a hash code becomes a key group, an operator, and a range of groups."""

    mix: Literal["murmur", "none"] = "murmur"
    length: Literal["mixed-in", "left-out"] = "mixed-in"
    avalanche: Literal["unsigned-shifts", "signed-shifts", "left-out"] = "unsigned-shifts"
    finish: Literal["negate", "mask", "abs", "none", "unsigned"] = "negate"
    remainder: Literal["java", "floor"] = "java"
    division: Literal["java", "floor"] = "java"
    overflow: Literal["wraps", "never"] = "wraps"
    index: Literal["floor", "ceiling", "modulo", "hash-only"] = "floor"
    range: Literal["ceiling", "floor", "end-exclusive", "remainder-first"] = "ceiling"
    checks: Literal["made", "left-out"] = "made"
    lower_bound: int = 128
    upper_bound: int = 1 << 15
    margin: Literal["half", "none"] = "half"
    power: Literal["at-least", "above", "nearest"] = "at-least"
    disjoint: Literal["empty", "inverted"] = "empty"
    offset: Literal["from-start", "from-zero"] = "from-start"
    empty: Literal["empty", "refused"] = "empty"
    position: Literal["one-too-many", "checked"] = "one-too-many"
    logarithm: Literal["bits", "of-the-amount"] = "bits"
    jenkins: Literal["complement", "negate"] = "complement"


@dataclass(frozen=True, slots=True)
class RowRules:
    """How a row of Table/SQL is laid out, and hashed."""

    seed: int = 42
    header: Literal["there", "left-out"] = "there"
    byte_order: Literal["little", "big"] = "little"
    slots: Literal["eight-bytes", "by-type"] = "eight-bytes"
    inline: Literal["marked", "unmarked", "never"] = "marked"
    padding: Literal["zeros", "none"] = "zeros"
    timestamp: Literal["by-precision", "millis"] = "by-precision"
    string: Literal["utf-8", "utf-16"] = "utf-8"


@dataclass(frozen=True, slots=True)
class PartitionRules:
    """How Kafka's producer hashes a key, and picks a partition."""

    hash: Literal["murmur2", "crc32", "fnv-1a", "fnv-1a-masked", "java-string"] = "murmur2"
    seed: int = 0x9747B28C
    length: Literal["mixed-in", "left-out"] = "mixed-in"
    text: Literal["bytes", "utf-16-low"] = "bytes"
    words: Literal["little", "big"] = "little"
    tail: Literal["falls-through", "one-byte", "reversed", "signed", "always-mixed"] = "falls-through"
    arithmetic: Literal["int32", "float64"] = "int32"
    empty: Literal["hashed", "zero"] = "hashed"
    sign: Literal["masked", "unsigned", "abs", "abs-of-remainder", "floor", "java"] = "masked"


@dataclass(frozen=True, slots=True)
class MapRules:
    """How a HashMap orders its keys."""

    order: Literal["table", "insertion", "sorted"] = "table"
    spreading: Literal["high-bits", "none"] = "high-bits"
    trees: Literal["there", "none", "never-undone"] = "there"
    compute: Literal["head", "as-put"] = "head"
    crowded: Literal["grows", "ignored"] = "grows"
    capacity: int = 16


@dataclass(frozen=True, slots=True)
class RescaleRules:
    """Who restores which part of the old snapshots."""

    pieces: Literal["cut", "whole", "neighbours-too", "first-only"] = "cut"
    finished: Literal["left-out", "ignored"] = "left-out"
    mapper_base: int = 1 << 15
    in_turn: Literal["strided", "blocks"] = "strided"
    first: Literal["all", "surplus"] = "all"
    names: Literal["hash-map", "as-met", "sorted"] = "hash-map"
    odd: Literal["go-on", "start-over"] = "go-on"
    equal: Literal["kept", "split-anew"] = "kept"
    union: Literal["all", "dealt"] = "all"
    broadcast: Literal["one-each", "all", "first"] = "one-each"
    unreported: Literal["given", "left"] = "given"


@dataclass(frozen=True, slots=True)
class PrekeyedRules:
    """How a source's splits get key groups."""

    take: Literal["lowest", "highest", "from-zero"] = "lowest"
    reuse: Literal["freed", "never"] = "freed"
    removed: Literal["frees", "keeps"] = "frees"
    full: Literal["refused", "shares"] = "refused"
    unknown: Literal["refused", "mapped"] = "refused"
    state: Literal["by-split", "by-hash"] = "by-split"
    moved: Literal["with-groups", "dealt-out", "forgotten"] = "with-groups"


@dataclass(frozen=True, slots=True)
class WatermarkRules:
    """How watermarks are combined, in splits, channels and alignment groups."""

    idle: Literal["left-out", "counted"] = "left-out"
    all_idle: Literal["maximum", "end-of-time"] = "maximum"
    back: Literal["never", "follows"] = "never"
    stale: Literal["ignored", "taken"] = "ignored"
    wakes: Literal["any-watermark", "rising"] = "any-watermark"
    registered: Literal["holds-back", "from-now"] = "holds-back"
    unregistered: Literal["waits", "emits"] = "waits"
    deferred: Literal["waits", "at-once"] = "waits"
    reactivated: Literal["silent", "said"] = "silent"
    realigned: Literal["caught-up", "at-once"] = "caught-up"
    while_idle: Literal["ignored", "taken"] = "ignored"
    flushed: Literal["if-held-back", "always", "never"] = "if-held-back"
    shared: Literal["each", "by-channel"] = "each"
    news: Literal["only", "everything"] = "only"
    woken: Literal["greater", "any", "never"] = "greater"
    told: Literal["all", "first"] = "all"
    reports: Literal["last", "greatest", "never-back"] = "last"
    sampled: Literal["oldest", "newest"] = "oldest"


@dataclass(frozen=True, slots=True)
class SourceRules:
    """Which reader of a Kafka source gets which partition."""

    factor: int = 31
    sign: Literal["masked", "abs", "unsigned"] = "masked"
    start: Literal["of-topic", "zero"] = "of-topic"
    sum: Literal["int32", "unbounded"] = "int32"
    dealt: Literal["round", "by-hash"] = "round"


@dataclass(frozen=True, slots=True)
class EnumeratorRules:
    """What the enumerator of a Kafka source tells its readers, and remembers."""

    later: Literal["earliest", "as-first"] = "earliest"
    latest: Literal["resolved", "marker"] = "resolved"
    removed: Literal["kept", "forgotten"] = "kept"
    empty_first: Literal["not-counted", "counts"] = "not-counted"
    empty_bounded: Literal["never-ends", "ends"] = "never-ends"
    zero: Literal["once", "goes-on"] = "once"
    told: Literal["again", "with-splits"] = "again"
    returned: Literal["to-the-one", "to-all"] = "to-the-one"
    unassigned: Literal["kept", "lost"] = "kept"
    owners: Literal["of-all", "of-those-there"] = "of-all"
    bad_owner: Literal["refused", "waits"] = "refused"
    order: Literal["hash-set", "sorted"] = "hash-set"


@dataclass(frozen=True, slots=True)
class StateRules:
    """What a keyed state backend keeps where."""

    check: Literal["early", "late"] = "early"
    refused: Literal["half-updated", "unchanged"] = "half-updated"
    given_group: Literal["any", "must-be-the-keys"] = "any"
    offset: Literal["of-range", "forgotten"] = "of-range"
    null: Literal["clears", "kept"] = "clears"
    default: Literal["given", "stored"] = "given"
    namespaces: Literal["separate", "ignored"] = "separate"
    restored: Literal["by-group", "by-key", "everything"] = "by-group"
    restored_context: Literal["none", "kept"] = "none"
    visited: Literal["cleaned", "kept"] = "cleaned"
    rewritten: Literal["all", "of-current-group"] = "all"


@dataclass(frozen=True, slots=True)
class AggregateRules:
    """What a subtask with a group aggregate does with an element."""

    context: Literal["each", "first-only"] = "each"
    cleared: Literal["at-count-zero", "at-sum-zero", "never"] = "at-count-zero"
    retraction: Literal["subtracted", "ignored", "added"] = "subtracted"
    unknown: Literal["dropped", "counted"] = "dropped"
    unchanged: Literal["silent", "emitted"] = "silent"
    before: Literal["as-asked", "always"] = "as-asked"
    deletion: Literal["said", "silent"] = "said"
    overflow: Literal["wraps", "never"] = "wraps"
    range: Literal["of-subtask", "whole"] = "of-subtask"
    restored: Literal["all-subtasks", "same-subtask"] = "all-subtasks"


@dataclass(frozen=True, slots=True)
class ReplicaRules:
    """Where replicas are placed."""

    distance: Literal["from-start", "from-0", "fixed"] = "from-start"
    line: Literal["alternating", "sorted", "by-rack"] = "alternating"
    names: Literal["units", "code-points"] = "units"
    racks: Literal["first", "ignored"] = "first"
    shift: Literal["times-racks", "plain"] = "times-racks"
    around: Literal["others", "all"] = "others"
    start_partition: Literal["counts", "name-only"] = "counts"
    seed: Literal["scrambled", "plain"] = "scrambled"
    draw: Literal["upper-bits", "remainder"] = "upper-bits"
    shuffle: Literal["downwards", "upwards"] = "downwards"
    drawn: Literal["hash-map", "as-met", "sorted"] = "hash-map"
    again: Literal["shuffles", "goes-on"] = "shuffles"
    fenced: Literal["last", "as-others"] = "last"
    rack_turn: Literal["next", "same"] = "next"
    leader_rack: Literal["passed-over", "again"] = "passed-over"


@dataclass(frozen=True, slots=True)
class SourceBytesRules:
    """How splits of the Kafka source, and the state of its enumerator, are bytes."""

    text: Literal["modified", "utf-8"] = "modified"
    no_stop: Literal["least", "latest", "greatest"] = "least"
    stop_0: Literal["kept", "endless"] = "kept"
    migrated: Literal["allowed", "refused"] = "allowed"
    after_split: Literal["ignored", "refused"] = "ignored"
    status: Literal["codes", "reversed"] = "codes"
    older: Literal["read", "refused"] = "read"
    old: Literal["finished", "unfinished"] = "finished"
    restored: Literal["unknown", "earliest", "zero"] = "unknown"
    after_state: Literal["refused", "ignored"] = "refused"
    reader_twice: Literal["last", "merged"] = "last"
    twins: Literal["kept", "dropped"] = "kept"


@dataclass(frozen=True, slots=True)
class ReassignRules:
    """What the reassignment tool reads, moves and prints."""

    version: Literal["1-without", "required"] = "1-without"
    unknown: Literal["passed-over", "refused"] = "passed-over"
    twice: Literal["refused", "last"] = "refused"
    empty: Literal["refused", "taken"] = "refused"
    sizes: Literal["equal", "any"] = "equal"
    any: Literal["no-path", "a-path"] = "no-path"
    order: Literal["units", "code-points", "as-given"] = "units"
    rollback: Literal["reassigned", "everything"] = "reassigned"
    log_dirs: Literal["named", "absent"] = "named"
    json: Literal["jackson", "python"] = "jackson"
    checks: Literal["made", "left-out"] = "made"
    sources: Literal["all", "leader"] = "all"
    destinations: Literal["new", "all"] = "new"
    going_on: Literal["left-out", "counted"] = "left-out"
    throttles: Literal["as-text", "by-number"] = "as-text"


@dataclass(frozen=True, slots=True)
class AssignorRules:
    """Which member of a consumer group gets which partitions."""

    static: Literal["first", "ignored", "last-runs"] = "first"
    members: Literal["sorted", "as-given"] = "sorted"
    names: Literal["units", "code-points"] = "units"
    lists: Literal["hash-map", "sorted"] = "hash-map"
    range: Literal["remainder-first", "remainder-last", "floor", "rounded"] = "remainder-first"
    scope: Literal["by-topic", "all-together"] = "by-topic"
    racks: Literal["matched", "ignored"] = "matched"
    repeats: Literal["once", "counted"] = "once"
    partitions: Literal["by-number", "as-text"] = "by-number"
    circle: Literal["goes-on", "per-topic", "of-subscribers"] = "goes-on"
    strangers: Literal["skipped", "throw", "served"] = "skipped"
    empty: Literal["there", "left-out"] = "there"


@dataclass(frozen=True, slots=True)
class Rules:
    """All switches; the defaults are the originals."""

    key: KeyRules = KeyRules()
    group: GroupRules = GroupRules()
    row: RowRules = RowRules()
    partition: PartitionRules = PartitionRules()
    map: MapRules = MapRules()
    rescale: RescaleRules = RescaleRules()
    prekeyed: PrekeyedRules = PrekeyedRules()
    watermark: WatermarkRules = WatermarkRules()
    source: SourceRules = SourceRules()
    enumerator: EnumeratorRules = EnumeratorRules()
    state: StateRules = StateRules()
    aggregate: AggregateRules = AggregateRules()
    replica: ReplicaRules = ReplicaRules()
    reassign: ReassignRules = ReassignRules()
    source_bytes: SourceBytesRules = SourceBytesRules()
    assignor: AssignorRules = AssignorRules()
    compare: Literal["units", "code-points", "signed-units"] = "units"
    hash_sign: Literal["signed", "unsigned", "python"] = "signed"


TRUE: Final = Rules()
"""The originals."""


class ThrownError(Exception):
    """The modelled method throws; `kind` is the exception's simple class name in Java."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class NotModelledError(Exception):
    """This input is outside of what the model, or the bug, says anything about."""


def nothing_else(document: JSON) -> NotModelledError:
    """The error for a form of input that the model doesn't know."""
    return NotModelledError(f"not modelled: {document!r}")
