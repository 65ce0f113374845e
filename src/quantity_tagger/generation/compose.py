"""From a situation to a record: the order of telling, distractors, numbers and their places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from quantity_tagger.datasets.record import GoldQuantity, Record
from quantity_tagger.datasets.values import write_value
from quantity_tagger.generation.chance import Chance, NoRoomError
from quantity_tagger.generation.scene import FIRST_MARK, Clause, Scene
from quantity_tagger.generation.situation import Fact, Situation, signs

MOST_DISTRACTORS = 3

_MARKS = re.compile(f"[{chr(FIRST_MARK)}-{chr(0xF8FF)}]")


def compose(scene: Scene, distractors: int, name: str) -> Record:
    """Tell the scene's situation with so many statements beside the point.

    Raises `NoRoomError` where this cast cannot be told without two meanings.
    """
    situation = scene.situation
    order = _order(scene, distractors)
    told = scene.text(order)
    text, quantities = _numbered(told, scene)
    return _record(situation, scene, text, quantities, name)


def _order(scene: Scene, distractors: int) -> list[Clause]:
    """The clauses of the text: facts in a possible order, the question, what distracts."""
    situation, chance = scene.situation, scene.chance
    blocks = list(situation.blocks)
    eventful = any(fact.form in ("gain", "lose") for block in blocks for fact in block)
    whole_first = situation.question.form == "ask part"  # "of these, 5 are red" needs it
    if not eventful and not whole_first and chance.happens(0.3):
        blocks = chance.some_of(blocks, len(blocks))
    facts = [fact for block in blocks for fact in block]
    if scene.can_look_back and situation.question.form == "ask before" and chance.happens(0.25):
        facts = [facts[-1], *facts[1:-1]]  # now there are so many, and this is what happened
    told = [fact for fact in facts if _is_told(fact, scene)]
    clauses = [
        Clause("fact", fact, scene.pattern(fact, first=at == 0)) for at, fact in enumerate(told)
    ]
    question = Clause("question", situation.question, scene.pattern(situation.question))
    # Once in a while the question comes first.
    first = chance.happens(0.07)
    for found in scene.choose_distractors(distractors, question.pattern):
        fact = Fact("distractor", situation.question.who, ())
        places = [at for at in range(len(clauses) + 1) if _may_part(clauses, at, scene)]
        clauses.insert(chance.one_of(places), Clause("distractor", fact, found.told))
    return [question, *clauses] if first else [*clauses, question]


def _may_part(clauses: Sequence[Clause], at: int, scene: Scene) -> bool:
    """Whether something may be said before a clause: not between one of several places and what
    happens there, which the wording does not name again.
    """
    if scene.frame != "place" or len(scene.roles) == 1 or at == len(clauses):
        return True
    return clauses[at].fact.form not in ("gain", "lose")


def _is_told(fact: Fact, scene: Scene) -> bool:
    """An unknown amount may be left unsaid: "she had some marbles" adds nothing."""
    if scene.situation.asked not in fact.amounts:
        return True
    if scene.frame == "place" and not scene.thing.counted and len(scene.events) == 1:
        return False  # there was some water, there were 6 liters of it: leave that grammar alone
    if fact.form == "buys":
        return True
    if fact.form in ("gain", "lose") and len(scene.events) > 1:
        return True  # or more might seem to go than there ever was
    return fact.form in ("before", "gain", "lose") and scene.chance.happens(0.75)


def _numbered(told: str, scene: Scene) -> tuple[str, list[tuple[int, GoldQuantity]]]:
    """The text with its numbers written, and where each amount stands."""
    pieces: list[str] = []
    found: list[tuple[int, GoldQuantity]] = []
    length = start = 0
    for match in _MARKS.finditer(told):
        at = match.start()
        amount = ord(match[0]) - FIRST_MARK
        before = told[start:at]
        pieces.append(before)
        length += len(before)
        value = scene.values[amount]
        written = scene.write_number(amount, before)
        if not length or before.endswith((". ", "? ")):
            written = written[0].upper() + written[1:]
        exact = Fraction(value, scene.scale)
        found.append((amount, GoldQuantity(written, exact, length, length + len(written))))
        pieces.append(written)
        length += len(written)
        start = at + 1
    pieces.append(told[start:])
    return "".join(pieces), found


def _record(
    situation: Situation,
    scene: Scene,
    text: str,
    quantities: Sequence[tuple[int, GoldQuantity]],
    name: str,
) -> Record:
    told = [amount for amount, _ in quantities]
    stated = [amount for amount in told if amount not in scene.distracting]
    if sorted(stated) != sorted(situation.stated) or _are_equal(scene, told):
        raise NoRoomError
    factors = signs(situation.relations, stated, situation.asked)
    if factors is None:
        raise NoRoomError
    found = tuple(factors.get(amount, 0) for amount in told)
    gold = tuple(quantity for _, quantity in quantities)
    return Record(
        text,
        Fraction(sum(factors[a] * scene.values[a] for a in factors), scene.scale),
        id=name,
        lang=scene.language,
        equation=_equation(gold, found),
        quantities=gold,
        signs=found,
        extra={"kind": situation.kind},
    )


def _equation(quantities: Sequence[GoldQuantity], signs: Sequence[int]) -> str:
    """As in "X = 12 + 5 - 4": what is added first, so that no step falls below zero."""
    adds, takes = (
        [write_value(q.value) for q, sign in zip(quantities, signs, strict=True) if sign == wanted]
        for wanted in (1, -1)
    )
    return "X = " + " - ".join([" + ".join(adds), *takes])


def _are_equal(scene: Scene, told: Sequence[int]) -> bool:
    """Two equal numbers in one text would leave open which of them is meant."""
    return len({scene.values[amount] for amount in told}) < len(told)


def draw_distractors(level: str, chance: Chance) -> int:
    """How many statements beside the point: none, at times one or two, always one to three."""
    if level == "none":
        return 0
    if level == "heavy":
        return chance.whole(1, MOST_DISTRACTORS)
    return chance.one_of((0, 0, 0, 1, 1, 2))
