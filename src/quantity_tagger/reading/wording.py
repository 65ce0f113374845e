"""A problem as the network sees it: what each token is called, and which tokens belong together.

Numbers are known by what the facts say of them, other tokens by their words, so that the network
weighs what was understood in the light of how it was said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from quantity_tagger.neural.sign_network import NO_GROUP, Described

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

_WORLDS: Final = 3
"""How many worlds a number is known by."""

Effect = Callable[[str, str], str]
"""What the verb of a lemma and a tag does to a stock; "" where it is none."""


def described(problem: Problem, facts: Facts, effect: Effect) -> Described:
    """The names of each token of a problem, and what links them."""
    columns, question = problem.document.columns, problem.unknown.question
    amounts = dict(zip((one.token for one in problem.quantities), _amounts(facts), strict=True))
    asked = {columns.lemmas[at] for at in question if columns.texts[at][:1].isalpha()}
    relations = columns.relations
    names = []
    for at, text in enumerate(columns.texts):
        lemma, tag = columns.lemmas[at], columns.tags[at]
        found = amounts.get(at) or _of_word(text.lower(), lemma, effect(lemma, tag))
        found.append(f"tag={tag}")
        if relations:
            found.append(f"relation={relations[at]}")
        if at in question:
            found.append("question")
        elif lemma in asked:
            found.append("echo")
        if at == problem.unknown.token:
            found += ["unknown", f"asks={facts.question.kind}"]
            found += [f"cue={cue}" for cue in facts.question.cues]
            found += [
                f"schema{rank}={world.trust}/{world.schema}"
                for rank, world in enumerate(facts.worlds[:_WORLDS])
            ]
        names.append(found)
    heads = columns.heads or [-1] * len(names)
    return Described(names, _groups(columns.lemmas), heads, question, list(amounts))


def _of_word(text: str, lemma: str, effect: str) -> list[str]:
    if any(map(str.isdigit, text)):
        return ["digits"]
    found = [f"word={text}"]
    if text.isascii():
        found += [f"lemma={lemma}", f"ends={text[-3:]}", f"begins={text[:4]}"]
    else:
        found += [*(f"character={one}" for one in text[:4]), f"last={text[-1]}"]
    if effect:
        found.append(f"effect={effect}")
    return found


def _amounts(facts: Facts) -> Iterator[list[str]]:
    """What is said of each quantity, in order."""
    told = [at for at in range(len(facts.quantities)) if at != facts.unknown]
    sizes = [facts.quantities[at].size for at in told]
    larger = sorted(sizes, reverse=True)
    for number, at in enumerate(told):
        one, size = facts.quantities[at], sizes[number]
        names = [
            "number",
            f"rank={larger.index(size)}",
            f"of={len(told)}",
            f"equal={sizes.count(size)}",
            f"role={one.role}",
            f"verb={one.verb_class}",
            f"direction={one.direction}",
            f"measure={one.unit_kind}",
        ]
        if facts.outlines:
            outline = facts.outlines[number]
            names += [f"told={outline.told}", f"whose={outline.whose}", f"moved={outline.moved}"]
            names += [f"says={name}" for name in outline.names[:2]]
        if facts.relations:
            agreed = facts.relations[at]
            names += [f"unit={agreed.unit}", f"owner={agreed.owner}"]
            names += [f"place={agreed.place}", f"time={agreed.time}"]
        names += [
            f"world{rank}={world.trust}/{world.signs[at]}"
            for rank, world in enumerate(facts.worlds[:_WORLDS])
        ]
        yield names


def _groups(lemmas: list[str]) -> list[int]:
    """The same number for words that are told again, `NO_GROUP` for the others."""
    often = Counter(lemmas)
    numbers = {lemma: number for number, lemma in enumerate(often)}
    return [
        numbers[lemma] if often[lemma] > 1 and lemma[:1].isalpha() else NO_GROUP for lemma in lemmas
    ]
