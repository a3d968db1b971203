"""The originals' own published JUnit tests, run against a Python port.

Classes of the originals' names come first on the class path (`java_ref/upstream`) and ask the port in place of
computing. The JVM runs in a child process (`worker`); this process prepares it, follows it and reports.
"""
