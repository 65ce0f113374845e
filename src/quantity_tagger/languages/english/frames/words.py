"""Word lists of the frames, read once from the lexicon."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from quantity_tagger.languages.lexicon import load
from quantity_tagger.languages.units import units
from quantity_tagger.situation.facts import Effect


@cache
def words(section: str) -> frozenset[str]:
    """The entries of a section of ``lexicon/en/frames.txt``."""
    lines = load("en", "frames").get(section, ())
    return frozenset(word.strip() for line in lines for word in line.split(","))


@cache
def phrases(section: str) -> tuple[str, ...]:
    """The same between blanks, to be looked for in words that are joined by them."""
    return tuple([f" {entry} " for entry in sorted(words(section))])


def lines(section: str) -> tuple[str, ...]:
    """The lines of a section, for those who read them in their own way."""
    return tuple(load("en", "frames").get(section, ()))


@cache
def table(section: str) -> dict[str, str]:
    """A section whose lines are a word and what it stands for (the rest of the line)."""
    pairs = [line.split(maxsplit=1) for line in load("en", "frames").get(section, ())]
    return {pair[0]: pair[1] if len(pair) > 1 else "" for pair in pairs}


@cache
def unit(lemma: str) -> tuple[str, Fraction] | None:
    """Dimension and size of a unit."""
    entry = table("units").get(lemma)
    if entry is not None:
        dimension, size = entry.split()
        return dimension, Fraction(size)
    if lemma in words("no units"):
        return None
    for section, (_, known) in units("en").get(lemma, {}).items():
        if known is not None:
            return section.partition(" ")[0], known
    return None


@cache
def effects() -> dict[str, str]:
    """What a verb, with its particle, does to a stock."""
    return _by_verb("effects")


@cache
def likely_effects() -> dict[str, str]:
    """What a verb that no list has may do to a stock, by the verbs near it in WordNet."""
    return _by_verb("likely_effects")


def verb_effect(lemma: str, tag: str) -> str:
    """What a verb does to a stock, as listed or by its neighbours; "" for other words."""
    if not tag.startswith("V"):
        return ""
    return effects().get(lemma) or likely_effects().get(lemma, "")


def _by_verb(name: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for effect, lines in load("en", name).items():
        for line in lines:
            for verb in line.split(","):
                found.setdefault(verb.strip(), effect)
    return found


@cache
def verbs() -> frozenset[str]:
    """All verbs that an effect is known of, with a particle or without."""
    return frozenset(entry.split()[0] for entry in effects())


@cache
def measured_by() -> dict[str, Effect]:
    """Verbs that say that a measure grows or shrinks, whatever else they may say."""
    found: dict[str, Effect] = {}
    for effect in ("rise", "fall"):
        for line in load("en", "effects")[effect]:
            for verb in line.split(","):
                found.setdefault(verb.strip(), "rise" if effect == "rise" else "fall")
    return found


@cache
def names() -> dict[str, str]:
    """First names and the pronoun that stands for each."""
    lists = load("en", "names")
    found = dict.fromkeys(lists["male"], "he")
    found.update(dict.fromkeys(lists["female"], "she"))
    return found


@cache
def ups() -> dict[str, frozenset[str]]:
    """For a noun the more general ones: tulip → flower, plant, thing."""
    direct: dict[str, set[str]] = {}
    for line in load("en", "nouns").get("kinds", ()):
        kind, *members = line.split()
        for member in members:
            direct.setdefault(member, set()).add(kind)
    found: dict[str, frozenset[str]] = {}
    for noun in direct:
        above: set[str] = set()
        todo = list(direct[noun])
        while todo:
            one = todo.pop()
            if one not in above:
                above.add(one)
                todo.extend(direct.get(one, ()))
        found[noun] = frozenset(above)
    return found


@cache
def general_nouns() -> frozenset[str]:
    """Nouns that others belong to: "boat", "flower"."""
    return frozenset(line.split()[0] for line in load("en", "nouns").get("kinds", ()))


@cache
def needed_nouns() -> frozenset[str]:
    """Nouns for what is to be reached: "goal", "target"."""
    return frozenset(noun for noun, effect in table("event nouns").items() if effect == "need")
