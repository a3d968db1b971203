"""Real jobs of PyFlink: where `key_by` puts keys, with and without `key_type`."""
