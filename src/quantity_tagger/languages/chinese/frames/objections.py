"""What the words of the question hold against a sum that the frames found."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quantity_tagger.languages.chinese.frames.families.compared import named
from quantity_tagger.languages.chinese.frames.families.pieces import Piece, relevant
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.situation.understand import Candidate


def _says(section: str, text: str) -> bool:
    return re.search("|".join(listed("stocks", section)), text) is not None


def objection(candidate: Candidate, found: Sequence[Piece]) -> str:
    """Why a sum is doubtful; nothing where the reading is no sum or the question fits it."""
    asked = next((piece for piece in found if piece.word.asked), None)
    used = {place for place, share in enumerate(candidate.coefficients) if share}
    if asked is None or len(used) < 2 or min(candidate.coefficients) < 0:
        return ""
    if _says("no sum", asked.before):
        return "a sum is not what is asked for"
    parts = [p for p in found if p.before.startswith("其中") and p.word.quantity in used]
    if parts and not asked.before.startswith("其中"):
        return "a part is added to its whole"
    told = [piece for piece in relevant(found, asked) if piece.word.quantity in used]
    own = named(told, asked) if _says("joined", asked.before) else told
    return "" if len(own) == len(told) else "the question names some of them"
