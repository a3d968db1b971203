"""How fast: the Python port and the bridge, as ratios against Java in the same run. `python -m bench`."""
