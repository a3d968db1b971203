"""General categories of Unicode 6.0, by which RE2/J goes: Python's are newer."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_ASSIGNED_AND_NOT: Final = (
    "oo 2 5 5 7 1 1 1 k 1 at 9 12 2 7 1 13 1 2 6 1j 8 r 5 5 b 4 2 m 2 6o 1 1o 2 2t e 1n 5 1a 2 f 1 s 2 1 "
    "4h 3c 1 7 1 3 1 8 2 2 2 m 1 7 1 1 3 4 2 9 2 2 2 4 8 1 4 2 1 5 2 m 5 3 1 6 4 2 2 m 1 7 1 2 1 2 1 2 2 "
    "1 1 5 4 2 2 3 3 1 7 4 1 1 7 g b 3 1 9 1 3 1 m 1 7 1 2 1 5 2 a 1 3 1 3 2 1 f 4 2 a 1 1 f 3 1 8 2 2 2 "
    "m 1 7 1 2 1 5 2 9 2 2 2 3 8 2 4 2 1 5 2 i a 2 1 6 3 3 1 4 3 2 1 1 1 2 3 2 3 3 3 c 4 5 3 3 1 4 2 1 6 "
    "1 e l 6 3 1 8 1 3 1 n 1 a 1 5 3 8 1 3 1 4 7 2 1 2 6 4 2 a 8 8 2 2 1 8 1 3 1 n 1 a 1 5 2 9 1 3 1 4 7 "
    "2 7 1 1 4 2 a 1 2 f 2 1 8 1 3 1 15 2 8 1 3 1 5 8 1 8 4 2 g 3 7 2 2 1 i 3 o 1 9 1 1 2 7 3 1 4 6 1 1 1 "
    "8 i 3 c 1m 4 t 11 2 1 1 2 2 1 1 2 1 6 4 1 7 1 3 1 1 1 1 2 2 1 d 1 3 2 5 1 1 1 6 2 a 2 2 y 20 1 10 4 "
    "13 1 10 1 f 1 d 11 5i a 19 3 95 1 4 2 7 1 1 1 4 2 15 1 4 2 x 1 4 2 7 1 1 1 4 2 f 1 1l 1 4 2 1v 2 w 3 "
    "q 6 2d b il 3 29 f d 1 7 b n 9 k c d 1 3 1 2 c 2m 2 a 6 a 6 f 1 a 6 2g 8 17 5 1y a t 3 c 4 c 4 1 3 "
    "16 2 5 b 18 4 q 6 b 3 1q 2 1t 1 t 2 b 6 a 6 e 2a 24 4 19 3 17 3 c 6 1g 8 1o 3 f 3 1f 28 z d 6f l 7u "
    "2 6 2 12 2 6 2 8 1 1 1 1 1 1 1 v 2 1h 1 f 1 e 2 6 1 j 2 3 1 9 1 2t 5 8 2 r 1 d 3 q m x f 3u 6 h0 c "
    "13 p b l io 1 5m 1 1 1 ov 3 a 4m 1b 1 1b 1 42 7 19 a 1i 9 2 e o 9 7 1 7 1 7 1 7 1 7 1 7 1 7 1 7 1 2a "
    "26 q 1 2h c 5y q c 4 1s 1 2e 2 2v 5 15 3 2m 1 17 5 10 c 1b 1 67 1 59y a g7g 1g wd 3 1j 9 9o k 1g 8 s "
    "8 2g 8 3z 1 2 e a 28 1e 4 a 6 1k 8 1x 9 c 6 s 4 2c b u 3 26 1 b 4 2 w 1j 9 e 2 a 2 w 4 1v o 5 x 6 2 "
    "6 2 6 9 7 1 7 41 1a 2 a 6 8mc c n 4 1d 4 6r2 2 1q 2 2y 12 7 c 5 5 q 1 5 1 1 1 2 1 2 1 3g h a5 g 1s 2 "
    "1i 14 e 2 q 6 7 9 z 1 j 1 4 4 5 1 3r 2 1 1 5a 3 6 2 6 2 6 2 3 3 7 1 7 a 5 2 c 1 q 1 j 1 2 1 f 2 e y "
    "3f 5 3 4 19 3 2c 5 c 1g 1a 3m t 3 1d 1b v 1 4 c r 1h u 1 11 4 e 16 4e 2 a nq 6 2 1 1 18 1 2 3 1 2 n "
    "1 9 4g s 3 r 5 1 5c 4 1 2 5 8 1 3 1 r 4 3 4 9 8 9 7 w 3k 1i 3 t 2 r 5 8 3k 21 ev v ap 26 4 u g 1u "
    "30e of 41 2r d 4 2a4 tr a8h ft ds7 2 6bi 6u a 13 2 51 y 1y 56 2f 9 i 3y 2d 1 1z 1 2 2 1 2 2 2 4 1 c "
    "1 1 1 7 1 1t 1 4 2 8 1 7 1 s 1 4 1 5 1 1 3 7 1 9g 2 84 2 1e 4qo 18 4 2s c f 2 e 2 f 1 f w b 5 v 1 1m "
    "6 17 23 t d 17 5 9 7 2 4u x f 6 1 1y 3 k c 11 1 5 l h f 1r 1 1 1 52 1 4 3 1q i o 43 5 1 g 1 3 1 1 1 "
    "1 1 1 1 3 1 6 2 4 1 1 2 4 1 c 4 b 1c 1y 1m 38 1os wyf 15 379 b 66 cma f2 fher 1 u 2o 3k 6o 1e6o 1eke "
    "2 1eke 2"
)
"""By turns how many code points have a character, and how many have none yet, from 0 on, to the base 36."""
_OTHERS_SINCE: Final = {
    "Cf": ((0x17B4, 0x17B5),),
    "Ll": ((0xAA, 0xAA), (0xBA, 0xBA), (0x1D62, 0x1D6A), (0x2C7C, 0x2C7C)),
    "Lo": ((0x10D0, 0x10FA), (0x13A0, 0x13F4), (0x1885, 0x1886)),
    "Mc": ((0x19B0, 0x19C0), (0x19C8, 0x19C9), (0x1A1B, 0x1A1B), (0x1CF2, 0x1CF2), (0xA9BD, 0xA9BD)),
    "Mn": ((0x1734, 0x1734), (0x302E, 0x302F)),
    "Pe": ((0xFD3F, 0xFD3F),),
    "Po": ((0x166D, 0x166D),),
    "Ps": ((0xFD3E, 0xFD3E),),
    "Sm": ((0x2308, 0x230B),),
    "So": (*((0xA7, 0xA7), (0xB6, 0xB6), (0xF14, 0xF14), (0x1360, 0x1360), (0x3248, 0x324F), (0x10102, 0x10102)),),
    "Zs": ((0x180E, 0x180E),),
}
"""What Unicode has moved to another category since: here by its former one."""


@cache
def categories() -> Mapping[int, str]:
    """By code point of a character its category; code points without one have none."""
    found: dict[int, str] = {}
    start = 0
    for place, run in enumerate(_ASSIGNED_AND_NOT.split()):
        end = start + int(run, 36)
        if place % 2 == 0:
            found.update((code, unicodedata.category(chr(code))) for code in range(start, end))
        start = end
    for name, ranges in _OTHERS_SINCE.items():
        for low, high in ranges:
            found.update(dict.fromkeys(range(low, high + 1), name))
    return found


@cache
def ranges_by_category() -> Mapping[str, list[tuple[int, int]]]:
    """By category the ranges of its characters, first and last, in their order."""
    found: dict[str, list[tuple[int, int]]] = {}
    codes = categories()
    start, before, current = -1, -1, ""
    for code in sorted(codes):
        if codes[code] != current or code != before + 1:
            if current:
                found.setdefault(current, []).append((start, before))
            start, current = code, codes[code]
        before = code
    found.setdefault(current, []).append((start, before))
    return found
