"""Kernels at their edges: rows longer than the tables, text that is none, columns in any memory, numba or none."""

import array
import ctypes
from importlib import import_module

import numpy as np
import pytest
import required

from copartition._bulk import arrow, numpy_kernels
from copartition.advice import rescale_plan
from copartition.java import string_hash


@pytest.mark.parametrize("lengths", [(3, 70_000, 0, 200_000, 5), (65_536, 65_537, 1), (30_000,) * 5])
def test_rows_beyond_the_tables_hash_as_strings_do(lengths):
    texts = [chr(97 + place) * length for place, length in enumerate(lengths)]
    units = np.frombuffer("".join(texts).encode("utf-16-le"), "<u2")
    offsets = np.cumsum([0, *lengths])
    hashes = np.zeros(len(texts), np.int32)
    numpy_kernels.utf16_hashes(offsets, units, hashes)
    assert hashes.tolist() == [string_hash(text) for text in texts]


def test_the_first_row_that_is_no_text_is_named():
    rows = [b"a", b"\xc3\xa9", b"\xff", b"\xfe"]
    offsets, hashes = np.cumsum([0, *map(len, rows)]), np.zeros(4, np.int32)
    assert numpy_kernels.utf8_hashes(offsets, np.frombuffer(b"".join(rows), np.uint8), hashes) == 2


def test_numba_by_name_where_it_is_not_installed(monkeypatch):
    choice = import_module("copartition._bulk.kernels")  # the package has a function of this name
    monkeypatch.setattr(choice, "find_spec", lambda _name: None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'jarparity\[fast\]'"):
        choice._load.__wrapped__("numba")


def test_without_a_place_for_a_cache_kernels_are_compiled_all_the_same(monkeypatch):
    numba = required.numba()
    from copartition._bulk import numba_jit  # noqa: PLC0415 - needs numba

    asked = []

    def njit(function, **options):
        asked.append(options)
        if "cache" in options:
            raise RuntimeError("cannot cache function: no locator available")
        return function

    monkeypatch.setattr(numba, "njit", njit)
    assert numba_jit.jit(len) is len
    assert asked == [{"nogil": True, "cache": True}, {"nogil": True}]


def test_a_struct_is_released_once_and_only_while_it_is_ours():
    released = []
    release = arrow._Release(released.append)
    ours, moved = arrow._Array(), arrow._Array()
    ours.release = ctypes.cast(release, ctypes.c_void_p).value
    for struct in (ours, moved):
        owned = arrow._Owned(struct)
        del owned
    assert released == [ctypes.addressof(ours)]


def test_keys_in_any_memory_are_a_column():
    keys = [1, -1, 2**40]
    sizes = np.array([1, 10, 100], np.int64)
    plans = [rescale_plan(128, 2, 3, keys=given, sizes=sizes) for given in (array.array("q", keys), np.array(keys))]
    assert plans[0].bytes_moving == plans[1].bytes_moving
    assert plans[0].bytes_moving + plans[0].bytes_staying == 111
