"""Features in words a person may read: ``relation:unit=other`` is "counts something else"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from quantity_tagger.features.contextual import EDGE, NUMBER, UNKNOWN
from quantity_tagger.problem.notation import MINUS

_CONTEXT: Final = re.compile(r"([a-z])([+-]\d)(?:[+-]\d)?=(.*)", re.DOTALL)
_PROPOSAL: Final = re.compile(r"proposal:(.*)=([+0-])")
_CUE: Final = re.compile(r"(role|question):(?:x )?cue=(.*)", re.DOTALL)
_SYMBOLS: Final = {EDGE: "(end of text)", NUMBER: "#", UNKNOWN: "x"}
_PROPOSALS: Final = {"first": "the story as a whole", "all": "every reading of the story"}
_WHOLE: Final = {
    "g-reading:1": "is it the first reading of the story",
    "g-reading:2": "is it the second reading of the story",
    "g-reading:3": "is it the third reading of the story",
    "g-reading:agreed": "how many readings of the story agree",
    "g-reading:away": "how far from the first reading of the story",
    "g-pattern:signs": "its signs for such a question",
    "g-pattern:left out": "how many numbers are left out",
    "g-answer:size": "the size of the answer",
    "g-answer:told already": "is the answer a number of the text",
    "g-answer:largest": "what becomes of the largest number",
    "g-unit:unit": "do units agree with the question",
    "g-unit:related": "is what is used what is asked about",
    "g-unit:slots": "how near what is used is to the question",
    "g-unit:passed over": "is a better number passed over",
    "g-owner:owner": "do owners agree with the question",
    "g-place:place": "do places agree with the question",
    "g-place:time": "do times agree with the question",
    "g-event:verb": "what is told with the question's verb",
    "g-event:effect": "do signs go with what happens",
    "g-role:state change": "states and changes",
    "g-role:state difference": "amounts and differences",
    "g-role:total part": "the whole and its parts",
    "g-role:beside": "what stands beside the point",
    "g-role:phases": "beginning and end",
    "g-side:sides": "the two sides compared",
    "g-breath:breath": "what is told in one breath",
    "g-match:match": "what the question's words point at",
    "g-match:passed over": "is a number the question points at passed over",
}
_UNIT: Final = {
    "same": "counts what is asked for",
    "kind": "counts a kind of what is asked for",
    "unsaid": "does not say of what",
    "rival": "counts another kind",
    "other": "counts something else",
}
_OWNER: Final = {
    "same": "of whom is asked about",
    "joint": "of several together",
    "unsaid": "does not say whose",
    "other": "of somebody else",
}
_PLACE: Final = {
    "same": "at the place asked about",
    "joint": "at several places",
    "unsaid": "",
    "other": "at another place",
}
_TIME: Final = {
    "same": "at the time asked about",
    "joint": "at several times",
    "unsaid": "does not say when",
    "other": "at another time",
}
_KIND: Final = {
    "": "the question shows no cue",
    "whole": "the whole is asked",
    "difference": "a difference is asked",
    "need": "what is missing is asked",
    "remainder": "what is left is asked",
    "end": "what there is in the end is asked",
    "change": "what came or went is asked",
    "start": "what there was first is asked",
    "part": "a part is asked",
    "state": "what somebody has is asked",
}
_VERB: Final = {
    "": "no verb",
    "hold": "having",
    "exist": "being there",
    "gain": "getting",
    "lose": "losing",
    "give": "giving",
    "take": "taking",
    "put": "putting in",
    "remove": "taking out",
    "make": "making",
    "use": "using",
    "spoil": "spoiling",
    "come": "coming",
    "leave": "leaving",
    "increase": "growing",
    "decrease": "shrinking",
    "cost": "costing",
    "need": "needing",
    "do": "doing",
}
_ASKED: Final = {verb: f"asked about {words}" for verb, words in _VERB.items()}
_EVENT: Final = {
    **_VERB,
    "+": "makes more of it",
    "0": "leaves it as it is",
    "-": "makes less of it",
    "same verb": "the question's own verb",
    "unreal": "did not really happen",
}
_ROLE: Final = {
    "": "no clear part in the story",
    "state": "says what there is",
    "change": "comes or goes",
    "difference": "says how many more or fewer",
    "total": "is the whole",
    "goal": "is a goal",
    "part": "is a part",
    "price": "is a price",
    "groups": "counts groups",
    "rate": "is so many for each",
    "age": "is an age",
    "date": "is a date",
    "label": "is a name",
    "inherited": "its unit is left out",
}
_ROLES: Final = {
    role + phase: words + when
    for role, words in _ROLE.items()
    for phase, when in (("", ""), ("start", " at first"), ("end", " in the end"))
}
_RANK: Final = {
    "largest": "the largest",
    "smallest": "the smallest",
    "middle": "neither largest nor smallest",
    "only": "the only one that fits",
    "none": "not among those that fit",
}
_MATCH: Final = {
    "most": "the question's words point at it",
    "some": "the question's words point at it in part",
    "none": "the question's words point elsewhere",
}
_CUES: Final = {
    **{f"verb:{verb}": words for verb, words in _VERB.items()},
    **{f"than:{more}": f"{more} than" for more in ("more", "less", "faster", "slower")},
}

#: What the pieces of a feature are, by its family and how many there are.
_PIECES: Final[Mapping[tuple[str, int], tuple[Mapping[str, str], ...]]] = {
    ("relation", 3): (_UNIT, _OWNER, _PLACE),
    ("relation", 2): (_KIND, _UNIT),
    ("relation", 1): ({"unrelated": "little to do with the question"},),
    ("event", 2): ({**_ASKED, **_KIND}, _EVENT),
    ("event", 1): (_EVENT,),
    ("role", 2): (_KIND, _ROLES),
    ("role", 1): (_ROLES,),
    ("rank", 3): (_KIND, _ROLES, _RANK),
    ("rank", 2): (_KIND, _RANK),
    ("rank", 1): (_RANK,),
    ("question", 1): (_KIND,),
    ("match", 2): (_KIND, _MATCH),
    ("match", 1): (_MATCH,),
}
_NAMED: Final[Mapping[str, Mapping[str, str]]] = {
    "relation:unit": _UNIT,
    "relation:owner": _OWNER,
    "relation:time": _TIME,
    "event:class": _VERB,
}


def in_words(attribute: str) -> str:
    """An attribute as a person may read it: ``w-1+0=gave_#`` is “gave #”."""
    if match := _CONTEXT.fullmatch(attribute):
        return _context(*match.groups())
    if match := _PROPOSAL.fullmatch(attribute):
        schema, sign = match.groups()
        how = _PROPOSALS.get(schema, f"the story, read as {schema},")
        return f"{how} suggests {sign.replace('-', MINUS)}"
    if match := _CUE.fullmatch(attribute):
        where, cue = match.groups()
        saying = _CUES.get(cue, cue)
        return f"a word for “{saying}” {'in the question' if where == 'question' else 'beside it'}"
    template, mark, value = attribute.partition("=")
    if mark and template in _WHOLE:
        return f"the whole equation: {_WHOLE[template]}"
    if mark and template in _NAMED:
        return _NAMED[template].get(value) or attribute
    return _joined(attribute) or attribute.replace(":", ": ", 1)


def _joined(attribute: str) -> str:
    """What a feature that joins several things says, as ``rank:remainder/state/largest`` does;
    empty where there are no words for it.
    """
    family, _, detail = attribute.partition(":")
    pieces = detail.split("/")
    known = _PIECES.get((family, len(pieces)), ())
    said = [words.get(piece) for words, piece in zip(known, pieces, strict=False)]
    return "" if None in said else ", ".join(filter(None, said))


def _context(kind: str, first: str, seen: str) -> str:
    if kind == "w":
        words = (_SYMBOLS.get(word, word) for word in seen.split("_"))
        return f"“{' '.join(words)}”"
    steps = int(first)
    where = "here" if steps == 0 else f"{abs(steps)} {'after' if steps > 0 else 'before'}"
    if kind == "t":
        return f"tag {_SYMBOLS.get(seen, seen)} {where}"
    if kind == "e" and seen != EDGE:
        return f"tag {seen[0]}…, {'also' if seen[1:] == '1' else 'not'} in the question, {where}"
    return f"{kind} {_SYMBOLS.get(seen, seen)} {where}"
