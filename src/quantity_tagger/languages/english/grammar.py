"""Closed classes of English grammar: groups of tags, and the few words that stand for them."""

from __future__ import annotations

from typing import Final

NOUNS: Final = frozenset(["NN", "NNS", "NNP", "NNPS"])
DETERMINERS: Final = frozenset(["DT", "PRP$", "PDT"])
#: Verbs that agree with a subject, without the modals.
FULL_FINITE: Final = frozenset(["VBD", "VBZ", "VBP"])
FULL_VERBS: Final = frozenset(["VB", "VBP", "VBN", "VBD", "VBG", "VBZ"])

PRIMARY_AUXILIARIES: Final = frozenset(["be", "have", "do"])
