"""The Penn Treebank's tags."""

from __future__ import annotations

from typing import Final

from quantity_tagger.problem.document import Tagset

# fmt: off
TAGSET: Final = Tagset(
    empty=frozenset([
        "CC", "CD", "DT", "EX", "IN", "MD", "PDT", "POS", "PRP", "PRP$", "RB", "RBR", "RP", "TO",
        "UH", "WDT", "WP", "WP$", "WRB", "HYPH", "SYM", "-LRB-", "-RRB-", ".", ",", ":", "$",
        "''", "``",
    ]),
    names=frozenset([
        "CD", "DT", "EX", "IN", "NN", "NNP", "NNPS", "NNS", "PDT", "POS", "PRP", "PRP$", "TO",
        "WDT", "WP", "WP$", ".", ",", ":", "$", "''", "``", "HYPH", "CC",
    ]),
)
# fmt: on
