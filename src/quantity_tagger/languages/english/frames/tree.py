"""Tagged tokens of one problem with their dependency tree (Universal Dependencies)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quantity_tagger.languages.english.syntax import Tree as Parsed
    from quantity_tagger.problem.document import Document
    from quantity_tagger.problem.problem import Problem


class Tree:
    """Tokens field by field; ``heads`` are token indices, −1 for the root of a sentence."""

    __slots__ = (
        "children", "heads", "lemmas", "relations", "sentence_at", "sentences", "tags", "texts",
    )  # fmt: skip

    def __init__(
        self,
        texts: list[str],
        lemmas: list[str],
        tags: list[str],
        heads: list[int],
        relations: list[str],
        sentences: tuple[range, ...],
    ) -> None:
        self.texts: list[str] = texts
        self.lemmas: list[str] = lemmas
        self.tags: list[str] = tags
        self.heads: list[int] = heads
        self.relations: list[str] = relations
        self.sentences: tuple[range, ...] = sentences
        self.sentence_at: list[int] = [n for n, span in enumerate(sentences) for _ in span]
        self.children: list[list[int]] = [[] for _ in texts]
        for place, head in enumerate(heads):
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
