"""Tags and dependency trees of English sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.languages.english.syntax import model_file
from quantity_tagger.languages.english.syntax.network import Network, Scores
from quantity_tagger.languages.english.syntax.tree import Tree

FILE: Final = Path(__file__).with_name("english.npz")
#: What goes through the network at once: more is no faster, and takes memory. A sentence is laid
#: out as its length squared.
_WORDS: Final = 500
_FEW_WORDS: Final = 200
_CELLS: Final = 60_000
_EMPTY: Final = Tree((), (), (), (), (), (), (), ())


class Parser:
    """Parses with one model; may be shared between threads."""

    def __init__(self, model: model_file.Model) -> None:
        self._network: Final = Network(model)
        self._xpos: Final = model.labels["xpos"]
        self._upos: Final = model.labels["upos"]
        self._relations: Final = model.labels["relations"]

    def parse(self, words: Sequence[str]) -> Tree:
        """The tree of a sentence that is cut into words."""
        return self.parse_all([words])[0]

    def parse_all(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        """The trees of many sentences, in much less time than one by one."""
        found = [_EMPTY] * len(sentences)
        for places in _batches([len(words) for words in sentences]):
            batch = [sentences[place] for place in places]
            for place, tree in zip(places, self._trees(batch, self._network(batch)), strict=True):
                found[place] = tree
        return found

    def _trees(self, sentences: list[Sequence[str]], scores: Scores) -> Iterator[Tree]:
        xpos = [self._xpos[tag] for tag in scores.xpos.tolist()]
        upos = [self._upos[tag] for tag in scores.upos.tolist()]
        relations = [self._relations[relation] for relation in scores.relations.tolist()]
        heads = (scores.heads - 1).tolist()
        tag_margins = scores.tag_margins.tolist()
        head_margins = scores.head_margins.tolist()
        start = 0
        for words in sentences:
            end = start + len(words)
            tags = xpos[start:end]
            yield Tree(
                tuple(words),
                tuple(map(lemmatise, words, tags)),
                tuple(upos[start:end]),
                tuple(tags),
                tuple(heads[start:end]),
                tuple(relations[start:end]),
                tuple(tag_margins[start:end]),
                tuple(head_margins[start:end]),
            )
            start = end


def _batches(lengths: list[int]) -> Iterator[list[int]]:
    """Places of sentences that go through together: of like length, none of them empty."""
    batch: list[int] = []
    last = 0
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        width = lengths[place]
        if not width:
            continue
        count = len(batch) + 1
        enough = width > last and count * last > _FEW_WORDS  # else short ones would be padded
        if batch and (enough or count * width > _WORDS or count * width * width > _CELLS):
            yield batch
            batch = []
        batch.append(place)
        last = width
    if batch:
        yield batch


@cache
def bundled() -> Parser:
    """The parser with the model in the package, loaded when it is first asked for."""
    return Parser(model_file.load(FILE))


def parse(words: Sequence[str]) -> Tree:
    """The tree of a sentence that is cut into words as `quantity_tagger.read` cuts them."""
    return bundled().parse(words)


def parse_all(sentences: Sequence[Sequence[str]]) -> list[Tree]:
    """The trees of many sentences, in much less time than one by one."""
    return bundled().parse_all(sentences)
