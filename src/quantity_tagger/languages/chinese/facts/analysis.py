"""What a Chinese problem says of its quantities and of what it asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cache
from typing import Final

from quantity_tagger.languages.chinese.facts.agreement import asked as question
from quantity_tagger.languages.chinese.facts.agreement import entry, relation
from quantity_tagger.languages.chinese.facts.comparisons import Frame
from quantity_tagger.languages.chinese.facts.focus import focuses, set_aside, story_stands, strays
from quantity_tagger.languages.chinese.facts.mentions import Mention, read_mentions
from quantity_tagger.languages.chinese.facts.roles import Part, parts
from quantity_tagger.languages.chinese.facts.setting import frames
from quantity_tagger.languages.chinese.proposals.choice import fallbacks, foreign, ranked
from quantity_tagger.languages.chinese.proposals.comparisons import (
    Comparison,
    Entities,
    comparisons,
    together,
)
from quantity_tagger.languages.chinese.proposals.expressions import expression
from quantity_tagger.languages.chinese.proposals.identity import Telling, sizes
from quantity_tagger.languages.chinese.proposals.number_talk import arithmetic
from quantity_tagger.languages.chinese.proposals.schemas import schemas
from quantity_tagger.languages.chinese.proposals.statements import Form, add
from quantity_tagger.languages.chinese.proposals.stocks import readings
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Token
from quantity_tagger.problem.facts import Facts, Proposal, Role, UnitKind
from quantity_tagger.problem.problem import Problem

_KINDS: Final[Mapping[str, UnitKind]] = {
    "classifier": "count",
    "length": "length",
    "mass": "weight",
    "money": "money",
    "time": "time",
    "area": "length",
    "volume": "volume",
    "other": "degree",
}
_PEOPLE: Final = frozenset(("人", "名", "位", "口"))
_PERSONS: Final = frozenset("人生学友员师手客者女男孩童伴")


@cache
def unit_kinds() -> Mapping[str, UnitKind]:
    kinds: dict[str, UnitKind] = {"钱": "money"}
    for section, words in load("zh", "measures").items():
        if section in _KINDS:
            for word in words:
                kinds.setdefault(word, _KINDS[section])
    return kinds


def analyse(problem: Problem) -> Facts:
    """The facts of a Chinese problem, with the readings of the whole story that fit it."""
    tokens, found, hits, asked = read_mentions(problem)
    cues = frozenset(kind for hit in hits for kind in hit.classes)
    kinds = [_unit_kind(mention.unit) for mention in found]
    if all(
        mention.unit[:1] in ((), ("分",))
        for mention, kind in zip(found, kinds, strict=True)
        if kind == "money"
    ):
        kinds = ["score" if kind == "money" else kind for kind in kinds]  # points, not cents
    roles: list[Role] = [mention.label for mention in found]
    story = parts(tokens, found, kinds)
    usable = [i for i in range(len(found)) if i != asked and roles[i] != "label"]
    _complete_units(tokens, found)
    framed = frames(tokens, found, hits, story)
    related = _compared_things(framed, kinds, roles, asked) or _related(found, kinds, roles, asked)
    related = _with_standards(related, framed, kinds, roles, asked)
    moments = sum(mention.label == "date" and mention.unit[:1] == ("年",) for mention in found)
    amounts = sizes(found)
    telling = Telling(found, framed, story, related, asked, moments, tokens, amounts)
    strangers = foreign(telling)
    focus = focuses(tokens, found)
    ties = comparisons(tokens, found)
    told = [i for i in related if i not in ties]
    aside = set_aside(focus, story, asked, told, bool(ties))
    related = [i for i in related if i not in aside]
    stray = strays(problem.tokens, problem.document.sentences, found, asked, related)
    if stray and story_stands(story, asked, [i for i in related if i not in stray]):
        aside |= stray
        related = [i for i in related if i not in stray]
        usable = [i for i in usable if i not in stray]
    proposals = _proposals(tokens, found, story, asked, usable, related, ties, cues, roles, amounts)
    if strangers:
        own = [i for i in telling.related if i not in strangers]
        kept = [i for i in usable if i not in strangers]
        tied = {i: tie for i, tie in ties.items() if i not in strangers}
        chosen = _proposals(tokens, found, story, asked, kept, own, tied, cues, roles, amounts)
        proposals += [(f"{name} own", signs) for name, signs in chosen]
    known_world = readings(_own(telling, strangers))
    world = [(name, signs) for name, signs in known_world if _total(signs, amounts) > 0]
    proposals = ranked(proposals, world, telling, strangers)
    known = [signs for _, signs in proposals]
    if not any(name in ("expression", "arithmetic", "rewrite") for name, _ in proposals):
        proposals += [
            (name, signs)
            for name, signs in fallbacks(telling, strangers)
            if signs not in known and _total(signs, amounts) > 0
        ]
    aside |= strangers
    everything = range(len(found))
    return Facts(
        quantities=tuple(entry(telling, roles, kinds, focus, ties, aside, i) for i in everything),
        unknown=asked,
        question=question(telling, focus[asked], ties.get(asked), kinds[asked]),
        relations=tuple(relation(telling, strangers, i) for i in everything),
        proposals=tuple(
            Proposal(name, tuple([-1 if i == asked else signs.get(i, 0) for i in everything]))
            for name, signs in proposals
        ),
    )


def _unit_kind(unit: tuple[str, ...]) -> UnitKind:
    kinds = unit_kinds()
    return next((kinds[word] for word in unit if word in kinds), "")


def _complete_units(tokens: Sequence[Token], found: Sequence[Mention]) -> None:
    """Give a unit to what counts in a word that is no measure word elsewhere (敲了19下), and to a
    question that names none (周长=) what most amounts count in.
    """
    for mention in found:
        at = mention.token + 1
        if mention.unit or at >= len(tokens):
            continue
        text, _, _, tag, _ = tokens[at]
        if len(text) == 1 and tag in ("f", "q", "n", "v", "m") and text not in "的和与是":
            mention.unit = (text,)
    asked = next(mention for mention in found if mention.value is None)
    if not asked.unit or (_unit_kind(asked.unit) == "" and len(found) > 3):
        units = [mention.unit[0] for mention in found if mention.unit and mention is not asked]
        if units:
            common = max(units, key=units.count)
            if units.count(common) > 1:
                asked.unit = (common,)


def _bought(
    tokens: Sequence[Token], found: Sequence[Mention], asked: int, told: Sequence[int]
) -> frozenset[int]:
    """The prices of what the text ends by buying (买了一支钢笔，还剩多少元), if not of all."""
    span = (*found[asked].lead, *found[asked].left)
    if not any(tokens[at].text[0] in "买购" for at in span):
        return frozenset()
    nouns = {tokens[at].text for at in span if tokens[at].tag[0] == "n"}
    own = {
        i: {tokens[at].text for at in (*found[i].left, *found[i].right) if tokens[at].tag[0] == "n"}
        for i in told
    }
    named = frozenset(i for i in told if own[i] & nouns)
    unnamed = [i for i in told if i not in named and own[i]]
    return named if named and unnamed else frozenset()


def _several(tokens: Sequence[Token], asked: Mention) -> bool:
    """Whether the question speaks of several together: 两天, 三个人, 他们, 这一天."""
    span = (*asked.lead, *asked.left)
    return any(tokens[at].text[0] in "两三四五他它她这" for at in span)


def _related(
    found: Sequence[Mention], kinds: Sequence[UnitKind], roles: Sequence[Role], asked: int
) -> list[int]:
    """The amounts that may be of what is asked, by their units."""
    counted = [i for i in range(len(found)) if i != asked and not roles[i]]
    question = found[asked]
    if question.unit:
        same = [i for i in counted if not found[i].unit or _counts_alike(found[i], question)]
        if len(same) > 1 and kinds[asked] in ("", "count"):
            return same
    agreeing = [i for i in counted if _agree(found[i], question, kinds, i, asked)]
    dated = any(role == "date" for role in roles)  # 5年前: an age and the years are enough
    return agreeing if len(agreeing) > 1 or (agreeing and dated) else counted


def _compared_things(
    framed: Sequence[Frame], kinds: Sequence[UnitKind], roles: Sequence[Role], asked: int
) -> list[int]:
    """Where the question compares two things, the counts of these, whatever measures them
    (40把椅子, 18台电脑: 椅子比电脑多多少); else none.
    """
    tie = framed[asked].tie
    if not tie or kinds[asked] not in ("", "count"):
        return []
    things = [side.thing for side in (*tie.subject, *tie.standard)]
    if len(things) != 2 or not all(things):
        return []
    found = [
        [
            i
            for i, frame in enumerate(framed)
            if i != asked and not roles[i] and kinds[i] == "count" and frame.thing == thing
        ]
        for thing in things
    ]
    return sorted({*found[0], *found[1]}) if all(found) and things[0] != things[1] else []


def _with_standards(
    related: list[int],
    framed: Sequence[Frame],
    kinds: Sequence[UnitKind],
    roles: Sequence[Role],
    asked: int,
) -> list[int]:
    """The related amounts with those counts that they are compared with (椅子比24张桌子多26把)."""
    counts = [
        i
        for i in range(len(framed))
        if i != asked and i not in related and not roles[i] and kinds[i] == "count"
    ]
    found = set(related)
    for index in related if counts else ():
        tie = framed[index].tie
        for side in (*tie.subject, *tie.standard) if tie and not framed[index].equalled else ():
            found.update(i for i in counts if side.thing and framed[i].thing == side.thing)
    return sorted(found) if len(found) > len(related) else related


def _counts_alike(one: Mention, other: Mention) -> bool:
    return one.unit[0] == other.unit[0] or (_are_people(one.unit) and _are_people(other.unit))


def _agree(one: Mention, other: Mention, kinds: Sequence[UnitKind], index: int, asked: int) -> bool:
    """Whether two amounts may be of the same thing, by their units."""
    if not one.unit or not other.unit or not kinds[asked]:
        return True
    if kinds[index] != kinds[asked]:
        return not kinds[index] and kinds[asked] == "count"
    if kinds[index] != "count" or _counts_alike(one, other):
        return True
    return bool(set(one.unit[1:]) & set(other.unit[1:]))


def _are_people(unit: tuple[str, ...]) -> bool:
    return unit[0] in _PEOPLE or (
        unit[0] == "个" and any(word[-1] in _PERSONS for word in unit[1:])
    )


def _proposals(
    tokens: Sequence[Token],
    found: Sequence[Mention],
    story: Sequence[Part],
    asked: int,
    usable: Sequence[int],
    related: Sequence[int],
    ties: Mapping[int, Comparison],
    cues: frozenset[str],
    roles: Sequence[Role],
    amounts: Sequence[int],
) -> list[tuple[str, dict[int, int]]]:
    proposals: list[tuple[str, dict[int, int]]] = []
    spoken = arithmetic(tokens, found, asked)
    written = expression(tokens, found, asked)
    if written and len(written) == len(found) - 1:
        proposals.append(("expression", written))
    elif spoken and len(spoken) > 1:
        proposals.append(("arithmetic", spoken))
    elif written:
        proposals.append(("expression", written))
    if proposals and not any(mention.unit for mention in found):
        return proposals
    if "rewrite" in cues and usable:
        proposals = [("rewrite", {usable[0]: 1})]
    found[asked].groups = together(tokens, found[asked])
    kind = story[asked].kind
    shared = any(part.kind in ("both", "neither") for part in story)
    joint = [i for i in range(len(found)) if story[i].kind == "whole" and not shared]
    stated = [i for i in usable if not roles[i] and (i in related or not _unit_kind(found[i].unit))]
    compared: tuple[str, Form] | None = None
    if ties or any(together(tokens, found[i]) for i in joint):
        back = bool(ties) and kind in ("repay", "remain") and story[asked].money
        if back:  # what was paid is no price: 买一双皮鞋付200元
            stated = [i for i in stated if story[i].kind != "pay"]
        entities = Entities(tokens, found, ties, stated, joint)
        if back:
            compared = _change_of_price(entities, story, asked, related)
        else:
            compared = entities.answer(asked, kind == "whole", kind == "apart")
    left = found[asked].left
    if asked in ties and sum(tokens[at].text[0] == "最" for at in left) > 1 and len(related) > 1:
        ranked = sorted(related, key=lambda index: found[index].value or 0)
        compared = ("extremes", {ranked[0]: -1, ranked[-1]: 1})
    if compared:
        proposals.append((f"compare {compared[0]}", compared[1]))
    tie = ties.get(asked)
    told = [i for i in related if i not in ties]
    if not compared or tie:
        moments = [i for i in usable if roles[i] == "date"]
        direction = tie.direction if tie else 0
        several = _several(tokens, found[asked])
        proposals.extend(
            schemas(
                found,
                story,
                asked,
                told,
                cues,
                direction,
                bool(ties),
                moments,
                several,
                _bought(tokens, found, asked, told) if story[asked].money else frozenset(),
            )
        )
    return [
        (name, signs)
        for name, signs in proposals
        if all(-1 <= sign <= 1 for sign in signs.values()) and _total(signs, amounts) > 0
    ]


def _own(telling: Telling, strangers: AbstractSet[int]) -> Telling:
    """What is told without the strangers."""
    if not strangers:
        return telling
    return replace(telling, related=[i for i in telling.related if i not in strangers])


def _total(signs: Mapping[int, int], amounts: Sequence[int]) -> int:
    return sum([sign * amounts[index] for index, sign in signs.items()])


def _change_of_price(
    entities: Entities, story: Sequence[Part], asked: int, related: Sequence[int]
) -> tuple[str, Form] | None:
    """What comes back of the money paid for something whose price follows from a comparison."""
    purse = [i for i in related if story[i].kind == "pay" or story[i].verb_class == "hold"]
    prices = entities.derived(asked)
    if len(purse) != 1 or len(prices) != 1:
        return None
    return "price", add({purse[0]: 1}, prices[0], -1)
