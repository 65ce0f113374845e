"""What a Chinese problem says of its quantities and of what it asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from quantity_tagger.languages.chinese.facts.agreement import asked as question
from quantity_tagger.languages.chinese.facts.agreement import entry, relation
from quantity_tagger.languages.chinese.facts.compared_entities import Comparison, comparisons
from quantity_tagger.languages.chinese.facts.distractors import find_distractors
from quantity_tagger.languages.chinese.facts.focus import (
    Focus,
    focuses,
    set_aside,
    story_stands,
    strays,
)
from quantity_tagger.languages.chinese.facts.identity import Telling, sizes
from quantity_tagger.languages.chinese.facts.mentions import read_mentions
from quantity_tagger.languages.chinese.facts.roles import parts
from quantity_tagger.languages.chinese.facts.setting import frames
from quantity_tagger.languages.chinese.facts.units import (
    complete_units,
    find_related,
    kinds_of_units,
)
from quantity_tagger.problem.facts import Facts, Role, UnitKind
from quantity_tagger.problem.problem import Problem


@dataclass(slots=True)
class Description:
    """All that is read of a problem, before anything is concluded from it."""

    telling: Telling
    kinds: Sequence[UnitKind]  # what the unit of each mention measures
    roles: Sequence[Role]  # of the mentions that name or date, "" for the others
    cues: frozenset[str]  # cue classes of the whole text
    focus: Sequence[Focus]
    comparisons: Mapping[int, Comparison]
    distractors: AbstractSet[int]
    usable: Sequence[int]  # mentions that a reading may use at all
    related: Sequence[int]  # of what is asked, without those set aside

    def facts(self) -> Facts:
        """The description in the words that all languages share."""
        telling, asked = self.telling, self.telling.asked
        everything = range(len(telling.mentions))
        return Facts(
            quantities=tuple(
                entry(telling, self.roles, self.kinds, self.focus, self.comparisons, i)
                for i in everything
            ),
            unknown=asked,
            question=question(
                telling, self.focus[asked], self.comparisons.get(asked), self.kinds[asked]
            ),
            relations=tuple(relation(telling, self.distractors, i) for i in everything),
        )


def describe(problem: Problem) -> Description:
    """What the text says of each quantity and of the unknown."""
    tokens, found, hits, asked = read_mentions(problem)
    cues = frozenset(kind for hit in hits for kind in hit.classes)
    kinds = kinds_of_units(found)
    roles: list[Role] = [mention.label for mention in found]
    story = parts(tokens, found, kinds)
    usable = [i for i in range(len(found)) if i != asked and roles[i] != "label"]
    complete_units(tokens, found)
    framed = frames(tokens, found, hits, story)
    related = find_related(framed, found, kinds, roles, asked)
    moments = sum(mention.label == "date" and mention.unit[:1] == ("年",) for mention in found)
    telling = Telling(found, framed, story, related, asked, moments, tokens, sizes(found))
    focus = focuses(tokens, found)
    compared = comparisons(tokens, found)
    stated = [i for i in related if i not in compared]
    aside = set_aside(focus, story, asked, stated, bool(compared))
    related = [i for i in related if i not in aside]
    stray = strays(problem.tokens, problem.document.sentences, found, asked, related)
    if stray and story_stands(story, asked, [i for i in related if i not in stray]):
        related = [i for i in related if i not in stray]
        usable = [i for i in usable if i not in stray]
    return Description(
        telling=telling,
        kinds=kinds,
        roles=roles,
        cues=cues,
        focus=focus,
        comparisons=compared,
        distractors=find_distractors(telling),
        usable=usable,
        related=related,
    )
