"""The pipeline on Spark: whole key sets, the port beside the real JARs on the executors.

`session` opens a Spark, `inputs` reads data, `shipping` brings the originals to the executors and asks them there.
"""
