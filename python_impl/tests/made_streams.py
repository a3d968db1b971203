"""Streams that are longer than any memory: their parts are made as they are read."""


class MadeStream:
    """A file of the parts that an iterator makes."""

    def __init__(self, parts):
        self._parts = iter(parts)
        self._rest = b""

    def read(self, size):
        while len(self._rest) < size:
            more = next(self._parts, None)
            if more is None:
                break
            self._rest += more
        data, self._rest = self._rest[:size], self._rest[size:]
        return data
