"""What each verb does to a stock."""

from __future__ import annotations

from functools import cache

from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.facts import Facts, QuantityFacts, QuestionFacts, Relation
from quantity_tagger.problem.problem import Problem
from quantity_tagger.situation.facts import Story

_DIRECTIONS = {"hold": 1, "gain": 1, "lose": -1}


@cache
def _classes() -> dict[str, str]:
    return {verb: name for name, verbs in load("eo", "verbs").items() for verb in verbs}


def describe(problem: Problem, story: Story | None = None) -> Facts:
    document, unknown = problem.document, problem.unknown
    entries = []
    for quantity in problem.quantities:
        sentence = next(n for n, s in enumerate(document.sentences) if quantity.token in s)
        before = document.columns.lemmas[document.sentences[sentence].start : quantity.token]
        verb = next((lemma for lemma in reversed(before) if lemma in _classes()), "")
        verb_class = _classes().get(verb, "")
        entries.append(
            QuantityFacts(
                value=quantity.value,
                token=quantity.token,
                sentence=sentence,
                unit=document.columns.lemmas[quantity.token + 1],
                verb_class=verb_class,  # type: ignore[arg-type]
                role="state" if verb_class == "hold" else "change",
                direction=_DIRECTIONS.get(verb_class, 0),
            )
        )
    asked = document.columns.lemmas[unknown.token + 2]
    place = sum(entry.token < unknown.token for entry in entries)
    entries.insert(place, QuantityFacts(token=unknown.token, in_question=True, unit=asked))
    question = QuestionFacts(kind="end", unit=asked)
    relations = tuple(_relation(entry, asked) for entry in entries)
    return Facts(tuple(entries), place, question, relations=relations)


def _relation(entry: QuantityFacts, asked: str) -> Relation:
    same = entry.unit == asked
    return Relation(
        "same" if same else "other", "unsaid", "unsaid", "unsaid", entry.direction, same
    )
