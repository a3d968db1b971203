"""Do the originals answer the same in every JVM? All vectors, in JVMs with opposite settings, on two JDKs."""

from quality.determinism.cli import command

__all__ = ["command"]
