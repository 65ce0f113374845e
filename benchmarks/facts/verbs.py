"""What common verbs do to an amount, against tests/facts/verbs.tsv.

The verbs are the 400 most frequent ones in WordNet's counts that change an amount, each with what a
person says it does (``gain``, ``lose``, or both for a verb of two directions) in a plain clause.
"""

from __future__ import annotations

from functools import cache

from benchmarks.facts.measure import FOLDER
from quantity_tagger.languages.english.frames.tree import tree_of
from quantity_tagger.languages.english.frames.understand import read_story
from quantity_tagger.reading import read
from quantity_tagger.situation.facts import DIRECTION


@cache
def verbs() -> tuple[tuple[str, frozenset[str], str], ...]:
    """Verb, what it does, a clause with it."""
    lines = (FOLDER / "verbs.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return tuple((verb, frozenset(effects.split()), clause) for verb, effects, clause in rows)


def effect(clause: str) -> str:
    """``gain``, ``lose`` or the name of another effect that our facts give the clause's amount."""
    problem = read(f"{clause} How many are there?")
    story = read_story(problem, tree_of(problem))
    for fact in story.facts:
        if fact.amount.quantity == 0:
            step = DIRECTION.get(fact.effect, 0)
            return "gain" if step > 0 else "lose" if step < 0 else fact.effect
    return ""


def wrong() -> list[tuple[str, str]]:
    """Verbs whose effect is not the one written down, with ours."""
    found = [(verb, expected, effect(clause)) for verb, expected, clause in verbs()]
    return [(verb, ours) for verb, expected, ours in found if ours not in expected]


def share() -> float:
    return 1 - len(wrong()) / len(verbs())
