"""Schemas of special stories: overlap, series, ages, calendars, tare, portions.

What they look for is so telling that, where one fits, it mostly says all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quantity_tagger.languages.chinese.facts.mentions import Mention, likeness
from quantity_tagger.languages.chinese.facts.roles import Part

Signs = dict[int, int]  # mention index → sign; what is missing has 0


@dataclass(slots=True)
class Story:
    """All that a schema looks at."""

    mentions: Sequence[Mention]
    parts: Sequence[Part]
    question: Part
    asked: int
    related: Sequence[int]
    cues: frozenset[str]  # of the whole text
    compared: int  # direction, where the question compares; else 0
    tied: bool  # whether any amount is a difference
    moments: Sequence[int]  # amounts that say when: 3年后
    bought: frozenset[int]  # prices of what is bought after all, where not everything is
    several: bool  # whether the question speaks of several times or people: 两天, 他们

    def largest(self) -> int:
        return max(self.related, key=lambda index: self.mentions[index].value or 0, default=-1)

    def of_kind(self, *kinds: str) -> list[int]:
        return [index for index in self.related if self.parts[index].kind in kinds]


def whole_less_rest(story: Story, whole: int = -1) -> Signs:
    """The whole (else the largest) minus all else."""
    whole = story.largest() if whole < 0 else whole
    return {i: 1 if i == whole else -1 for i in story.related}


def overlap(story: Story) -> Signs | None:
    """All = the one + the other − both + neither."""
    question = story.question.kind
    both, neither = story.of_kind("both"), story.of_kind("neither")
    plain = [i for i in story.related if i not in both and i not in neither]
    if question in ("both", "neither"):
        if len(plain) != 3 or len(both) > 1 or len(neither) > 1:
            return None
        total = max(plain, key=lambda i: story.mentions[i].value or 0)
        signs = {i: 1 if i == total else -1 for i in plain}
        signs.update(dict.fromkeys(both, 1))
        signs.update(dict.fromkeys(neither, -1))
        return {i: -sign for i, sign in signs.items()} if question == "both" else signs
    if len(both) == 1 and len(plain) == 2 and story.question.described:
        groups = [i for i in plain if not story.parts[i].described]
        if len(groups) == 1 and question in ("event", "state"):
            return {
                **{i: 1 if i in groups else -1 for i in plain},
                **dict.fromkeys(neither, -1),
                both[0]: 1,
            }
    if len(both) == 1 and len(plain) == 2:
        total = max(plain, key=lambda i: story.mentions[i].value or 0)
        counted = story.parts[plain[1]].among or story.of_kind("whole") or "either" in story.cues
        if question == "whole" or not (counted and total == plain[0]):
            return {**dict.fromkeys((*plain, *neither), 1), both[0]: -1}
        return {
            **{i: 1 if i == total else -1 for i in plain},
            **dict.fromkeys(neither, -1),
            both[0]: 1,
        }
    if len(both) == 1 and len(plain) == 3 and not neither:
        if question == "remain" or story.parts[plain[1]].among:
            return {plain[0]: 1, **dict.fromkeys(plain[1:], -1), both[0]: 1}
        return {**dict.fromkeys(plain[1:], 1), both[0]: -1}
    if len(both) == 4 and len(plain) == 3:
        return {**dict.fromkeys(plain, 1), **dict.fromkeys(both[:3], -1), both[3]: 1}
    return None


def series(story: Story) -> Signs | None:
    """第一层…，第二层多少: the whole − those that are named in turn."""
    if story.question.kind not in ("state", "event", "whole") or len(story.related) < 2:
        return None
    if story.compared or "第" not in story.mentions[story.asked].key:
        return None
    first, *turns = story.related
    if any(story.parts[i].effect > 0 for i in turns):
        return None
    if "第" in story.mentions[first].key or story.largest() != first:
        return None
    if not all("第" in story.mentions[i].key for i in turns):
        return None
    return whole_less_rest(story, first)


def tare(story: Story) -> Signs | None:
    """一坛酒连坛重…: with what it is in."""
    if "gross" not in story.cues or len(story.related) < 2 or story.compared:
        return None
    gross = [i for i in story.related if "gross" in story.mentions[i].cues]
    return whole_less_rest(story, gross[0]) if len(gross) == 1 else None


def ages(story: Story) -> Signs | None:
    """Ages keep their distance: A is …, B is …; how old is A when B is …."""
    if len(story.related) != 2 or len(story.moments) != 1 or story.compared:
        return None
    moment = story.moments[0]
    asked = story.mentions[story.asked]
    if not asked.unit or "岁" not in asked.unit[0] or story.question.kind != "state":
        return None
    if story.mentions[moment].unit[:1] != asked.unit[:1]:
        return None
    own = [i for i in story.related if likeness(story.mentions[i].key, asked.key) >= 0.5]
    if len(own) != 1:
        return None
    other = next(i for i in story.related if i != own[0])
    return {own[0]: 1, other: -1, moment: 1}


def later(story: Story) -> Signs | None:
    """3年后小明多少岁: the age now and the years that pass."""
    asked = story.mentions[story.asked]
    if len(story.related) != 1 or len(story.moments) != 1 or story.compared:
        return None
    if not asked.unit or "岁" not in asked.unit[0]:
        return None
    moment = story.mentions[story.moments[0]]
    before = "earlier" in moment.cues
    return {story.related[0]: 1, story.moments[0]: -1 if before else 1}


def calendar(story: Story) -> Signs | None:
    """Years and ages: born in 2011, 9 years old in 2020."""
    years = [i for i in story.moments if (story.mentions[i].value or 0) >= 1000]
    asked = story.mentions[story.asked]
    unit = asked.unit[0] if asked.unit else ""
    if len(years) == 2 and unit in ("岁", "周岁", "年"):
        years.sort(key=lambda i: story.mentions[i].value or 0)
        return {years[0]: -1, years[1]: 1}
    ages = [i for i in (*story.related, *story.moments) if story.mentions[i].unit[:1] == ("岁",)]
    if len(years) == 1 and len(ages) == 1 and unit not in ("岁", "周岁"):
        born = "born" in asked.cues
        return {years[0]: 1, ages[0]: -1 if born else 1}
    return None


def between(story: Story) -> Signs | None:
    """从6时到10时, 从2米到7米: the end − the beginning."""
    if len(story.related) != 2 or story.compared or story.question.kind not in ("state", "whole"):
        return None
    first, second = story.related
    one, other = story.mentions[first], story.mentions[second]
    clock = one.unit[:1] == other.unit[:1] and one.unit[:1] in (("时",), ("点",))
    reaches = "to" in {kind for hit in other.before for kind in hit.classes}
    if not clock and not (reaches and "从" in one.words and one.clause == other.clause):
        return None
    return whole_less_rest(story)


def portion(story: Story) -> Signs | None:
    """Unknown = the length − the portions that are named."""
    portions = [i for i in story.related if story.parts[i].portion]
    if story.question.kind not in ("state", "event", "remain") or not portions:
        return None
    if len(story.related) < 2 or story.largest() != story.related[0] or story.compared:
        return None
    return whole_less_rest(story)
