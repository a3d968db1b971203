"""Real clusters, started from the originals' JARs on loopback: what is observed on them, and what a port predicts.

Each cluster is a JVM of its own that serves commands in JSON Lines; it ends with the kit, however that ends.
"""
