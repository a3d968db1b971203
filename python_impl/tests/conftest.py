"""What tests of whole columns need."""

import pytest
import required


@pytest.fixture(params=["numpy", "numba"])
def kernels(request):
    """Both kinds of kernels in turn."""
    if request.param == "numba":
        required.numba()
    return request.param
