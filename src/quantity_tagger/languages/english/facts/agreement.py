"""How each quantity agrees with what is asked: of what, whose, where, when, and to what effect."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.mentions import Mention
from quantity_tagger.languages.english.facts.question import Question
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.facts import Agreement, Relation, UnitKind, UnitRelation

_MEASURES: Final = frozenset(
    ["money", "length", "weight", "volume", "time", "score", "degree", "part"]
)
_OWN: Final = frozenset(["length", "weight", "time"])
_HANDED: Final = frozenset(["gain", "lose", "give", "make"])
_MOVES: Final = frozenset(["do", "give", "take", "put", "remove"])
_STOCKS: Final = frozenset(["end", "remainder", "state"])
ANYTHING: Final = word_set("noun_groups", "anything")
#: How the unit of a quantity that the question may use agrees with the one asked for.
USABLE: Final = frozenset(["same", "kind", "unsaid"])


def relate(told: list[Mention], question: Question) -> list[Relation]:
    """How each number agrees with what is asked."""
    moves = question.kind in ("state", "end", "remainder", "start")
    holders: set[str] = set()
    across_times = False
    for q in told:
        if q.role == "state":
            holders.add(q.owner or "there")
        if q.person and q.verb_class in ("gain", "make"):
            holders.add(q.owner)
        # a difference or a rise ties one time to another
        if (
            q.role == "difference"
            or q.verb_class in ("increase", "decrease")
            or (moves and q.role == "change")
        ):
            across_times = True
    named_goods = bool(question.item) and any(
        question.item == q.item or question.item in q.item_kinds for q in told
    )
    named_place = bool(question.place) and any(_where(q) == question.place for q in told)
    plans_count = (
        question.future
        or question.verb_class == "need"
        or question.kind in ("need", "difference", "remainder", "part")
    )
    dimension = next((cue for cue in question.cues if cue.startswith("how ")), "")
    relations: list[Relation] = []
    for q, unit in zip(told, _units(told, question), strict=True):
        place = _agree(_where(q), question.place)
        time = _time(q.time, question)
        related = (
            unit in USABLE
            and not (dimension and _is_of_another(q, dimension))
            and (not q.negated or question.kind == "part")
            and (time != "other" or across_times)
            and (plans_count or not (q.hypothetical or q.verb_class == "need"))
            and not (named_place and place == "other" and q.role == "state")
            and not (
                named_goods
                and (q.item_kinds or (q.item and q.unit_kind != "money"))
                and question.item != q.item
                and question.item not in q.item_kinds
            )
            and not ("ago" in q.cues and q.role == "state" and question.kind in _STOCKS)
            and ("tendered" not in q.cues or question.kind == "remainder")
        )
        relations.append(
            Relation(
                unit,
                _owner(q.owner, q.joint, question),
                place,
                time,
                _effect(q, question, holders),
                related,
            )
        )
    return relations


def _is_of_another(quantity: Mention, dimension: str) -> bool:
    """Whether a quantity measures another dimension than the one asked for: "4 cm wide"."""
    for cue in quantity.cues:
        if cue.startswith("how "):
            return cue != dimension
    return False


def _where(quantity: Mention) -> str:
    """The place of a quantity; what holds it is one: "the second shelf holds 31 jars"."""
    if quantity.place or quantity.verb_class != "hold":
        return quantity.place
    return quantity.owner


def _units(told: list[Mention], question: Question) -> list[UnitRelation]:
    """The relation of each unit to the one asked for, in the light of all the others."""
    general = "person" in question.kinds
    own = {*question.modifiers, *question.material}
    asked = own | {question.complement} if question.complement else own
    units = [_unit(q, question, asked, general) for q in told]
    if question.owner and any(q.thing for q in told):
        # "Ella is 14 and her cat is 5": what is stated of the cat is none of Ella's own
        selves = {(q.owner, q.unit_kind) for q in told if not q.thing and q.role == "state"}
        units = [
            "other"
            if q.thing and q.unit_kind in _OWN and (q.owner, q.unit_kind) in selves
            else unit
            for unit, q in zip(units, told, strict=True)
        ]
    if "other" not in units and "rival" not in units:
        return units
    if question.kind == "whole":
        named = [q for q in told if q.unit == question.unit]
        if named and not question.modifiers and all(q.modifiers for q in named):
            # "3 songs and 5 text files": the files asked for are all of them
            units = _with_others(told, units, {(q.sentence, q.verb) for q in named})
        if own and not any(own & {*q.modifiers, *q.material} for q in told):
            # "tons of material" asks for sand and for stone
            units = ["kind" if unit == "rival" else unit for unit in units]
    if not _any_related(units):
        units = ["kind" if unit == "rival" else unit for unit in units]
    if not _any_related(units):
        # the question has a word of its own for what the text counts
        commonest = _commonest([q.unit_kind for q in told])
        units = [
            "kind" if unit == "other" and q.unit_kind == commonest else unit
            for unit, q in zip(units, told, strict=True)
        ]
    if question.unit and question.unit_kind == "count":
        # what is stated in the same clause with a kind of what is asked is one too
        known = any(q.unit == question.unit for q in told)
        clauses = {
            (q.sentence, q.verb)
            for unit, q in zip(units, told, strict=True)
            if unit == "kind" and (not known or question.unit in q.kinds)
        }
        units = _with_others(told, units, clauses, strangers=True)
    # "87 cm" where "24 cm of the ribbon" answers to the ribbon asked for
    measured = {
        q.unit
        for unit, q in zip(units, told, strict=True)
        if unit == "same" and q.unit_kind in _MEASURES
    }
    if measured:
        units = [
            "same" if unit == "other" and q.unit in measured and not q.material else unit
            for unit, q in zip(units, told, strict=True)
        ]
    return units


def _any_related(units: list[UnitRelation]) -> bool:
    return "same" in units or "kind" in units


def _with_others(
    told: list[Mention],
    units: list[UnitRelation],
    clauses: set[tuple[int, str]],
    strangers: bool = False,
) -> list[UnitRelation]:
    """Others counted in the same clause are of the kind; ``strangers`` are of no kind we know."""
    return [
        "kind"
        if unit == "other"
        and q.unit_kind == "count"
        and (q.sentence, q.verb) in clauses
        and not (strangers and q.kinds)
        else unit
        for unit, q in zip(units, told, strict=True)
    ]


def _commonest(kinds: list[UnitKind]) -> UnitKind:
    """The kind most quantities have; of two, the one that comes last in the text."""
    return max(reversed(kinds), key=kinds.count)


def _unit(quantity: Mention, question: Question, asked: set[str], of_people: bool) -> UnitRelation:
    """``asked``: the words that tell what is asked for from others of its unit."""
    if question.unit_kind == "part":
        return "kind" if quantity.value < 1 or quantity.unit_kind == "part" else "other"
    if not quantity.unit:
        return "unsaid"
    if not question.unit:
        if not question.unit_kind:
            return "unsaid"
        return "kind" if quantity.unit_kind == question.unit_kind else "other"
    if quantity.unit in question.units:
        return "same"
    if quantity.unit == question.unit:
        if not asked or not (quantity.modifiers or quantity.material):
            return "same"
        said = {*quantity.modifiers, *quantity.material}
        if not (asked <= said or said <= asked):
            return "rival" if asked.isdisjoint(quantity.kinds) else "kind"
        return "same"
    if question.unit in quantity.modifiers or question.unit in quantity.material:
        rest = {*quantity.modifiers, *quantity.material} - {question.unit}
        own = set(question.modifiers)
        return "rival" if own and rest and not own & rest else "same"
    if question.unit in ANYTHING and quantity.unit_kind == "count":
        return "kind"
    if question.unit in quantity.kinds or (
        of_people and quantity.unit == "person" and quantity.role == "change"
    ):
        return "kind"
    if quantity.unit_kind == question.unit_kind and quantity.unit_kind in _MEASURES:
        return "kind"
    return "other"


def _owner(owner: str, joint: bool, question: Question) -> Agreement:
    if not owner or not question.owner:
        return "unsaid"
    if owner == question.owner or owner in (question.recipient, question.source):
        return "same"
    if question.joint:
        # "they" are all who are spoken of, "Ken and Moe" are those two
        named = question.owner.split() if question.owner != "they" else [owner]
        return "same" if joint or owner in named else "other"
    if joint:
        return "joint"
    return "other"


def _agree(said: str, asked: str) -> Agreement:
    if not said or not asked:
        return "unsaid"
    return "same" if said == asked else "other"


def _time(said: str, question: Question) -> Agreement:
    """Two points of one scale exclude each other; those of different scales say nothing."""
    if not said:
        return "unsaid"
    asked = question.times if len(question.times) > 1 else (question.time,)
    if not asked[0]:
        return "unsaid"
    if said in asked:
        return "same"
    scale = said.partition(":")[0]
    return "other" if any(time.partition(":")[0] == scale for time in asked) else "unsaid"


def _effect(quantity: Mention, question: Question, holders: set[str]) -> int:
    """What the event does to the stock the question asks about."""
    verb = quantity.verb_class
    holder = question.owner
    if quantity.recipient and quantity.recipient == holder and verb in _HANDED:
        return 1  # "Max brought Ivy 3", "Ann paid him $5"
    if verb in _MOVES and (quantity.source or quantity.recipient):
        if quantity.recipient and quantity.recipient in (holder, question.place):
            return 1
        if quantity.source and quantity.source in (holder, question.place):
            return -1
    if quantity.recipient and quantity.recipient == holder and "all" in quantity.cues:
        return 1
    if quantity.role in ("goal", "total", "difference"):
        return 0
    if verb == "cost":
        return -1
    if verb == "do":
        alone = not (quantity.joint or question.joint)
        anothers = quantity.person and holder and quantity.owner != holder and alone
        return -1 if question.kind in ("remainder", "need") and not anothers else 0
    if verb in ("increase", "come"):
        return 1
    if verb in ("decrease", "leave"):
        return -1
    theirs = (
        not holder
        or question.joint
        or quantity.joint
        or not quantity.owner
        or quantity.owner == holder
    )
    if verb in ("hold", "exist") and quantity.role == "change" and theirs:
        return 1  # "he has 5 more in a box"
    if verb == "gain" and not quantity.owner and not holder and "there" in holders:
        # what is bought or adopted is gone from where it was, unless more of it came
        return 1 if "more" in quantity.cues else -1
    if verb in ("gain", "make"):
        if quantity.source and quantity.source in (holder, question.place):
            return -1
        return 1 if theirs or quantity.place == holder else 0
    if verb == "take":
        if quantity.recipient and quantity.recipient != holder and question.kind == "remainder":
            return -1  # "took 18 to school"
        if quantity.owner and quantity.owner == holder:
            return 1
        if not holder:
            return -1
        return -1 if not quantity.source or quantity.source == holder or not theirs else 0
    if verb == "give":
        if quantity.recipient and quantity.recipient == holder:
            return 1
        if theirs:
            return -1
        return 0 if quantity.recipient or quantity.owner in holders else -1
    if verb in ("lose", "use", "remove"):
        # who has a stock of their own loses from that
        return 0 if not theirs and quantity.owner in holders else -1
    if verb == "put":
        return 1
    return 0
