"""Known divergences: where a port is known to differ, as a file of its own says, and whether that is still so."""
