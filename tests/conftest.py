"""What all tests share: where things are, and how Hypothesis behaves."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

REPOSITORY = Path(__file__).resolve().parents[1]

# deadline=None: two noisy cores say nothing about one example's speed.
# The same examples every time, so that a red run is about the change; TRIMSCOPE_EXPLORE=1 draws fresh ones.
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fixed", parent=settings.get_profile("explore"), derandomize=True, database=None)
settings.load_profile("explore" if os.environ.get("TRIMSCOPE_EXPLORE") else "fixed")


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def samples_dir() -> Path:
    """The folder of the samples that ship with the app."""
    return REPOSITORY / "static" / "samples"
