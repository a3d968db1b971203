"""Other people's clients, each behind a small harness, judged against the originals. `python -m ports`."""
