"""Tagged tokens of one problem with their dependency tree (Universal Dependencies)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

#: The lemma of "left" where it is a side, and nothing is left: its text is not seen either.
SIDE: Final = "left-hand"
_BEYOND: Final = (".", ".", ".")

if TYPE_CHECKING:
    from quantity_tagger.languages.english.syntax import Tree as Parsed
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

    def list_goes_on(self, start: int, stop: int) -> bool:
        """Whether a comma, "and" or both are all that stands from one place to another."""
        return self.lemmas[start:stop] in ([","], ["and"], [",", "and"])


def tree_of(problem: Problem) -> Tree:
    """The tree of a problem on its own tokens, to be read and changed."""
    document = problem.document
    columns = document.columns
    if columns.heads is None or columns.relations is None:
        return _parsed(problem)
    tree = Tree(
        columns.texts,
        columns.lemmas.copy(),
        columns.tags.copy(),
        columns.heads.copy(),
        columns.relations.copy(),
        document.sentences,
    )
    return _closed(tree)


def _parsed(problem: Problem) -> Tree:
    """The tree of a problem whose words were tagged elsewhere."""
    from quantity_tagger.languages.english.frames.repairs import repair
    from quantity_tagger.languages.english.syntax import parse_all

    texts, sentences = problem.document.columns.texts, problem.document.sentences
    parsed = parse_all([texts[span.start : span.stop] for span in sentences], details=False)
    tree = joined(texts, sentences, parsed)
    repair(tree, {quantity.token for quantity in problem.quantities})
    return _closed(tree)


def _closed(tree: Tree) -> Tree:
    """The tree with the texts that frames see, and full stops beyond it.

    They belong to no sentence: a text may break off anywhere, and who looks some words ahead finds
    its end there.
    """
    texts = zip(tree.texts, tree.lemmas, strict=True)
    tree.texts = [SIDE if lemma == SIDE else text for text, lemma in texts]
    for column in (tree.texts, tree.lemmas, tree.tags):
        column.extend(_BEYOND)
    return tree


def joined(texts: list[str], sentences: tuple[range, ...], parsed: Iterable[Parsed]) -> Tree:
    """One tree of all sentences, whose heads are places in the text."""
    lemmas: list[str] = []
    tags: list[str] = []
    heads: list[int] = []
    relations: list[str] = []
    for span, tree in zip(sentences, parsed, strict=True):
        start = span.start
        lemmas.extend(tree.lemmas)
        tags.extend(tree.xpos)
        heads.extend([head + start if head >= 0 else -1 for head in tree.heads])
        relations.extend(tree.relations)
    return Tree(texts, lemmas, tags, heads, relations, sentences)
