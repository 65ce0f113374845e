"""From a situation to a record: the order of telling, distractors, numbers and their places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, permutations

from quantity_tagger.datasets.record import GoldQuantity, Record
from quantity_tagger.languages.telling.chance import Chance, NoRoomError
from quantity_tagger.languages.telling.grammar import Pattern
from quantity_tagger.languages.telling.progress import Clause
from quantity_tagger.languages.telling.scene import FIRST_MARK, Scene
from quantity_tagger.languages.telling.situation import EVENTS, Fact, Situation, signs
from quantity_tagger.languages.telling.vocabulary import Distractor, Person, distractors
from quantity_tagger.problem.notation import write_value

MOST_DISTRACTORS = 3

_MARKS = re.compile(f"[{chr(FIRST_MARK)}-{chr(0xF8FF)}]")


def compose(scene: Scene, beside: int, name: str) -> Record:
    """Tell the scene's situation with so many statements beside the point.

    Raises `NoRoomError` where this cast cannot be told without two meanings.
    """
    situation = scene.situation
    order = _order(scene, beside)
    told = scene.text(order)
    text, quantities = _numbered(told, scene)
    return _record(situation, scene, text, quantities, name)


def _order(scene: Scene, beside: int) -> list[Clause]:
    """The clauses of the text: facts in a possible order, the question, what distracts."""
    situation, chance = scene.situation, scene.chance
    blocks = list(situation.blocks)
    eventful = any(fact.form in EVENTS for block in blocks for fact in block)
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
    for found in _chosen(scene, beside, question.pattern, told):
        fact = Fact("distractor", situation.question.who, ())
        after = found.condition in ("later", "start")  # "also", "last year" follow what one had
        first = _first_of(clauses, fact.who) + 1 if after else 0
        places = [
            at for at in range(first, len(clauses) + 1) if _may_part(clauses, at, scene, found)
        ]
        clauses.insert(chance.one_of(places), Clause("distractor", fact, found.told))
    return [question, *clauses] if scene.asks_first(clauses) else [*clauses, question]


def _first_of(clauses: Sequence[Clause], who: str) -> int:
    """Where it is first told what the first of these holds."""
    return next(at for at, c in enumerate(clauses) if c.role == "fact" and c.fact.who == who[:1])


_NAMED = frozenset(("A", "A_", "A's", "all", "P", "group", "good"))


def _chosen(scene: Scene, count: int, question: Pattern, told: Sequence[Fact]) -> list[Distractor]:
    """Statements beside the point, each of another sort, that leave one answer."""
    named = bool(question.slots & _NAMED)
    allowed = {"any"} | ({"owner"} if named else set())
    if any(fact.who == scene.situation.question.who[:1] for fact in told):
        allowed.add("later")  # "she also had" follows what she had
    if named and scene.thing.counted:
        allowed.add("count")
    if scene.situation.question.form in ("ask after", "ask left", "ask gain", "ask lose"):
        allowed.add("start")
    who = scene.roles.get(scene.situation.question.who[:1])
    if isinstance(who, Person) and not who.trade:
        allowed.add("child")
    largest = scene.situation.largest // scene.scale
    choices = [
        d
        for d in distractors(scene.language, scene.frame)
        if d.condition in allowed and d.smallest < largest
    ]
    found: list[Distractor] = []
    while choices and len(found) < count:
        found.append(scene.chance.one_of(choices))
        choices = [choice for choice in choices if choice.sort != found[-1].sort]
    return found


def _may_part(clauses: Sequence[Clause], at: int, scene: Scene, found: Distractor) -> bool:
    """Whether something may be said before a clause: nothing between one of several places and
    what happens there, which the wording does not name again, and nothing of a further place;
    nothing between a whole and "5 of them".
    """
    following = next((clause for clause in clauses[at:] if clause.role == "fact"), None)
    if following is None or "parts rest" in following.pattern.slots:
        return following is None
    if scene.frame != "place" or (len(scene.roles) == 1 and found.sort != "other place"):
        return True
    return following.fact.form not in EVENTS


def _is_told(fact: Fact, scene: Scene) -> bool:
    """An unknown amount may be left unsaid: "she had some marbles" adds nothing."""
    if scene.situation.asked not in fact.amounts:
        return True
    if fact.form == "buys":
        return True
    if fact.form == "before":
        # "Then 4 more came" needs a place and somebody whom they join.
        following = next(f for f in scene.facts if f.form in EVENTS)
        needed = scene.frame == "place" or following.form == "gain"
        return needed or scene.chance.happens(0.75)
    return fact.form in EVENTS


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
    equation = _equation(gold, found, Fraction(situation.largest, scene.scale))
    return Record(
        text,
        Fraction(sum(factors[a] * scene.values[a] for a in factors), scene.scale),
        id=name,
        lang=scene.language,
        equation=equation,
        quantities=gold,
        signs=found,
        extra={"kind": situation.kind},
    )


def _equation(quantities: Sequence[GoldQuantity], signs: Sequence[int], largest: Fraction) -> str:
    """As in "x = 12 + 5 - 4": what is added first, unless a step would pass the largest number.

    Raises `NoRoomError` where no order stays between zero and the largest number.
    """
    terms = [(sign, q.value) for q, sign in zip(quantities, signs, strict=True) if sign]
    terms.sort(key=lambda term: -term[0])
    for order in permutations(terms):
        sums = accumulate(sign * value for sign, value in order)
        if all(0 <= total <= largest for total in sums):
            (_, first), *rest = order
            told = [f" {'+' if sign > 0 else '-'} {write_value(value)}" for sign, value in rest]
            return f"x = {write_value(first)}{''.join(told)}"
    raise NoRoomError


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
