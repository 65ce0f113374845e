"""The signs that a Chinese story suggests: each reading of the whole, surest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from quantity_tagger.languages.chinese.facts.analysis import Description
from quantity_tagger.languages.chinese.facts.compared_entities import together
from quantity_tagger.languages.chinese.facts.identity import Telling
from quantity_tagger.languages.chinese.facts.mentions import Mention
from quantity_tagger.languages.chinese.facts.roles import Part
from quantity_tagger.languages.chinese.facts.units import unit_kind
from quantity_tagger.languages.chinese.proposals.choice import fallbacks, ranked
from quantity_tagger.languages.chinese.proposals.comparisons import Entities
from quantity_tagger.languages.chinese.proposals.expressions import expression
from quantity_tagger.languages.chinese.proposals.schemas import schemas
from quantity_tagger.languages.chinese.proposals.special_schemas import Story
from quantity_tagger.languages.chinese.proposals.statements import Form, add
from quantity_tagger.languages.chinese.proposals.stocks import readings
from quantity_tagger.languages.chinese.vocabulary import word_set
from quantity_tagger.problem.document import Token
from quantity_tagger.problem.world import GUESSED, World

_PERIODS: Final = word_set("scope", "period")

COST: Final = 2.0
"""What the first guess costs, and by how much each further one is dearer."""
STEP: Final = 0.5

Named = tuple[str, Form]  # the name of a schema and the signs that it suggests


def propose(description: Description) -> tuple[World, ...]:
    """The readings of the whole story that fit it."""
    telling, distractors = description.telling, description.distractors
    amounts = telling.sizes
    proposals = _schemas(description)
    own = telling
    if distractors:
        own = replace(telling, related=[i for i in telling.related if i not in distractors])
        proposals += [(f"{name} own", signs) for name, signs in _schemas(_without(description))]
    stocks = [(name, signs) for name, signs in readings(own) if _total(signs, amounts) > 0]
    proposals = ranked(proposals, stocks, telling, distractors)
    known = [signs for _, signs in proposals]
    if not any(name in ("expression", "rewrite") for name, _ in proposals):
        proposals += [
            (name, signs)
            for name, signs in fallbacks(telling, distractors)
            if signs not in known and _total(signs, amounts) > 0
        ]
    everything = range(len(telling.mentions))
    return tuple(
        World(
            f"guess {name}",
            tuple([-1 if i == telling.asked else signs.get(i, 0) for i in everything]),
            GUESSED,
            COST + STEP * rank,
            doubts=("a guess",),
        )
        for rank, (name, signs) in enumerate(proposals)
    )


def _without(description: Description) -> Description:
    """The description without the distractors."""
    distractors = description.distractors
    return replace(
        description,
        related=[i for i in description.telling.related if i not in distractors],
        usable=[i for i in description.usable if i not in distractors],
        comparisons={i: c for i, c in description.comparisons.items() if i not in distractors},
    )


def _schemas(description: Description) -> list[Named]:
    """What the expressions, comparisons and schemas of the text suggest."""
    telling = description.telling
    proposals = _written(description)
    if proposals and not any(mention.unit for mention in telling.mentions):
        return proposals
    if "rewrite" in description.cues and description.usable:
        proposals = [("rewrite", {description.usable[0]: 1})]
    compared = _compared(description)
    if compared:
        proposals.append((f"compare {compared[0]}", compared[1]))
    if not compared or telling.asked in description.comparisons:
        proposals.extend(_stories(description))
    return [
        (name, signs)
        for name, signs in proposals
        if all(-1 <= sign <= 1 for sign in signs.values()) and _total(signs, telling.sizes) > 0
    ]


def _written(description: Description) -> list[Named]:
    """The sum that the text writes out, if it is one."""
    telling = description.telling
    written = expression(telling.tokens, telling.mentions, telling.asked)
    return [("expression", written)] if written else []


def _compared(description: Description) -> Named | None:
    """What follows from the comparisons and joint amounts of the text."""
    telling, compared, related = description.telling, description.comparisons, description.related
    tokens, found, asked = telling.tokens, telling.mentions, telling.asked
    story = telling.parts
    found[asked].groups = together(tokens, found[asked])
    kind = story[asked].kind
    left = found[asked].left
    superlatives = sum(tokens[at].text[0] == "最" for at in left)
    if asked in compared and superlatives > 1 and len(related) > 1:
        ordered = sorted(related, key=lambda index: found[index].value or 0)
        return "extremes", {ordered[0]: -1, ordered[-1]: 1}
    shared = any(part.kind in ("both", "neither") for part in story)
    joint = [i for i in range(len(found)) if story[i].kind == "whole" and not shared]
    if not compared and not any(together(tokens, found[i]) for i in joint):
        return None
    stated = [
        i
        for i in description.usable
        if not description.roles[i] and (i in related or not unit_kind(found[i].unit))
    ]
    back = bool(compared) and kind in ("repay", "remain") and story[asked].money
    if back:  # what was paid is no price: 买一双皮鞋付200元
        stated = [i for i in stated if story[i].kind != "pay"]
    entities = Entities(tokens, found, compared, stated, joint)
    if back:
        return _change_of_price(entities, story, asked, related)
    return entities.answer(asked, kind == "whole", kind == "apart")


def _stories(description: Description) -> list[Named]:
    """What the schemas of stories suggest."""
    telling, compared = description.telling, description.comparisons
    asked, parts = telling.asked, telling.parts
    comparison = compared.get(asked)
    stated = [i for i in description.related if i not in compared]
    story = Story(
        mentions=telling.mentions,
        parts=parts,
        question=parts[asked],
        asked=asked,
        related=stated,
        cues=description.cues,
        compared=comparison.direction if comparison else 0,
        tied=bool(compared),
        moments=[i for i in description.usable if description.roles[i] == "date"],
        bought=_bought(telling, stated) if parts[asked].money else frozenset(),
        several=_several(telling.tokens, telling.mentions[asked]),
    )
    return schemas(story)


def _bought(telling: Telling, stated: Sequence[int]) -> frozenset[int]:
    """The prices of what the text ends by buying (买了一支钢笔，还剩多少元), if not of all."""
    tokens, found, asked = telling.tokens, telling.mentions, telling.asked
    span = (*found[asked].lead, *found[asked].left)
    if not any(tokens[at].text[0] in "买购" for at in span):
        return frozenset()
    nouns = {tokens[at].text for at in span if tokens[at].tag[0] == "n"}
    own = {
        i: {tokens[at].text for at in (*found[i].left, *found[i].right) if tokens[at].tag[0] == "n"}
        for i in stated
    }
    named = frozenset(i for i in stated if own[i] & nouns)
    unnamed = [i for i in stated if i not in named and own[i]]
    return named if named and unnamed else frozenset()


def _several(tokens: Sequence[Token], asked: Mention) -> bool:
    """Whether the question speaks of several together: 两天, 三个人, 他们, 这一天, 周末."""
    words = [tokens[at].text for at in (*asked.lead, *asked.left)]
    return any(word[0] in "两三四五他它她这" or word in _PERIODS for word in words)


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
