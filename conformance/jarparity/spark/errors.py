"""What is wrong with what was asked of the pipeline: named, where possible, before Spark starts."""

from __future__ import annotations


class SparkPipelineError(RuntimeError):
    """Something can't be done as it was asked, or failed within Spark; the message says what, and the fix."""
