"""In which line of a TOML file something is: `tomllib` doesn't say."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Final

_KEY: Final = re.compile(r'\s*("?)([^"=]+?)\1\s*=')
_HEADER: Final = re.compile(r'\s*\[{1,2}("?)([^"\]]+)\1\]')


class TomlPlaces:
    """Numbers of lines. Each line is read once, however often something is looked up.

    Args:
        text: The file's text.
        shared: The table in which a text may be, too.
    """

    def __init__(self, text: str, shared: str) -> None:
        self._lines = text.splitlines()
        self._keys = [_name(_KEY, line) for line in self._lines]
        self._headers = [_name(_HEADER, line) for line in self._lines]
        self._section = cache(self._found)
        self._shared = shared

    def of(self, table: str, text: str | None, *, last: bool = False) -> int:
        """The number of the line in which a table begins, or has a text or key; it may be that of the shared table.

        Args:
            table: Its name.
            text: What is looked for in it; None for the table itself.
            last: The last such line in place of the first.
        """
        quoted = json.dumps(text)
        for section in (self._section(table), self._section(self._shared)) if text is not None else ():
            at = [i for i in section[1:] if quoted in self._lines[i] or self._keys[i] == text]
            if at:
                return (at[-1] if last else at[0]) + 1
        return self._section(table)[0] + 1

    def _found(self, table: str) -> range:
        """The lines of a table, from its first on; of one that isn't there those of the file's beginning."""
        named = zip(self._headers, self._keys, strict=True)
        start = next((i for i, names in enumerate(named) if table in names), 0)
        after = range(start + 1, len(self._lines))
        return range(start, next((i for i in after if self._lines[i].startswith("[")), len(self._lines)))


def _name(pattern: re.Pattern[str], line: str) -> str | None:
    match = pattern.match(line)
    return match and match[2]
