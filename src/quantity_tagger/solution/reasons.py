"""Why each number has its sign, in one sentence each, from what the world that won says of it.

A sentence is a reason and what is done: "gave away, so there are fewer: take away 34". A reason
that says which way something goes is chosen by the sign, so that none can go against it; where no
world won, it is the words that decided for the network.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final

from quantity_tagger import languages
from quantity_tagger.languages.reasons import Reasons, reasons
from quantity_tagger.solution.evidence import evidence
from quantity_tagger.solution.steps import named
from quantity_tagger.solution.story import told
from quantity_tagger.solution.worlds import signs_of, understood

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.problem.world import Asks, Statement, World
    from quantity_tagger.solution.evidence import Evidence
    from quantity_tagger.solution.solution import Solution

_APART: Final = {
    "kind": "not about",
    "holder": "somebody else",
    "time": "another time",
    "negated": "did not happen",
    "planned": "only planned",
}


def reasons_in_words(solution: Solution, spans: Evidence | None = None) -> tuple[str, ...]:
    """A sentence for each quantity, in the language of the problem; ``spans`` are its `evidence`,
    where it is known already.
    """
    words = reasons(solution.language)
    world = understood(solution) if solution.in_scope else None
    spans = evidence(solution) if spans is None else spans
    first = _first(solution, world)
    found = []
    for place, one in enumerate(solution.quantities):
        quantity = named(solution, one)
        texts = [solution.text[start:end] for start, end in spans[place]]
        if world is not None:
            because = _because(solution, world, place, _joined(solution, texts), quantity)
        elif texts:
            because = words.because["words"].format(said=_listed(words, texts))
        else:
            because = words.because["guess"]
        step = "start" if place == first else _mark(one.sign)
        then = words.then[step].format(quantity=quantity)
        sentence = words.then["sentence"].format(because=because, then=then)
        found.append(sentence[:1].upper() + sentence[1:])
    return tuple(found)


def _because(solution: Solution, world: World, place: int, said: str, quantity: str) -> str:
    """What a world says of a number; ``said`` are the words of the text for it."""
    words = reasons(solution.language)
    signs = signs_of(solution, world)
    sign = solution.quantities[place].sign
    if sign != signs[place]:
        return words.because["given"]
    if not sign or not said:
        said = quantity
    elif world.statements[place].tells == "part":
        said = told(solution.problem, world.statements, place) or said
    key = _key(world, signs, place)
    template = words.because.get(key) or words.because.get(f"in {world.schema}")
    return (template or words.because[_mark(sign)]).format(
        said=words.then["quoted"].format(words=said), asked=_asked(solution, words)
    )


def _first(solution: Solution, world: World | None) -> int:
    """The number that one begins with, −1 where the sentences name none: the first of the
    equation, unless it changes or compares an amount that is told elsewhere.
    """
    order = [term.place for term in solution.equation.terms() if term.place is not None]
    if not order or solution.quantities[order[0]].sign < 0:
        return -1
    stated = () if world is None else world.statements[: len(solution.quantities)]
    moved = bool(stated) and stated[order[0]].tells in ("change", "difference", "shift")
    rests = [one.tells in ("state", "total", "part", "goal", "side") for one in stated]
    signs = [one.sign for one in solution.quantities]
    if moved and any(there and sign > 0 for there, sign in zip(rests, signs, strict=True)):
        return -1
    return order[0]


def _listed(words: Reasons, texts: Sequence[str]) -> str:
    """Each quoted, in a list."""
    quoted = [words.then["quoted"].format(words=text) for text in texts]
    return reduce(lambda one, other: words.then["listed"].format(first=one, then=other), quoted)


def _joined(solution: Solution, texts: Sequence[str]) -> str:
    space = languages.get(solution.language).space
    return " ".join(space.join(texts).split()) if space else "".join("".join(texts).split())


def _asked(solution: Solution, words: Reasons) -> str:
    """What is asked for, in the words of the question."""
    language = languages.get(solution.language)
    head = solution.unknown.head
    columns = solution.problem.document.columns
    tags = [columns.tags[columns.texts.index(one)] for one in head if one in columns.texts]
    if not head or not all(tag in language.tagset.names for tag in tags):  # "how much further"
        return words.then["what is asked"]
    noun = head if language.sentences.noun_last or len(head) == 1 else head[1:]
    if not language.sentences.noun_last and _measures(solution, noun[0]):
        return words.then["what is asked"]
    return words.then["asked"].format(asked=language.space.join(noun))


def _measures(solution: Solution, word: str) -> bool:
    """Whether a word is a measure word, which names nothing by itself."""
    columns = solution.problem.document.columns
    return word in columns.texts and columns.tags[columns.texts.index(word)] == "q"


def _mark(sign: int) -> str:
    return "+" if sign > 0 else "-" if sign else "0"


def _key(world: World, signs: Sequence[int], place: int) -> str:
    """Which reason a number has."""
    statement = world.statements[place]
    sign = signs[place]
    if not sign:
        return _APART.get(statement.apart, "not needed")
    asks = world.asks
    stated = world.statements[: len(signs)]
    states = [at for at, one in enumerate(stated) if one.tells == "state" and signs[at]]
    moved = any(one.tells == "change" and signs[at] for at, one in enumerate(stated))
    if asks == "sum" and states and (moved or min(signs) < 0):
        asks = "change"  # what was done is told by the stocks before and after it
    compared = any(one.tells == "difference" and signs[at] for at, one in enumerate(stated))
    if asks == "sum" and compared and sign > 0 and statement.tells in ("change", "doing"):
        return "state measure" if statement.measure else "state"
    if asks == "difference" and sum(map(bool, signs)) == 2 and _side_by_side(stated, signs):
        return "state larger" if sign > 0 else "state smaller"
    if statement.tells == "change":
        key = _change(statement, asks, sign)
        if key.startswith("change more") and not states and place == _earliest(stated, signs):
            key = "change first"
    elif statement.tells == "state":
        key = _state(statement, asks, place, states, signs)
        if key == "state" and moved:
            key = "state first"
    else:
        key = _other(statement, asks, sign)
    return key


def _side_by_side(stated: Sequence[Statement], signs: Sequence[int]) -> bool:
    """Whether the numbers in use are the two sides of a comparison: of one sort, one taken away."""
    used = [one for one, sign in zip(stated, signs, strict=True) if sign]
    ages = any(one.effect == "age" for one in used)
    return min(signs) < 0 and not ages and len({one.tells for one in used}) == 1


def _earliest(stated: Sequence[Statement], signs: Sequence[int]) -> int:
    """The first number in use."""
    return next(at for at in range(len(stated)) if signs[at])


def _change(statement: Statement, asks: Asks, sign: int) -> str:
    """A change of the stock asked about: the world has solved which way it goes."""
    way = statement.moves
    measure = " measure" if statement.measure else ""
    more = "more" if sign > 0 else "fewer"
    if asks == "start" or (asks == "money" and way < 0 < sign):
        return f"change back {more}{measure}"
    if asks == "sum":
        return "change asked" if sign > 0 else "change as well"
    if asks == "change":
        return "change as well" if sign < 0 else "change before" if way > 0 else "change against"
    if asks == "difference":
        return "change apart" if sign > 0 else "change closer"
    if asks == "goal" and not (measure and way < 0 and sign < 0):
        return "change done" if sign < 0 else "change whole"
    if asks == "part" and not (statement.measure and way == sign):
        return "change whole" if sign > 0 else "change part"
    if asks == "money" and sign < 0 < way:
        return "state there"
    return f"change {more}{measure}"


def _state(
    statement: Statement,
    asks: Asks,
    place: int,
    states: Sequence[int],
    signs: Sequence[int],
) -> str:
    sign = signs[place]
    measure = " measure" if statement.measure else ""
    if statement.effect in ("age", "price", "purse"):
        return statement.effect
    if asks == "change":
        late = statement.late or (len(states) > 1 and place == states[-1])
        return f"state {'after' if late else 'before'}{measure}"
    if asks == "difference":
        return "state side"
    if asks == "goal":
        return "state whole" if sign > 0 else "state there"
    if sign < 0:
        return "state part"
    if asks == "part":
        return "state whole"
    if asks == "start":
        return f"state end{measure}"
    if place != next(at for at in states if signs[at] > 0):
        return "state also"
    return f"state{measure}"


def _other(statement: Statement, asks: Asks, sign: int) -> str:
    tells, way = statement.tells, statement.moves
    if tells == "difference":
        so = "" if way == sign else "so "
        measure = " measure" if statement.measure else ""
        return f"than {so}{'more' if sign > 0 else 'fewer'}{measure}" if way else ""
    if tells == "goal":
        return statement.effect
    if tells == "part":
        return "part" if sign > 0 else "part other"
    if tells == "shift" and way == sign:
        return "later" if sign > 0 else "earlier"
    if tells == "doing":
        if asks == "difference":
            return "state side"
        if sign < 0:
            return "doing done" if asks == "goal" else "change part"
        return "change whole" if asks in ("goal", "part") else "doing"
    if tells in ("total", "side"):
        return tells
    return f"as {statement.effect}" if not tells and statement.effect else ""
