"""What is paid is the prices and the change that comes back; any one of them may be asked for."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.proposals.ledger import Reading, Terms
from quantity_tagger.languages.english.proposals.story import exact_worth
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.facts import Facts, QuantityFacts

_SELLERS: Final = word_set("noun_groups", "seller")
_PAID: Final = word_set("verb_groups", "handing over")


def bought(facts: Facts) -> Reading | None:
    """The signs of a purchase; None where none is stated or nothing of it is asked for."""
    question = facts.question
    told = [
        i
        for i, q in enumerate(facts.quantities)
        if i != facts.unknown and q.unit_kind == "money" and _is_of_asked(q, question.owner)
    ]
    if len(told) < 2:
        return None  # as in most stories
    paid = [i for i in told if _is_paid(facts.quantities[i])]
    back = [i for i in told if i not in paid and _is_back(facts.quantities[i])]
    prices = [i for i in told if i not in paid and i not in back and _is_price(facts.quantities[i])]
    signs: Terms = {}
    if _asks_back(facts) and len(paid) == 1 and prices and not back:
        signs = dict.fromkeys(prices, -1) | {paid[0]: 1}
    elif _asks_paid(facts) and prices and len(back) == 1 and not paid:
        signs = dict.fromkeys([*prices, *back], 1)
    elif _asks_price(facts, prices) and len(paid) == 1 and len(back) == 1:
        signs = dict.fromkeys([*prices, *back], -1) | {paid[0]: 1}
    if len(signs) < 2:
        return None
    return Reading("purchase", signs, 0) if exact_worth(facts.quantities, signs) >= 0 else None


def _is_of_asked(q: QuantityFacts, asked: str) -> bool:
    """Whether the money is not another person's."""
    return not asked or not q.person or q.owner == asked or asked in (q.recipient, q.source)


def _is_paid(q: QuantityFacts) -> bool:
    if "tendered" in q.cues or q.verb in _PAID:
        return True
    return q.verb_class == "give" and q.recipient in _SELLERS


def _is_back(q: QuantityFacts) -> bool:
    if q.thing == "change" or q.owner == "change":
        return True
    if q.owner in _SELLERS:
        return q.verb_class == "give"
    return "back" in q.cues and q.verb_class in ("gain", "take")


def _is_price(q: QuantityFacts) -> bool:
    return q.role == "price" or (bool(q.item) and q.verb_class in ("lose", "cost"))


def _asks_back(facts: Facts) -> bool:
    question = facts.question
    if question.unit == "change":
        return True
    return question.verb_class == "gain" and "back" in question.cues


def _asks_paid(facts: Facts) -> bool:
    question = facts.question
    if question.verb in _PAID or question.recipient in _SELLERS:
        return True
    return question.verb == "pay" and "with" in question.cues


def _asks_price(facts: Facts, prices: list[int]) -> bool:
    """Whether the price of a thing is asked for that is not told."""
    question = facts.question
    if question.unit_kind != "money":
        return False
    asked = {question.item, question.owner, *question.material} - {""}
    known = {facts.quantities[i].item for i in prices}
    return question.verb_class in ("cost", "lose", "exist") and bool(asked) and not asked & known
