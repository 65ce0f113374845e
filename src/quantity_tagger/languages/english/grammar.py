"""Closed classes of English grammar: groups of tags, and the few words that stand for them."""

from __future__ import annotations

from typing import Final

NOUNS: Final = frozenset(["NN", "NNS", "NNP", "NNPS"])
NAMES: Final = frozenset(["NNP", "NNPS"])
DETERMINERS: Final = frozenset(["DT", "PRP$", "PDT"])
#: Verbs that agree with a subject, with or without the modals.
FULL_FINITE: Final = frozenset(["VBD", "VBZ", "VBP"])
FINITE: Final = FULL_FINITE | {"MD"}
FULL_VERBS: Final = frozenset(["VB", "VBP", "VBN", "VBD", "VBG", "VBZ"])
VERBS: Final = FULL_VERBS | {"MD"}

PRIMARY_AUXILIARIES: Final = frozenset(["be", "have", "do"])
AUXILIARIES: Final = PRIMARY_AUXILIARIES | {
    *("will", "would", "can", "could", "should", "may", "might", "shall", "must")
}
NEGATIONS: Final = frozenset(["not", "n't", "never"])
NOMINATIVE: Final = frozenset(["he", "she", "they", "i", "we", "you"])
