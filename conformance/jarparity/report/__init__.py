"""Reports: a run's outcome as text, JSON, NDJSON or JUnit XML."""
