"""Real clusters, started from the originals' JARs on loopback, and what is seen on them beside what a port predicts.

Each cluster is a JVM of its own that is told what to do by JSON lines; it ends with the kit, however that ends.
"""
