"""Whole columns at once: reading them, the kernels that compute on them, and the conformance kit's hook."""

from copartition._bulk.kernels import kernels, using
from copartition._bulk.port import OPERATIONS, port_bulk

__all__ = ["OPERATIONS", "kernels", "port_bulk", "using"]
