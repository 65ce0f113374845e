"""How phrases belong together: totals, what "of" adds, coordination."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.words import table, words

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.phrase import Phrase
    from quantity_tagger.languages.english.frames.tree import Tree


def drop_mores(tree: Tree, found: list[Phrase]) -> None:
    """As in "12 cm more fell": the word belongs to the number before it."""
    for one, other in list(itertools.pairwise(found)):
        bare = other.head < 0 and other.quantity is None and other.end - other.start == 1
        if one.quantity is not None and bare and other.more == "more" and other.start == one.end:
            one.end = other.end
            found.remove(other)


def drop_totals(tree: Tree, found: list[Phrase]) -> None:
    """As in "a total of 9 eggs" is 9 eggs."""
    for one, other in list(itertools.pairwise(found)):
        if (
            other.preposition == "of"
            and other.start == one.end + 1
            and other.quantity is not None
            and one.quantity is None
            and one.head >= 0
            and tree.lemmas[one.head] in words("totals")
        ):
            other.preposition = one.preposition
            other.total = tree.lemmas[one.head] in ("total", "sum")
            found.remove(one)


def attach_of(tree: Tree, found: list[Phrase]) -> None:
    for one, other in itertools.pairwise(found):
        gap = other.start - one.end
        taken = other.preposition == "out of" and other.determiner in ("a", "an")
        if (other.preposition, gap) in (("of", 1), ("out of", 2)) and not taken:
            one.of = other


def _begins_clause(tree: Tree, one: Phrase, other: Phrase) -> bool:
    """Whether a verb before the first and one right after the second make them two clauses'."""
    end = other.end
    while end < len(tree.tags) and tree.tags[end] == "RB":
        end += 1
    if end >= len(tree.tags) or not (tree.tags[end][:1] == "V" or tree.tags[end] == "MD"):
        return False
    if one.preposition == "than":  # but "than Dad and Mum did", "… carried between them"
        rest = tree.lemmas[end + 1 : end + 4]
        return not (tree.tags[end + 1][:1] in ".," or words("jointly") & set(rest))
    before = one.start - 1
    while before >= 0 and tree.tags[before] not in (".", ":"):
        if before == one.start - 1 and tree.lemmas[before] in words("auxiliaries"):
            return False
        if before == one.start - 1 and tree.tags[before] in ("WDT", "WP"):
            return False  # "the beads that Liam and Lily had"
        helps = tree.lemmas[before] in words("auxiliaries") and tree.tags[end] == "VB"
        if helps:  # "does the score of Ana and Bo exceed"
            return False
        if tree.tags[before][:1] == "V":
            return tree.tags[before] not in ("VBG",) or "," in tree.lemmas[one.end : other.start]
        if tree.tags[before] in ("WRB",):
            return False
        before -= 1
    return False


def join(tree: Tree, found: list[Phrase]) -> None:
    """Coordinated phrases without an amount of their own are one ("Tom and Uma")."""
    for one, other in zip(reversed(found[:-1]), reversed(found[1:]), strict=True):
        gap = tree.lemmas[one.end : other.start]
        timed = one.head >= 0 and tree.lemmas[one.head] in table("times")
        if not timed and _begins_clause(tree, one, other):
            continue
        if gap in (["and"], [","], [",", "and"]) or (gap == ["or"]):
            if other.head >= 0 and tree.lemmas[other.head] in ("rest", "others", "remainder"):
                continue
            counted = one.some and not (one.start and tree.lemmas[one.start - 1] == "how")
            amounts = (
                other.quantity is not None or one.quantity is not None or other.some or counted
            )
            lists = (gap != [","] or other.joined is not None) and not other.pronoun
            if lists and not amounts:
                one.joined, other.follows = other, True
