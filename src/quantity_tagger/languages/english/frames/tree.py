"""Tagged tokens of one problem with their dependency tree (Universal Dependencies)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

    def __post_init__(self) -> None:
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
        return next(n for n, span in enumerate(self.sentences) if place in span)


def parse_problem(problem: Problem) -> Tree:
    """The tree of a problem on its own tokens, by the bundled parser."""
    from quantity_tagger.languages.english.syntax import parse_all

    document = problem.document
    texts = document.columns.texts
    parsed = parse_all([list(texts[span.start : span.stop]) for span in document.sentences])
    lemmas: list[str] = []
    tags: list[str] = []
    heads: list[int] = []
    relations: list[str] = []
    for span, tree in zip(document.sentences, parsed, strict=True):
        own = document.columns.lemmas[span.start : span.stop]
        for text, tag, lemma, other in zip(tree.forms, tree.xpos, tree.lemmas, own, strict=True):
            plain = tag == "NNS" and lemma.lower() == text.lower()
            lemmas.append(other if plain else lemma.lower())
        tags.extend(tree.xpos)
        heads.extend([head + span.start if head >= 0 else -1 for head in tree.heads])
        relations.extend(tree.relations)
    return Tree(list(texts), lemmas, tags, heads, relations, document.sentences)
