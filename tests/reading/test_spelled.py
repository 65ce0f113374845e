"""A sum that is told in words is worked out as it stands: the network has no say in it."""

from __future__ import annotations

import pytest

from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse


@pytest.mark.parametrize("text", ["What is 10 take away 3 plus 2?", "What is 7 plus 8 minus 4?"])
def test_the_network_does_not_weigh_it(text: str) -> None:
    facts = analyse(read(text, "en"))
    assert facts.worlds[0].likelihood is None
    assert facts.scope_odds is None
