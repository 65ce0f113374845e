"""The story as it was understood: who has what, what happens, what is compared, what is asked.

Lines keep the text's own words. Where a subject was left out or stands for a name, the name is put
in; where that would not read well, the words stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quantity_tagger import languages
from quantity_tagger.problem.story_line import KINDS, Kind, Scene, StoryLine

if TYPE_CHECKING:
    from quantity_tagger.languages.sentences import Sentences
    from quantity_tagger.problem.facts import Facts, QuantityFacts
    from quantity_tagger.problem.problem import Problem

__all__ = ["StoryLine", "story"]

_STATES = frozenset({"", "hold", "exist", "cost", "need"})
#: These say little of what a line is about when another number stands beside them.
_ASIDES = frozenset({"groups", "date", "label", "rate"})


def story(
    problem: Problem, facts: Facts, signs: Sequence[int] | None = None
) -> tuple[StoryLine, ...]:
    """The lines of a problem's story, each kind together, in the order of the text.

    ``signs`` of the quantities tell which lines an equation leaves out.
    """
    language = languages.get(problem.language)
    entries = [one for place, one in enumerate(facts.quantities) if place != facts.unknown]
    scenes = language.scenes(problem, entries)
    lines = [_line(problem, scene, entries, language.sentences, signs) for scene in scenes]
    return tuple(sorted(lines, key=lambda line: KINDS.index(line.kind)))


def _line(
    problem: Problem,
    scene: Scene,
    entries: Sequence[QuantityFacts],
    words: Sentences,
    signs: Sequence[int] | None,
) -> StoryLine:
    kind: Kind = "question" if scene.asks else _kind([entries[at] for at in scene.quantities])
    unneeded = [at for at in scene.quantities if signs is not None and not signs[at]]
    if not unneeded:
        return StoryLine(kind, scene.text, scene.quantities)
    if len(unneeded) == len(scene.quantities) and not scene.asks:
        return StoryLine(kind, scene.text, scene.quantities, False, words.unneeded)
    listed = words.listed([problem.quantities[at].text for at in unneeded])
    note = words.some_unneeded.format(quantities=listed)
    return StoryLine(kind, scene.text, scene.quantities, True, note)


def _kind(entries: Sequence[QuantityFacts]) -> Kind:
    entries = [one for one in entries if one.role not in _ASIDES] or entries
    if any(one.role == "difference" for one in entries):
        return "comparison"
    if any(one.role == "change" or _happens(one) for one in entries):
        return "event"
    return "state"


def _happens(entry: QuantityFacts) -> bool:
    """Whether a number of which no more is known belongs to a verb that does something."""
    return entry.role in ("", "total", "part") and entry.verb_class not in _STATES
