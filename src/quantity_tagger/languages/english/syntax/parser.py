"""Tags and dependency trees of English sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Final, TypeVar

from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.languages.english.syntax import model_file
from quantity_tagger.languages.english.syntax.network import Network, Scores
from quantity_tagger.languages.english.syntax.tree import Tree
from quantity_tagger.support.blas import one_thread

_Cell = TypeVar("_Cell")

FILE: Final = Path(__file__).with_name("english.npz")
#: What goes through the network at once: more is no faster, and takes memory. A sentence is laid
#: out as its length squared.
_WORDS: Final = 500
_FEW_WORDS: Final = 200
_CELLS: Final = 60_000
#: Longer sentences are cut, behind one of the marks if they can.
_LONGEST: Final = 80
_MARKS: Final = frozenset(",;:.!?")
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

    def parse_all(self, sentences: Sequence[Sequence[str]], *, details: bool = True) -> list[Tree]:
        """The trees of many sentences, in much less time than one by one; without ``details`` they
        have neither coarse tags nor margins, which not everyone needs.
        """
        if any(len(words) > _LONGEST for words in sentences):
            return self._parse_in_pieces(sentences, details)
        found = [_EMPTY] * len(sentences)
        with one_thread():
            for places in _batches([len(words) for words in sentences]):
                batch = [sentences[place] for place in places]
                trees = self._trees(batch, self._network(batch, details))
                for place, tree in zip(places, trees, strict=True):
                    found[place] = tree
        return found

    def _parse_in_pieces(self, sentences: Sequence[Sequence[str]], details: bool) -> list[Tree]:
        """Work grows with the square of a sentence's length: what no teacher would write as one
        sentence is parsed as several, the later ones hanging on the first.
        """
        pieces = [list(_pieces(words)) for words in sentences]
        flat = [piece for several in pieces for piece in several]
        parsed = iter(self.parse_all(flat, details=details))
        return [_joined(list(islice(parsed, len(several)))) for several in pieces]

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


def _pieces(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """The words in stretches that are not too long, cut behind a mark where there is one."""
    start = 0
    while len(words) - start > _LONGEST:
        end = start + _LONGEST
        marks = [place for place in range(start + _LONGEST // 2, end) if words[place] in _MARKS]
        end = marks[-1] + 1 if marks else end
        yield words[start:end]
        start = end
    yield words[start:]


def _joined(pieces: list[Tree]) -> Tree:
    """One tree of the trees of a sentence's pieces."""
    if len(pieces) == 1:
        return pieces[0]
    root = pieces[0].root
    heads: list[int] = []
    relations: list[str] = []
    for piece in pieces:
        start = len(heads)
        for head, relation in zip(piece.heads, piece.relations, strict=True):
            hangs_on_first = start and head < 0
            heads.append(root if hangs_on_first else head + start if head >= 0 else -1)
            relations.append("parataxis" if hangs_on_first else relation)
    return Tree(
        _all(piece.forms for piece in pieces),
        _all(piece.lemmas for piece in pieces),
        _all(piece.upos for piece in pieces),
        _all(piece.xpos for piece in pieces),
        tuple(heads),
        tuple(relations),
        _all(piece.tag_margins for piece in pieces),
        _all(piece.head_margins for piece in pieces),
    )


def _all(columns: Iterable[tuple[_Cell, ...]]) -> tuple[_Cell, ...]:
    return tuple(chain.from_iterable(columns))


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


def parse_all(sentences: Sequence[Sequence[str]], *, details: bool = True) -> list[Tree]:
    """The trees of many sentences, in much less time than one by one; without ``details`` they
    have neither coarse tags nor margins.
    """
    return bundled().parse_all(sentences, details=details)
