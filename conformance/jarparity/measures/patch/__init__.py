"""Patches of an original: is the fault gone, does anything else change, is it slower?

A patched line is a locked line with other classes in front of its JARs. Both are lines of one JVM, so a patch is
compared with its release as drift compares two releases.
"""
