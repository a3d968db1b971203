"""UTF-8 as Java writes and reads it where Python would refuse: lone surrogates, damaged bytes."""

from __future__ import annotations

import re
from typing import Final

_SURROGATE: Final = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]?")


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
        # Python and Java replace the same, except that Java takes an encoded surrogate, or its beginning, as one error.
        return _SURROGATE.sub(b"\xff", data).decode(errors="replace")
