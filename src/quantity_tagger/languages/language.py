"""What a language is to the rest of the package: a folder with these files and names in them.

The folder's ``__init__.py`` has the `Language` as ``LANGUAGE``; every other file is loaded when a
part of it is first asked for, so that only the language in use costs anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from quantity_tagger.languages.clock import ClockTime
    from quantity_tagger.languages.sentences import FeatureWords, Sentences
    from quantity_tagger.languages.telling.scene import Scene as Teller
    from quantity_tagger.problem.document import Document, Tagset
    from quantity_tagger.problem.facts import Facts, QuantityFacts
    from quantity_tagger.problem.problem import Problem, Quantity, Unknown
    from quantity_tagger.situation.facts import Story
    from quantity_tagger.situation.understand import Understanding

T = TypeVar("T")
Offsets = Sequence[tuple[int, int]]
Choose = Callable[[Sequence[str]], str]


class Part(Generic[T]):
    """A name in a file of the language's folder, loaded when it is first asked for."""

    def __init__(self, file: str, name: str) -> None:
        self.file = file
        self.name = name

    def __set_name__(self, owner: type, name: str) -> None:
        self._attribute = name

    def __get__(self, language: Language, owner: type | None = None) -> T:
        found: T = getattr(language.module(self.file), self.name)
        setattr(language, self._attribute, found)  # found there from now on, before this is asked
        return found


class Language:
    """One language.

    ``code`` is what users say ("en"), ``name`` its English name, ``endonym`` its own, ``tag`` what
    HTML calls it. ``script`` finds one word or character of its writing, ``marks`` punctuation that
    no other language has. ``space`` stands between words. ``font`` is one of those that every
    PDF reader has, where the usual ones lack the script.
    """

    def __init__(
        self,
        package: str,
        *,
        code: str,
        name: str,
        endonym: str,
        script: str,
        tag: str = "",
        marks: str = "",
        space: str = " ",
        font: str = "",
    ) -> None:
        self.package = package
        self.code = code
        self.name = name
        self.endonym = endonym
        self.tag = tag or code
        self.letters = script
        self._marks = marks
        self.space = space
        self.font = font

    @cached_property
    def script(self) -> re.Pattern[str]:
        """Words of its script."""
        return re.compile(self.letters)

    @cached_property
    def marks(self) -> re.Pattern[str] | None:
        """Its punctuation, where it has some of its own."""
        return re.compile(self._marks) if self._marks else None

    def module(self, file: str) -> Any:
        """A file of the folder."""
        return import_module(f"{self.package}.{file}")

    @cached_property
    def folder(self) -> Path:
        """Where its files lie, with ``lexicon/*.txt`` and ``models/``."""
        (path,) = import_module(self.package).__path__
        return Path(path)

    # From texts to problems: documents of many texts, whose cuts may be given; the quantities of
    # one, and the document cut so that each is one token; what is asked, None where nothing is;
    # times of the day and the numbers of a list, which are no amounts.
    annotate_all: Part[Callable[[Sequence[tuple[str, Offsets | None]]], list[Document]]] = Part(
        "tokenizer", "annotate_all"
    )
    find_quantities: Part[Callable[[Document], tuple[Document, tuple[Quantity, ...]]]] = Part(
        "quantities", "find_quantities"
    )
    find_unknown: Part[Callable[[Document, tuple[Quantity, ...]], Unknown | None]] = Part(
        "quantities", "find_unknown"
    )
    clock_times: Part[Callable[[str], list[ClockTime]]] = Part("non_amounts", "clock_times")
    list_numbers: Part[Callable[[str], list[tuple[int, int]]]] = Part("non_amounts", "list_numbers")

    # From a problem to what the text says of each quantity and of what is asked, with the help of
    # its story where that was read.
    tagset: Part[Tagset] = Part("tagset", "TAGSET")
    describe: Part[Callable[[Problem, Story | None], Facts]] = Part("facts.analysis", "describe")

    # From problems to worlds: their stories as linear statements, read in several ways and solved;
    # what the verb of a lemma and a tag does to a stock.
    understand_all: Part[Callable[[Sequence[Problem]], list[Understanding]]] = Part(
        "frames.understand", "understand_all"
    )
    verb_effect: Part[Callable[[str, str], str]] = Part("frames.words", "verb_effect")

    # Whether it is a problem of addition and subtraction: named features of the text, what they are
    # expected to weigh, and a text with a vague word in place of a number, to learn from.
    scope_features: Part[Callable[[Problem, Facts], list[str]]] = Part("scope", "features")
    scope_prior: Part[Mapping[str, float]] = Part("scope_training", "PRIOR")
    blur: Part[Callable[[str, Quantity, Choose], str | None]] = Part("scope_training", "blur")

    # What is said: every sentence, words for features, the grammar by which the generator tells a
    # story. Reasons are a lexicon (`languages.reasons`).
    sentences: Part[Sentences] = Part("sentences", "SENTENCES")
    feature_words: Part[FeatureWords] = Part("feature_words", "FEATURE_WORDS")
    teller: Part[type[Teller]] = Part("telling", "Teller")

    @cached_property
    def scope_rules(self) -> ScopeRules:
        """What the rules of scope ask of the words of a text: a file is the value."""
        rules: ScopeRules = self.module("scope_rules")
        return rules

    @cached_property
    def function_words(self) -> frozenset[str]:
        """Words that tell the language from others of its script: those of two lexicon files."""
        from quantity_tagger.languages.lexicon import parse

        files = [self.folder / "lexicon" / f"{n}.txt" for n in ("closed_class", "function_words")]
        words = [list(parse(file).values()) for file in files if file.exists()]
        return frozenset(word for sections in words for entries in sections for word in entries)


class ScopeRules(Protocol):
    """What ``scope_rules.py`` of a language has."""

    #: What finds a rank in a queue ("3rd"), in a text in lower case.
    RANK: str
    #: What finds a number or a question for one, in a text in lower case.
    NUMBER: str

    def pattern(self, words: Iterable[str]) -> str:
        """A regular expression for any of the words."""
        ...

    def asked_at(self, problem: Problem) -> list[int]:
        """The characters at which the text asks for an amount."""
        ...

    def asks_nothing(self, problem: Problem, facts: Facts) -> bool:
        """Whether a question mark is all that asks, and no cue says for what."""
        ...

    def sides(
        self, problem: Problem, base: QuantityFacts, difference: QuantityFacts
    ) -> tuple[frozenset[str], frozenset[str]]:
        """The words that set the two sides of a comparison apart: ``base`` is what one has, the
        ``difference`` how many more or fewer the other.
        """
        ...

    def starts_from(self, problem: Problem, base: QuantityFacts, difference: QuantityFacts) -> bool:
        """Whether the difference is counted from ``base``, and not so many more than another."""
        ...

    def asks_for_whole(
        self, problem: Problem, facts: Facts, base: QuantityFacts, difference: QuantityFacts
    ) -> bool:
        """Whether a question that names neither side is about what has both in it."""
        ...

    def says(self, cues: frozenset[str], words: Sequence[str]) -> bool:
        """Whether words of a text say one of the cues."""
        ...

    def names(self, things: frozenset[str], problem: Problem) -> bool:
        """Whether a text names one of the things."""
        ...
