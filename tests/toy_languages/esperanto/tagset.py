"""The tags of the tokenizer."""

from __future__ import annotations

from quantity_tagger.problem.document import Tagset

TAGSET = Tagset(frozenset(["number", "mark", "word"]))
