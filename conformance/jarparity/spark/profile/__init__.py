"""Load profiles: how a key set is spread over key groups, subtasks and partitions, and what would change it."""
