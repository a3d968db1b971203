"""`explain savepoint` of damaged files: what can be read, at which byte it ends, and whether the JARs restore it."""

import re

import pytest
import sample_savepoint as sample

from copartition.advice.questions import ADVICE
from copartition.advice.savepoint import explain_savepoint
from copartition.errors import EOFException
from copartition.flink import KeyGroupRange, key_group
from copartition.flink.checkpoint import (
    MAGIC,
    OperatorState,
    RelativeFileHandle,
    SavepointHandle,
    SubtaskState,
    decode_metadata,
)
from copartition.flink.savepoint import canonical
from copartition.java.data_streams import DataInput
from jarparity.answers import Value
from jarparity.answers import canonical as canonical_json
from jarparity.references.golden import GoldenReference

SAVEPOINT, CHECKPOINT = "flink.state.savepoint", "flink.state.checkpoint"
STRICTER = {"read/offset-twice"}
"""The JAR reads two key groups at one offset: the same bytes twice. Here that is damage."""


def explained(path, **more):
    return ADVICE["savepoint"]({"path": str(path), **more})


def vectors(name):
    return {vector.case.id: vector for vector in GoldenReference.default().vectors(name)}


def stream_of(vector):
    """The stream of a vector with its offsets: that which is read, or the answer of the newest release."""
    document = vector.case.input
    if document.get("direction") != "decode":
        answer = vector.answers[-1].answer
        document = (answer.value if isinstance(answer, Value) else None) or {}
    return (bytes.fromhex(document["stream"]), document["offsets"]) if document.get("offsets") else None


def restores(vector):
    """Whether the newest release gave no error."""
    return isinstance(vector.answers[-1].answer, Value)


@pytest.mark.parametrize("operation", [SAVEPOINT, CHECKPOINT])
def test_what_the_jars_restore_could_be_restored_and_nothing_else(operation, tmp_path):
    """Of every recorded stream that a JAR was asked to read, most of them damaged: no and yes are its answers."""
    seen = {True: set(), False: set()}
    for name, vector in vectors(operation).items():
        found = stream_of(vector)
        if vector.case.input.get("direction") != "decode" or found is None or name in STRICTER:
            continue
        data, offsets = found
        maximum = vector.case.input["maxParallelism"]
        sample.write_stream(tmp_path, data, offsets, maximum, is_savepoint=operation == SAVEPOINT)
        said = explained(tmp_path)["restorable"]
        assert said != ("no" if restores(vector) else "yes"), name
        seen[restores(vector)].add(said)
    assert seen == {True: {"yes", "unknown"}, False: {"no", "unknown"}}


@pytest.mark.parametrize("operation", [SAVEPOINT, CHECKPOINT])
def test_every_stream_that_the_jars_wrote_is_read_to_its_end(operation, tmp_path):
    """But for keys that are read as null, such as SQL's dates and timestamps of null, which no JAR restores either."""
    damaged, misplaced = set(), []
    for name, vector in vectors(operation).items():
        found = None if vector.case.input.get("direction") == "decode" else stream_of(vector)
        if found is None:
            continue
        data, offsets = found
        maximum = vector.case.input["maxParallelism"]
        sample.write_stream(tmp_path, data, offsets, maximum, is_savepoint=operation == SAVEPOINT)
        whole = explained(tmp_path)
        (file,) = whole["operators"][0]["keyed"]["files"]
        assert file["form"] == ("canonical" if operation == SAVEPOINT else "heap"), name
        damaged |= {name} if whole["damage"] else set()
        misplaced.append(canonical_json(whole["operators"][0]["keyed"]["misplaced"]["first"]))
    # In a tuple, too, a date whose time is that of null is read as null, which is another key.
    assert all('{"type":"null","value":null}' in key for key in misplaced if key != "null")
    assert {name for name in damaged if not name.startswith("generated/")} == {"key/sql-date", "key/sql-timestamp"}


def pairs_before(data, offsets, end):
    """How many pairs are whole, before the cut, in key groups whose beginning is before it."""
    count = 0
    for offset in (int(offset) for offset in offsets.values() if offset != "0"):
        source = DataInput(data[:end], offset) if offset < end else None
        try:
            for _ in canonical.read_group(source) if source else ():
                count += 1
        except EOFException:
            pass
    return count


def test_a_stream_that_is_cut_at_each_byte_says_where_it_ends(tmp_path):
    data, offsets = stream_of(vectors(SAVEPOINT)["kind/map/grown"])
    begin = min(int(offset) for offset in offsets.values() if offset != "0")
    sample.write_stream(tmp_path, data, offsets, 128)
    whole = explained(tmp_path)["operators"][0]["keyed"]
    assert whole["pairs"] == pairs_before(data, offsets, len(data))
    for end in range(len(data)):
        sample.write_anew(tmp_path / "stream", data[:end])
        found = explained(tmp_path)
        assert found["restorable"] == "no"
        assert f"subtask 0: stream: the file has {end:,} bytes of {len(data):,}" in found["operators"][0]["reasons"]
        assert all(damage["byte"] <= end for damage in found["damage"])
        keyed = found["operators"][0]["keyed"]
        if end < begin:
            assert keyed["pairs"] == 0
        else:
            assert (keyed["pairs"], keyed["states"][0]["name"]) == (pairs_before(data, offsets, end), "state")


def test_without_the_file_of_one_subtask_the_others_are_read(tmp_path):
    """The stream of the key group 53 is the JAR's; those of the others stand beside it."""
    streams = [stream_of(vectors(SAVEPOINT)["range/53-to-53"])]
    for groups in (KeyGroupRange(0, 52), KeyGroupRange(54, 127)):
        stream = sample.states(groups).savepoint()
        streams.append((stream.data, {str(group): str(offset) for group, offset in stream.offsets}))
    subtasks = {}
    for index, (data, offsets) in enumerate(streams):
        (tmp_path / f"part-{index}").write_bytes(data)
        handle = RelativeFileHandle(f"part-{index}", len(data))
        subtasks[index] = SubtaskState(managed_keyed=SavepointHandle(sample.offsets_of(offsets), handle))
    sample.write_metadata(tmp_path, OperatorState("00" * 16, 3, 128, subtasks))
    whole = explained(tmp_path)
    assert whole["restorable"] == "yes"
    entries = whole["operators"][0]["keyed"]["keyGroups"]["entries"]
    (tmp_path / "part-0").unlink()
    found = explained(tmp_path)["operators"][0]
    assert found["reasons"] == ["subtask 0: part-0: the file is not there"]
    assert entries[53] == 1
    assert found["keyed"]["keyGroups"]["entries"] == [*entries[:53], 0, *entries[54:]]


def test_metadata_that_is_cut_at_each_byte_shows_the_operators_before(tmp_path):
    sample.write(tmp_path)
    data = (tmp_path / "_metadata").read_bytes()
    operators = explained(tmp_path)["operators"]
    seen = []
    for end in range(0, len(data), 7):
        sample.write_anew(tmp_path / "_metadata", data[:end])
        found = explained(tmp_path)
        (damage,) = found["damage"]
        assert (found["restorable"], found["checkpointId"]) == ("no", None)
        assert damage["byte"] <= end
        assert re.match(
            r"(magic|format|checkpoint_id|master|operators\S*|properties): ", damage["what"]
        )  # no place again
        assert found["operators"] == operators[: len(found["operators"])]
        seen.append(len(found["operators"]))
    assert seen == sorted(seen)
    assert set(seen) == {0, 1, 2}


def test_every_recorded_metadata_is_read_as_far_as_the_jars_read_it(tmp_path):
    """Those that the newest release refuses can't be restored; without the magic number they are no metadata at all."""
    count = others = 0
    for name, vector in vectors("flink.checkpoint.metadata").items():
        if vector.case.input.get("direction") != "decode":
            continue
        data = bytes.fromhex(vector.case.input["bytes"])
        sample.write_anew(tmp_path / "_metadata", data)
        if data[:4] != MAGIC.to_bytes(4, "big")[: len(data)]:
            assert not restores(vector), name
            with pytest.raises(ValueError, match="it is neither a _metadata"):
                explain_savepoint(tmp_path)
            others += 1
            continue
        found = explained(tmp_path)
        if not restores(vector):
            assert found["restorable"] == "no", name
            assert found["damage"], name
        else:
            known = decode_metadata(data)
            assert [each["id"] for each in found["operators"]] == [each.id for each in known.operators], name
        count += 1
    assert count > 800
    assert others


def changed(data, at, new):
    return data[:at] + new + data[at + len(new) :]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda data: changed(data, 7, b"\x09"), (8, "format: Unrecognized checkpoint version number: 9")),
        (lambda data: b"", (0, "magic: magic takes 4 bytes from offset 0 on, and there are only 0")),
        (lambda data: data[:3], (0, "magic: magic takes 4 bytes from offset 0 on, and there are only 3")),
    ],
)
def test_metadata_with_a_wrong_head(tmp_path, damage, said):
    sample.write(tmp_path)
    path = tmp_path / "_metadata"
    path.write_bytes(damage(path.read_bytes()))
    found = explained(tmp_path)
    assert (found["damage"][0]["byte"], found["damage"][0]["what"]) == said
    assert found["operators"] == []


@pytest.mark.parametrize(
    ("at", "new", "said", "byte"),
    [
        (0, b"\0\0\0\7", "the header: the header's version is 7, not 6", 4),
        (5, b"\0\0\0\1", "the key's serializer's version is 1, not 2", 9),
        (-2, b"\0\1", "a key's length takes 4 bytes from offset 400 on, and there are only 0", 400),
        (-1, b"\0", "a key's length takes 4 bytes from offset 400 on, and there are only 0", 400),
    ],
)
def test_a_stream_with_a_changed_byte(tmp_path, at, new, said, byte):
    data, offsets = stream_of(vectors(SAVEPOINT)["kind/value/one"])
    sample.write_stream(tmp_path, changed(data, at % len(data), new), offsets, 128)
    (damage,) = explained(tmp_path)["damage"]
    assert said in damage["what"]
    assert damage["byte"] == byte
    assert damage["fails"]


def test_a_key_that_no_job_would_find_is_counted(tmp_path):
    """The JARs restore it: there is a key user_2 in the key group 53 of user_1."""
    data, offsets = stream_of(vectors(SAVEPOINT)["kind/value/one"])
    sample.write_stream(tmp_path, data.replace(b"user_1", b"user_2"), offsets, 128)
    found = explained(tmp_path)
    assert (found["restorable"], found["damage"]) == ("no", [])
    operator = found["operators"][0]
    assert operator["reasons"] == [
        "1 entry stands in another key group than its key's: Flink restores it, and no job finds it. The keys are "
        "damaged, or the max parallelism is not 128"
    ]
    key = {"type": "string", "value": "user_2"}
    first = {"state": "state", "key": key, "keyGroup": 53, "belongsTo": key_group("user_2", 128)}
    assert operator["keyed"]["misplaced"] == {"entries": 1, "first": first}


@pytest.mark.parametrize("is_checkpoint", [False, True])
def test_the_keys_of_another_max_parallelism_are_counted(tmp_path, is_checkpoint):
    groups = KeyGroupRange(0, 126)
    entries = sample.states(groups)
    stream = entries.checkpoint() if is_checkpoint else entries.savepoint()
    offsets = {str(group): str(offset) for group, offset in stream.offsets}
    sample.write_stream(tmp_path, stream.data, offsets, 127, is_savepoint=not is_checkpoint)
    found = explained(tmp_path)
    assert (found["restorable"], found["damage"]) == ("no", [])
    keyed = found["operators"][0]["keyed"]
    kept = [user for user in map("user_{}".format, range(40)) if key_group(user, 128) in groups]
    moved = [user for user in kept if key_group(user, 128) != key_group(user, 127)]
    assert keyed["misplaced"]["entries"] == 2 * len(moved) > 10
    assert keyed["entries"] == 2 * len(kept)


def test_a_length_that_lies_costs_no_memory(tmp_path):
    data, offsets = stream_of(vectors(SAVEPOINT)["kind/value/one"])
    at = int(offsets["53"]) + 2
    sample.write_stream(tmp_path, changed(data, at, b"\x7f\xff\xff\xff"), offsets, 128)
    (damage,) = explained(tmp_path)["damage"]
    assert (
        damage["what"]
        == f"a key takes 2147483647 bytes from offset {at + 4} on, and there are only {len(data) - at - 4}"
    )
    assert (damage["keyGroup"], damage["subtask"]) == (53, 0)


def test_a_damaged_key_group_does_not_hide_the_others(tmp_path):
    folder = sample.write(tmp_path)
    whole = explained(folder)["operators"][0]["keyed"]["keyGroups"]["entries"]
    path = folder / "part-1"
    stream = sample.states(sample.range_of_operator(128, 4, 1)).savepoint()
    group, offset = next((group, offset) for group, offset in stream.offsets if offset)
    path.write_bytes(changed(stream.data, offset + 2, b"\xff\xff\xff\xff"))
    found = explained(folder)["operators"][0]
    assert [damage["keyGroup"] for damage in explained(folder)["damage"]] == [group]
    assert found["keyed"]["keyGroups"]["entries"] == [*whole[:group], 0, *whole[group + 1 :]]


def test_only_the_first_places_of_much_damage_are_listed(tmp_path):
    entries = sample.states(KeyGroupRange(0, 127), 4000)
    stream = entries.savepoint()
    groups = {str(group): str(offset) for group, offset in stream.offsets}
    swapped = {group: groups[str((int(group) + 1) % 128)] for group in groups}
    sample.write_stream(tmp_path, stream.data, swapped, 128)
    found = explained(tmp_path)
    assert len(found["damage"]) == 101
    assert found["damage"][-1]["what"] == "only the first 100 places of a stream are listed, and there are more"
    assert found["operators"][0]["keyed"]["entries"] == 8000


def test_bytes_behind_a_key_group_are_seen_and_do_not_fail(tmp_path):
    data, offsets = stream_of(vectors(SAVEPOINT)["kind/value/one"])
    sample.write_stream(tmp_path, data + b"more", offsets, 128)
    found = explained(tmp_path)
    assert found["restorable"] == "unknown"
    (damage,) = found["damage"]
    assert (damage["fails"], damage["what"]) == (False, "the key group ends here, and 4 bytes follow")


def test_a_checkpoint_of_a_heap_backend_alone_asks_for_its_folder(tmp_path):
    sample.write(tmp_path, is_checkpoint=True)
    found = explained(tmp_path / "part-1", maxParallelism=128)
    assert "name the folder of a heap backend's checkpoint" in found["damage"][-1]["what"]


@pytest.mark.parametrize(
    ("known", "behind", "part"),
    [
        ("LongSerializer$LongSerializerSnapshot", 0, "VALUE_SERIALIZER"),
        ("StringSerializer$StringSerializerSnapshot", 0, "the key's serializer"),
        ("MapSerializerSnapshot", 4, "VALUE_SERIALIZER"),
    ],
)
def test_damage_of_a_known_class_is_no_unknown_class(tmp_path, known, behind, part):
    """A version that the class doesn't know, or a composite's magic number: Flink stops there."""
    stream = sample.states(KeyGroupRange(0, 127)).savepoint()
    at = stream.data.index(known.encode()) + len(known) + behind
    groups = {str(group): str(offset) for group, offset in stream.offsets}
    sample.write_stream(tmp_path, changed(stream.data, at, b"\0\0\0\x09"), groups, 128)
    found = explained(tmp_path)
    assert found["restorable"] == "no"
    assert f"the header: {part}: a serializer's snapshot has the " in found["damage"][0]["what"]


@pytest.mark.parametrize("max_parallelism", [16, 200])
def test_another_max_parallelism_is_not_called_damage_alone(tmp_path, max_parallelism):
    sample.write(tmp_path)
    what = [damage["what"] for damage in explained(tmp_path / "part-0", maxParallelism=max_parallelism)["damage"]]
    assert what[0].endswith(f"and there are {max_parallelism}: the max parallelism may be another one")
    assert not explained(tmp_path / "part-0", maxParallelism=128)["damage"]
