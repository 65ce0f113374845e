"""The story as it was understood: what there is, what happens, what is compared, what is asked.

Each number has a line, from its statement in the world that won, in the text's own words: those of
the statement, with the rest of its clause that no other statement has. A subject that was left out
or stands for a name gets the name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    said = statements[place].words
    own = sorted(said)
    if place < len(numbers):
        own = sorted({*own_words(problem, statements[place], numbers[place]), numbers[place]})
    within = any(word in asked for word in own)
    if not own or (within and (place >= len(numbers) or not said)):
        return []  # the question tells it
    taken = {word for one in statements for word in one.words}.union(numbers).difference(own)
    taken.update(asked)
    columns = problem.document.columns

    def free(at: int) -> bool:
        return at not in taken and columns.texts[at] not in _STOPS

    def inside(between: range) -> Iterator[int]:
        if all(map(free, between)):
            yield from between

    first, last = own[0], own[-1]
    start, stop = _clause(problem, first).start, _clause(problem, last).stop
    led = first
    while first > start and free(first - 1):
        first -= 1
        if columns.lemmas[first] in words.joints:
            led = first + 1
    if first > start and first - 1 in taken:
        first = led  # what stands before a joint goes with the words before it
    while last + 1 < stop and free(last + 1) and columns.lemmas[last + 1] not in words.joints:
        last += 1
    found = [*range(first, own[0]), own[0]]
    for one, other in pairwise(own):
        found += [*inside(range(one + 1, other)), other]
    return [*found, *range(own[-1] + 1, last + 1)]


def _clause(problem: Problem, token: int) -> range:
    return next(one for one in problem.document.clauses if token in one)


def _subject(problem: Problem, statement: Statement, tokens: Sequence[int], words: Reasons) -> str:
    """The name of whom a line is about, where it begins with a verb or a pronoun; "" where it has
    a subject, or the text does not name the one.
    """
    columns = problem.document.columns
    first = tokens[0]
    names = languages.get(problem.language).tagset.names
    pronoun = columns.lemmas[first] in words.pronouns
    if not statement.holder or (columns.tags[first] in names and not pronoun):
        return ""
    if statement.holder in _joined(problem, tokens).lower():
        return ""
    if any(quantity.token == first for quantity in problem.quantities):
        return ""
    if not languages.get(problem.language).space:
        return _with_place(problem, statement.holder)
    return next(
        (
            text
            for text, lemma in zip(columns.texts, columns.lemmas, strict=True)
            if statement.holder in (lemma, text.lower()) and text[:1].isupper()
        ),
        "",
    )


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
