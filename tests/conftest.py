"""Shared fixtures and settings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ("web_page",)

# An example that takes long on a busy machine is no bug: no test fails by the clock.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of benchmark sets; a test that asks for it carries ``pytest.mark.data``."""
    folder = os.environ.get("QUANTITY_TAGGER_DATA")
    if not folder:
        pytest.skip("QUANTITY_TAGGER_DATA is not set, so there are no benchmark sets to read")
    return Path(folder)
