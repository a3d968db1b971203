"""UTF-8 as Java writes and reads it where Python would refuse: lone surrogates, damaged bytes."""

from __future__ import annotations

import re
from typing import Final

_REPLACEMENT: Final = "\ufffd"
_SURROGATE: Final = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")


def encoded(text: str) -> bytes:
    """`text.getBytes(UTF_8)`: a lone surrogate becomes a question mark."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return paired.encode("utf-8", "replace")


def decoded(data: bytes) -> str:
    """`new String(data, UTF_8)`: what is damaged becomes U+FFFD."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return _decoded_damaged(data)


def _decoded_damaged(data: bytes) -> str:
    """Python and Java agree on what to replace, except that Java takes an encoded surrogate as one error."""
    pieces: list[str] = []
    at = 0
    while at < len(data):
        try:
            pieces.append(data[at:].decode())
            break
        except UnicodeDecodeError as error:
            start, end = at + error.start, at + error.end
            pieces.append(data[at:start].decode())
            if _is_surrogate(data[start : start + 3]):
                end = start + 3
            pieces.append(_REPLACEMENT)
            at = end
    return "".join(pieces)


def _is_surrogate(three: bytes) -> bool:
    """ED, A0 to BF, 80 to BF."""
    return _SURROGATE.fullmatch(three) is not None
