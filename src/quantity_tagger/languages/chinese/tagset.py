"""The tags of ICTCLAS, as jieba writes them."""

from __future__ import annotations

from typing import Final

from quantity_tagger.problem.document import Tagset

# fmt: off
TAGSET: Final = Tagset(
    empty=frozenset([
        "x", "m", "q", "p", "c", "d", "r", "u", "uj", "ul", "uv", "uz", "ug", "ud", "y", "e", "w",
    ]),
    names=frozenset([
        "m", "n", "nr", "nrt", "ns", "nt", "nz", "ng", "s", "f", "t", "k", "q", "r", "x", "w", "uj",
        "c", "b", "i", "l", "j", "an", "vn",
    ]),
)
# fmt: on
