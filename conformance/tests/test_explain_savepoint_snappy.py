"""`explain savepoint` of key groups that are compressed with Snappy: what is in them, and what is damaged."""

import pytest
import sample_savepoint as sample

from copartition.advice.questions import ADVICE
from copartition.flink import KeyGroupRange
from copartition.flink.savepoint.snappy import STREAM_HEADER


def explained(path, **more):
    return ADVICE["savepoint"]({"path": str(path), **more})


def without_files(report):
    """What a report says beside the places and sizes of files."""
    operators = [{**each, "keyed": each["keyed"] and {**each["keyed"], "files": []}} for each in report["operators"]]
    return {**report, "file": "", "size": 0, "operators": operators}


@pytest.mark.parametrize("is_checkpoint", [False, True])
def test_compressed_streams_have_in_them_what_others_have(tmp_path, is_checkpoint):
    plain = explained(sample.write(tmp_path / "plain", is_checkpoint=is_checkpoint))
    packed = explained(sample.write(tmp_path / "packed", is_checkpoint=is_checkpoint, compressed=True))
    assert packed["restorable"] == "yes"
    assert without_files(packed) == without_files(plain)
    forms = {file["form"] for file in packed["operators"][0]["keyed"]["files"]}
    assert forms == {"heap" if is_checkpoint else "canonical"}


def test_a_stream_alone_is_read(tmp_path):
    sample.write(tmp_path, compressed=True)
    found = explained(tmp_path / "part-1", maxParallelism=sample.MAX)
    assert (found["damage"], found["operators"][0]["keyed"]["entries"] > 10) == ([], True)
    empty = tmp_path / "empty"
    empty.write_bytes((tmp_path / "part-1").read_bytes().partition(STREAM_HEADER)[0])
    assert explained(empty, maxParallelism=sample.MAX)["damage"] == []


def damaged(tmp_path, change):
    """A stream whose first key group begins with a chunk that was changed."""
    stream = sample.states(KeyGroupRange(0, 127), compressed=True).savepoint()
    data = bytearray(stream.data)
    begin = data.index(STREAM_HEADER) + len(STREAM_HEADER)
    change(data, begin)
    groups = {str(group): str(offset) for group, offset in stream.offsets}
    sample.write_stream(tmp_path, bytes(data), groups, 128)
    found = explained(tmp_path)
    (damage,) = found["damage"]
    assert (damage["file"], damage["keyGroup"]) == ("stream", 2)
    return found["restorable"], damage["fails"], damage["what"], damage["byte"] - begin


def test_a_chunk_that_can_not_be_read_is_named_and_hides_no_other_key_group(tmp_path):
    def of_another_kind(data, begin):
        data[begin] = 2

    restorable, fails, what, byte = damaged(tmp_path, of_another_kind)
    assert (restorable, fails, byte) == ("no", True, 0)
    assert "is of the kind 2, which is not known" in what
    assert explained(tmp_path)["operators"][0]["keyed"]["entries"] > 70


def test_a_wrong_checksum_is_seen_though_flink_would_restore_it(tmp_path):
    def of_another_checksum(data, begin):
        data[begin + 4] ^= 1

    restorable, fails, what, byte = damaged(tmp_path, of_another_checksum)
    assert (restorable, fails, byte) == ("unknown", False, 0)
    assert what.endswith("which Flink doesn't compare")


def test_what_follows_a_key_group_is_seen_and_does_not_fail(tmp_path):
    stream = sample.states(KeyGroupRange(0, 127), compressed=True).savepoint()
    groups = {str(group): str(offset) for group, offset in stream.offsets}
    for rest, said in (
        (b"\1\5\0\0abcde", "the key group ends here, and more follows"),
        (b"\2\0\0\0", "the key group ends before this byte, and what follows can't be read: the chunk at byte"),
    ):
        sample.write_stream(tmp_path, stream.data + rest, groups, 128)
        found = explained(tmp_path)
        assert found["restorable"] == "unknown"
        assert [damage["what"].startswith(said) for damage in found["damage"] if "checksum" not in damage["what"]] == [
            True
        ]
