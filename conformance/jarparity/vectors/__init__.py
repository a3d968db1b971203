"""The cases from which the fixtures are made: named edges, published cases with their sources, seeded ones.

Each function takes a `random.Random` and gives the same cases for the same seed on every version of Python:
only `random`, `getrandbits`, `randrange`, `choice` and `shuffle` are used. Ids are paths, never counters.
"""

from __future__ import annotations
