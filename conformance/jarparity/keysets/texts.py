"""UUIDs, and strings of all planes of Unicode, made without a loop over rows."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from jarparity.keysets import spelling
from jarparity.keysets.words import Words, below, words

LONGEST: Final = 24
"""Characters of a Unicode key, one less at most."""

_HEX: Final = np.frombuffer("".join(f"{byte:02x}" for byte in range(256)).encode(), np.uint8).reshape(256, 2)
_DASHES: Final = (8, 13, 18, 23)
_VERSION, _VARIANT = 6, 8
"""The bytes of a UUID that say how it was made."""

_PLANES: Final = ((0x20, 0x7F), (0x00, 0x80), (0x80, 0x800), (0x800, 0xD800), (0xE000, 0x10000), (0x10000, 0x110000))
"""First code point and end of what a character is drawn from, each as often: one to four bytes, no surrogate."""


_WIDER: Final = np.array([0x80, 0x800, 0x10000], np.uint32)
"""From which code points on UTF-8 takes a byte more."""


def uuids(seed: int, rows: Words, *, text: bool) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Random UUIDs (version 4), as 36 characters or as 16 bytes."""
    raw = np.stack([words(seed, "uuid/high", rows), words(seed, "uuid/low", rows)], axis=1)
    octets = raw.view(np.uint8).reshape(-1, 16)
    octets[:, _VERSION] = octets[:, _VERSION] & 0x0F | 0x40
    octets[:, _VARIANT] = octets[:, _VARIANT] & 0x3F | 0x80
    if not text:
        return spelling.rectangle(octets, text=False)
    spelled = np.full((len(rows), 36), ord("-"), np.uint8)
    spelled[:, [i for i in range(36) if i not in _DASHES]] = _HEX[octets].reshape(-1, 32)
    return spelling.rectangle(spelled, text=True)


def unicode(seed: int, rows: Words) -> Any:  # noqa: ANN401 - as above
    """Strings of 0 to 23 characters of all planes; never a surrogate, which UTF-8 can't hold alone."""
    lengths = below(words(seed, "unicode/length", rows), LONGEST).astype(np.int64)
    of_row = np.repeat(np.arange(len(rows)), lengths)
    place = np.arange(len(of_row)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    places = rows[of_row] * np.uint64(LONGEST) + place.astype(np.uint64)
    random = words(seed, "unicode/character", places)
    plane = below(random, len(_PLANES)).astype(np.int64)
    first = np.array([first for first, _ in _PLANES], np.uint64)[plane]
    size = np.array([end - first for first, end in _PLANES], np.uint64)[plane]
    points = (first + (random >> np.uint64(32)) % size).astype(np.uint32)
    widths, data = _utf8(points)
    return spelling.packed(np.bincount(of_row, widths, len(rows)).astype(np.int64), data, text=True)


def _utf8(points: npt.NDArray[np.uint32]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """How many bytes each code point takes, and the bytes."""
    widths = 1 + np.searchsorted(_WIDER, points, side="right")
    starts = np.cumsum(widths) - widths
    data = np.empty(int(widths.sum()), np.uint8)
    for width in range(1, 5):
        which = widths == width
        rest, at = points[which], starts[which]
        for i in range(width - 1, 0, -1):
            data[at + i] = rest & 0x3F | 0x80
            rest = rest >> np.uint32(6)
        lead = 0 if width == 1 else 0x100 - (0x100 >> width)
        data[at] = rest | lead
    return widths, data
