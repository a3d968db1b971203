"""How full a HashMap's bins get during a history: enough to say that a strategy reaches trees and resizes.

It knows nothing about order. A table grows past three quarters, and at the ninth key of a bin while it is under 64;
at 64 and more such a bin becomes a tree, and a removal that leaves two keys or fewer makes a list of it again.
"""

from jarparity.values.utf16 import string_hash


def _hash(key):
    if key["type"] == "string":
        code = string_hash(key["value"])
    else:
        topic, partition = key["value"]
        code = 31 * (31 + partition) + string_hash(topic)
    code &= 0xFFFFFFFF
    return code ^ code >> 16


class HashTable:
    def __init__(self, steps):
        self.capacity, self.keys, self.trees, self.events = 16, {}, set(), set()
        for step in steps:
            if step["op"] == "remove":
                self._remove(step["key"])
            else:
                self._insert(step["key"])

    def _bin(self, code):
        return [other for other in self.keys.values() if (other ^ code) & (self.capacity - 1) == 0]

    def _insert(self, key):
        code = _hash(key)
        if repr(key) in self.keys:
            return
        if len(self._bin(code)) >= 8:
            if self.capacity < 64:
                self._grow()
            else:
                self.trees.add(code & (self.capacity - 1))
                self.events.add("tree")
        self.keys[repr(key)] = code
        if len(self.keys) > self.capacity * 3 // 4:
            self._grow()

    def _remove(self, key):
        code = self.keys.pop(repr(key), None)
        if code is None:
            return
        self.events.add("removal")
        index = code & (self.capacity - 1)
        if index in self.trees and len(self._bin(code)) <= 2:
            self.trees.discard(index)
            self.events.add("list-again")

    def _grow(self):
        self.capacity *= 2
        self.events.add(f"table-of-{self.capacity}")
        if self.trees:
            self.events.add("tree-split")
        self.trees = {i for i in self.trees | {i + self.capacity // 2 for i in self.trees} if len(self._bin(i)) > 6}
