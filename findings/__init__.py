"""Faults that the kit has found, each with a program that stands alone, and what every release says to it."""
