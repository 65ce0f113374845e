"""The story as it was understood: what there is, what happens, what is compared, what is asked.

Each number has a line, from its statement in the world that won, in the text's own words: those of
the statement, with the rest of its clause that no other statement has. A subject that was left out
or stands for a name gets the name.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Literal

from quantity_tagger import languages
from quantity_tagger.languages.reasons import Reasons, reasons
from quantity_tagger.solution.evidence import own_words
from quantity_tagger.solution.worlds import won

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem
    from quantity_tagger.problem.world import Statement
    from quantity_tagger.solution.solution import Solution

#: In the order in which they are told.
Kind = Literal["state", "part", "event", "end", "comparison", "goal", "question", "aside"]
KINDS: Final[tuple[Kind, ...]] = (
    "state", "part", "event", "end", "comparison", "goal", "question", "aside",
)  # fmt: skip

_KIND_OF: Final[dict[str, Kind]] = {
    "change": "event",
    "doing": "event",
    "shift": "event",
    "difference": "comparison",
    "side": "comparison",
    "goal": "goal",
    "part": "part",
}
_STOPS: Final = frozenset(",;:.!?，；：。！？")


@dataclass(frozen=True, slots=True)
class StoryLine:
    """What the text says of one number, or what it asks: ``quantities`` are the places of the
    numbers among the solution's. A number that the equation leaves out is an "aside".
    """

    kind: Kind
    text: str
    quantities: tuple[int, ...]

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"kind": self.kind, "text": self.text, "quantities": list(self.quantities)}


def story(solution: Solution) -> tuple[StoryLine, ...]:
    """The lines of the story, each kind together, in the order of the text; none where no world
    won.
    """
    world = won(solution)
    if world is None:
        return ()
    signs = [one.sign for one in solution.quantities]
    lines = []
    for place, one in enumerate(world.statements):
        text = told(solution.problem, world.statements, place)
        if text:
            numbered = place < len(signs)
            kind: Kind = "aside" if numbered and not signs[place] else _kind(one)
            lines.append(StoryLine(kind, text, (place,) if numbered else ()))
    question = " ".join(solution.unknown.question.split())
    lines.append(StoryLine("question", question, ()))
    return tuple(sorted(lines, key=lambda line: KINDS.index(line.kind)))


def _kind(statement: Statement) -> Kind:
    if statement.tells == "state" and statement.late:
        return "end"
    return _KIND_OF.get(statement.tells, "state")


def told(problem: Problem, statements: Sequence[Statement], place: int) -> str:
    """A statement in the words of the text; "" where the question tells it."""
    words = reasons(problem.language)
    tokens = _tokens(problem, statements, place, words)
    columns = problem.document.columns
    while tokens and _leads(columns.lemmas[tokens[0]], words):
        tokens = tokens[1:]
    while tokens and _leads(columns.lemmas[tokens[-1]], words):
        tokens = tokens[:-1]
    if not tokens:
        return ""
    text = _joined(problem, tokens)
    name = _subject(problem, statements[place], tokens, words)
    if name:
        alone = columns.lemmas[tokens[0]] in words.pronouns
        rest = _joined(problem, tokens[1:]) if alone else text
        text = languages.get(problem.language).space.join((name, rest))
    return text[:1].upper() + text[1:]


def _leads(lemma: str, words: Reasons) -> bool:
    """Whether a word leads on and says nothing by itself."""
    return lemma in words.joints or lemma in _STOPS


def _tokens(
    problem: Problem, statements: Sequence[Statement], place: int, words: Reasons
) -> list[int]:
    """The tokens of a statement and the rest of its clause that is nobody else's."""
    numbers = [quantity.token for quantity in problem.quantities]
    asked = problem.unknown.question or ()
    said = [
        own_words(problem, one, numbers[at]) if at < len(numbers) else list(one.words)
        for at, one in enumerate(statements)
    ]
    others = {word for at, words in enumerate(said) if at != place for word in words}
    own = sorted(said[place])
    if place < len(numbers):
        number = numbers[place]
        # A verb before the number is shared, one behind it is of those that it stands beside.
        own = [word for word in own if word <= number or word not in others]
        own = sorted({number, *own})
    within = any(word in asked for word in own)
    if not own or (within and (place >= len(numbers) or len(own) == 1)):
        return []  # the question tells it
    taken = others.union(numbers, asked).difference(own)
    found = own[:1]
    for one, other in pairwise(own):
        between = range(one + 1, other)
        if all(_free(problem, at, taken) for at in between):
            found += between
        found.append(other)
    cut = any(word > own[-1] for word in said[place])
    after = _unit(problem, own[-1]) if cut else _after(problem, own[-1], taken, words)
    return [*_before(problem, own[0], taken, words), *found, *after]


def _free(problem: Problem, at: int, taken: Collection[int]) -> bool:
    return at not in taken and problem.document.columns.texts[at] not in _STOPS


def _before(problem: Problem, first: int, taken: Collection[int], words: Reasons) -> list[int]:
    """What stands before the first word in its clause: the subject, a time, a place."""
    columns = problem.document.columns
    start = _clause(problem, first).start
    at = led = first
    while at > start and _free(problem, at - 1, taken):
        at -= 1
        if columns.lemmas[at] in words.joints and led == first:
            led = at + 1
    if at > start and at - 1 in taken:  # what stands before a joint goes with the words before it
        empty = languages.get(problem.language).tagset.empty
        joined = any(columns.lemmas[one] in words.joints for one in range(at, first))
        at = led if joined or columns.tags[at] in empty else at
    return list(range(at, first))


def _after(problem: Problem, last: int, taken: Collection[int], words: Reasons) -> list[int]:
    """What stands behind the last word in its clause, without a preposition that leads on."""
    columns = problem.document.columns
    stop = _clause(problem, last).stop
    at = last + 1
    while at < stop and _free(problem, at, taken) and columns.lemmas[at] not in words.joints:
        at += 1
    if at < stop and at in taken:
        empty = languages.get(problem.language).tagset.empty
        while at > last + 1 and columns.tags[at - 1] in empty:
            at -= 1
    return list(range(last + 1, at))


def _unit(problem: Problem, last: int) -> list[int]:
    """The unit of a number that stands last."""
    texts = problem.document.columns.texts
    unit = next((one.unit for one in problem.quantities if one.token == last), ())
    at = last + 1
    while at < len(texts) and texts[at] in "".join(unit):
        at += 1
    return list(range(last + 1, at))


def _clause(problem: Problem, token: int) -> range:
    return next(one for one in problem.document.clauses if token in one)


def _subject(problem: Problem, statement: Statement, tokens: Sequence[int], words: Reasons) -> str:
    """The name of whom a line is about, where it has no subject or begins with a pronoun; "" where
    it has one, or the text does not name the one.
    """
    columns = problem.document.columns
    language = languages.get(problem.language)
    holder, first = statement.holder, tokens[0]
    led = [at for at in tokens if at < min(statement.words, default=first)]
    named = [at for at in led if columns.tags[at] in language.tagset.names]
    numbers = [quantity.token for quantity in problem.quantities]
    if columns.tags[first] in language.tagset.names or first in numbers:
        named.append(first)
    if columns.lemmas[first] not in words.pronouns and named:
        return ""
    if not holder or holder in _joined(problem, tokens).lower():
        return ""
    if not language.space:
        return _with_place(problem, holder)
    known = [at for at, lemma in enumerate(columns.lemmas) if holder in (lemma, columns.texts[at])]
    known += [at for at, text in enumerate(columns.texts) if text.lower() == holder]
    if not known:
        return ""
    text = columns.texts[known[0]]
    return text if text[:1].isupper() else words.then["asked"].format(asked=text)


def _with_place(problem: Problem, holder: str) -> str:
    """A holder as a text without spaces names it, with the word for where of it ("里")."""
    columns = problem.document.columns
    at = problem.text.find(holder)
    if at < 0:
        return ""
    after = next((n for n, start in enumerate(columns.starts) if start == at + len(holder)), None)
    if after is not None and columns.tags[after] == "f":
        return holder + columns.texts[after]
    return holder


def _joined(problem: Problem, tokens: Sequence[int]) -> str:
    """Tokens as they stand in the text, without what is left out between them."""
    columns = problem.document.columns
    runs: list[list[int]] = []
    for token in tokens:
        if runs and runs[-1][1] == token - 1:
            runs[-1][1] = token
        else:
            runs.append([token, token])
    parts = [problem.text[columns.starts[one] : columns.ends[two]] for one, two in runs]
    return " ".join(languages.get(problem.language).space.join(parts).split())
