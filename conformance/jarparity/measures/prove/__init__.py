"""Proof in place of samples: an operation compared with the original on its whole domain, block by block."""
