"""Do the originals answer the same in every JVM? All vectors, in JVMs of opposite profiles, on two JDKs."""

from quality.determinism.cli import command

__all__ = ["command"]
