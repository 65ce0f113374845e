"""Things and places that a question asks about together."""

from __future__ import annotations

from quantity_tagger.languages.english.frames.nouns import said_marks, time_of
from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.facts import Fact, Side


def joined_places(reader: Reader, asked: Fact, known: set[str]) -> list[str]:
    """As in "in the yard and in the hall": the places that are asked about together."""
    found: list[str] = []
    end = -1
    told = {p.start for c in reader.clauses if c.marker == "if" for p in c.phrases}
    for phrase in reader.phrases:
        if phrase.start not in asked.words or phrase.preposition not in words("standing"):
            continue
        if phrase.start in told:
            continue
        if time_of(reader.tree, phrase) is not None:
            break
        between = reader.tree.lemmas[end : phrase.start - 1] if found else []
        if found and between not in (["and"], [","], [",", "and"]):
            break
        names = [reader.entities.name(one) for one in phrase.joint()]
        if not all(name in known - reader.entities.people - {""} for name in names):
            if found:
                break
            continue  # "in all in the yard and in the hall"
        found += [name for name in names if name not in found]
        end = phrase.joint()[-1].end
    return found


def all_of(reader: Reader, asked: Fact, known: set[str]) -> str:
    """As in "the rings", "on both shelves" of "the red ring … the blue ring", "the top shelf":
    all things of that name together, those too that are only compared with.
    """
    tree = reader.tree
    for phrase in reader.phrases:
        if phrase.head not in asked.words or phrase.start <= reader.asked or phrase.head < 0:
            continue
        noun = tree.lemmas[phrase.head]
        if tree.tags[phrase.head] != "NNS" or phrase.possessor is not None:
            continue
        alike = [name for name in _in_order(reader) if noun in _ends(name) and name in known]
        alike = [name for name in alike if name not in reader.entities.groups and name != noun]
        said = {word for name in alike for word in name.split()}
        if not said.isdisjoint(said_marks(phrase)):
            continue  # "the red boxes"
        own = asked.holder in ("", *alike) or asked.holder.split()[-1] == noun
        if len(alike) > 1 and own and noun != asked.kind.head:
            return reader.entities.join(alike)
    return ""


def _ends(name: str) -> tuple[str, ...]:
    """The first and last word of a name: its noun is one of them."""
    return (name.partition(" ")[0], name.rpartition(" ")[2])


def _in_order(reader: Reader) -> list[str]:
    """The names of those that are told of or compared with, in the order of telling."""
    names: list[str] = []
    for fact in reader.facts:
        side = fact.than or Side()
        names += [name for name in (fact.holder, fact.place, side.holder, side.place) if name]
    return list(dict.fromkeys(names))
