"""Load profiles: how a key set lies on key groups, operators and partitions, and what other settings would change."""
