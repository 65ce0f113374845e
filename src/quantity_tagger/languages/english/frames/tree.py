"""Tagged tokens of one problem with their dependency tree (Universal Dependencies)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quantity_tagger.languages.english.syntax import Tree as Parsed
    from quantity_tagger.problem.document import Document
    from quantity_tagger.problem.problem import Problem


@dataclass(slots=True)
class Tree:
    """Tokens field by field; ``heads`` are token indices, −1 for the root of a sentence."""

    texts: list[str]
    lemmas: list[str]
    tags: list[str]
    heads: list[int]
    relations: list[str]
    sentences: tuple[range, ...]
    children: list[list[int]] = field(default_factory=list)
    sentence_at: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sentence_at = [n for n, span in enumerate(self.sentences) for _ in span]
        self.children = [[] for _ in self.texts]
        for place, head in enumerate(self.heads):
            if head >= 0:
                self.children[head].append(place)

    def child(self, place: int, *relations: str) -> int | None:
        """The first child with one of these relations."""
        for one in self.children[place]:
            if self.relations[one] in relations:
                return one
        return None

    def sentence_of(self, place: int) -> int:
        return self.sentence_at[place]


def parse_problem(problem: Problem) -> Tree:
    """The tree of a problem on its own tokens, by the bundled parser."""
    return parse_problems([problem])[0]


def parse_problems(problems: Sequence[Problem]) -> list[Tree]:
    """The trees of many problems; the parser is much faster with all their sentences at once."""
    from quantity_tagger.languages.english.syntax import parse_all

    parsed = iter(
        parse_all(
            [
                problem.document.columns.texts[span.start : span.stop]
                for problem in problems
                for span in problem.document.sentences
            ],
            details=False,
        )
    )
    return [
        _joined(problem.document, list(islice(parsed, len(problem.document.sentences))))
        for problem in problems
    ]


def _joined(document: Document, parsed: list[Parsed]) -> Tree:
    """One tree of all sentences, whose heads are places in the text."""
    lemmas: list[str] = []
    tags: list[str] = []
    heads: list[int] = []
    relations: list[str] = []
    columns = document.columns
    for span, tree in zip(document.sentences, parsed, strict=True):
        start = span.start
        lemmas.extend(tree.lemmas)
        tags.extend(tree.xpos)
        heads.extend([head + start if head >= 0 else -1 for head in tree.heads])
        relations.extend(tree.relations)
    for place, tag in enumerate(tags):
        if tag == "NNS" and lemmas[place] == columns.texts[place].lower():
            lemmas[place] = columns.lemmas[place]
    return Tree(list(columns.texts), lemmas, tags, heads, relations, document.sentences)
