"""The file of the network: arrays and strings, nothing that is executed.

The rows of the table are bytes with a scale each, the matrices halves (`neural.archive`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

from numpy.typing import NDArray

from quantity_tagger.errors import ModelFileError
from quantity_tagger.languages.english.syntax.features import KINDS, Lexicon, Vocabulary
from quantity_tagger.neural import archive

VERSION: Final = 1
LICENCE: Final = (
    "CC BY-SA 4.0. Made from the Universal Dependencies English Web Treebank (Silveira, Dozat, "
    "de Marneffe, Bowman, Connor, Bauer, Manning, Schuster and others); word classes from WordNet "
    "3.0, copyright 2006 by Princeton University."
)


class Model(NamedTuple):
    """What parsing needs: numbers of features, names of labels, arrays by name, sizes."""

    vocabulary: Vocabulary
    labels: dict[str, tuple[str, ...]]
    arrays: dict[str, NDArray[Any]]
    layout: str
    attention_heads: int


def save(model: Model, path: Path) -> None:
    """Write the model; the same model gives the same bytes."""
    words: dict[int, list[str]] = {}
    for word, kind in sorted(model.vocabulary.lexicon.items()):
        words.setdefault(kind, []).append(word)
    header = {
        "version": VERSION,
        "licence": LICENCE,
        "layout": model.layout,
        "attention_heads": model.attention_heads,
        "labels": model.labels,
        "known": {kind: "\n".join(model.vocabulary.known[kind]) for kind in KINDS[:5]},
        "lexicon": {kind: " ".join(found) for kind, found in sorted(words.items())},
    }
    archive.write(path, header, model.arrays)


def load(path: Path) -> Model:
    """Read a model, or say in one sentence why this is not one."""
    with archive.opened(path, "parser", VERSION) as (header, arrays):
        lexicon = Lexicon({int(kind): words.split() for kind, words in header["lexicon"].items()})
        known = {kind: strings.split("\n") for kind, strings in header["known"].items()}
        model = Model(
            Vocabulary(known, lexicon),
            {name: tuple(labels) for name, labels in header["labels"].items()},
            arrays,
            header["layout"],
            header["attention_heads"],
        )
        if len(arrays["table"]) != model.vocabulary.size:
            raise ModelFileError(f"{path} is damaged: its table does not fit its vocabulary")
        return model
