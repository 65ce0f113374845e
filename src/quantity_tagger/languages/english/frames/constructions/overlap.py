"""Counts of sets that overlap, and of those divided in two ways at once.

    22 play chess, 15 play tennis and 6 play both.
    Of 90 beads 52 are red, the others blue; 34 beads are small, 15 of these blue.

Which set a number counts is read off the words around it, whatever verbs and nouns they are. In the
first story what only one number says is a set. In the second two values that leave no third (red
and the others blue, large or small, sold and unsold) are inside and outside of one set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise, product

from quantity_tagger.languages.english.frames.constructions.opposites import denied
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import phrases, table, unit, words
from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.situation.families.atoms import Count, Mode, overlap
from quantity_tagger.situation.statements import Number
from quantity_tagger.situation.understand import Candidate

#: A reading by sets goes before those that take the sets for stocks.
_COST = -0.3
_NONE: frozenset[str] = frozenset()
_MODES: tuple[Mode, ...] = ("single", "several", "any", "joint", "only")
_AFTER_NOUNS = ("VBZ", "VBP", "VBD", "MD", "WP", "WDT", "IN")
#: Words that say which atoms are meant where no set is named.
_TELLING = frozenset(["joint", "none", "several", "single"])

Pair = frozenset[str]
#: The words inside a set and those outside.
Sides = tuple[frozenset[str], frozenset[str]]


@dataclass(slots=True)
class _Told:
    """What the words around a number say of those counted, and what they deny."""

    start: int
    quantity: int | None
    said: frozenset[str] = _NONE
    denied: frozenset[str] = _NONE
    mode: Mode = "in"
    noun: str = ""
    lead: frozenset[str] = _NONE  # what is said before the number
    empty: bool = False  # nobody


def overlapping(
    tree: Tree, quantities: dict[int, int], asked: int, values: tuple[Number, ...]
) -> Candidate | None:
    """The asked count of sets, where the text tells of ones that overlap or are divided."""
    text = " ".join(tree.lemmas).replace("more than one", "")
    if "by both" in text or any(f" {word} " in text for word in ("than", "fewer")):
        return None  # who did it, or by how much more; and no sets
    reader = _Reader(tree, quantities, asked, values)
    told, question = reader.read()
    modes = {one.mode for one in (*told, question)}
    if len(told) < 2:
        return None
    if modes & _TELLING or reader.covered:
        sets = _by_number(told, question, values, reader.words(range(asked)))
    else:
        sets = _by_pair([*told, question], reader.pairs) if len(told) > 2 else []
        if words("not of sets") & set(tree.lemmas[asked:]):
            return None  # something happened to them
    counts = _counts(told, question, sets, values) if sets else None
    if counts is None:
        return None
    found = None
    for everybody_in in (reader.covered, "none" not in modes):
        found = found or overlap(counts, len(sets), values, everybody_in=everybody_in)
    plain = found is not None and not found.doubts and sum(map(bool, found.coefficients)) > 1
    return replace(found, cost=_COST) if found is not None and plain else None


class _Reader:
    """Reads a text piece by piece, as commas and conjunctions divide it."""

    def __init__(
        self, tree: Tree, quantities: dict[int, int], asked: int, values: tuple[Number, ...]
    ) -> None:
        self.tree = tree
        self.values = values
        self.asked = asked
        self.counted = {
            k: q for k, q in quantities.items() if values[q] > 3 or not self._is_group(k)
        }
        self.told: list[_Told] = []
        self.question = _Told(asked, None)
        self.pairs: set[Pair] = set()  # values that leave no third
        self.covered = False  # everybody is in a set
        self.named: frozenset[str] = _NONE  # values told as all that there are
        self.joined = False  # the last two counts are told as one

    def read(self) -> tuple[list[_Told], _Told]:
        """The counts in text order, and the one that is asked for."""
        for sentence in self.tree.sentences:
            self._read_sentence(list(self._pieces(sentence)))
        self._leave_out()
        self._pair_opposites()
        whole = max(self.told, key=self._size, default=None)
        nouns = {"" if whole is None else whole.noun} - self.named
        self.pairs = {pair for pair in self.pairs if not pair & nouns}
        nouns |= {self.question.noun} - {word for pair in self.pairs for word in pair}
        for one in (*self.told, self.question):
            one.said -= nouns
            one.denied -= nouns
        return self.told, self.question

    def _size(self, told: _Told) -> Number:
        return 0 if told.quantity is None else self.values[told.quantity]

    def _leave_out(self) -> None:
        """Counts of other things: "Ben has 8 shells" among children who swim or ride."""
        noun = self.question.noun
        if any(one.noun == noun for one in self.told if noun):
            known = {"", noun, *self.named, *(word for pair in self.pairs for word in pair)}
            self.told = [one for one in self.told if one.noun in known]

    def _read_sentence(self, pieces: list[list[int]]) -> None:
        lemmas = self.tree.lemmas
        last: _Told | None = None
        heading: list[int] = []
        some: list[frozenset[str]] = []
        for piece in pieces:
            mine = [lemmas[k] for k in piece]
            numbers = [k for k in piece if k in self.counted]
            if self.asked in piece or (last is self.question and not numbers and "if" not in mine):
                last = self.question
                stop = next(
                    (k for k in piece if k > self.asked and lemmas[k] == "if"), piece[-1] + 1
                )
                own = [k for k in piece if self.asked < k < stop and k not in numbers]
                self._add(last, own)
                last.noun = last.noun or self._noun(self.asked + 1, stop)
                self.told += [_Told(k, self.counted[k]) for k in numbers if k < stop]
                piece = [k for k in piece if k >= stop]
                numbers = [k for k in piece if k in self.counted]
                if not piece:
                    continue
            either = "least" in mine or lemmas[piece[-1] + 1 : piece[-1] + 2] == ["or"]
            if words("everybody") & set(mine) and either:
                self.covered, last = True, None  # "each of them likes tea or coffee"
                self.told += [_Told(k, self.counted[k]) for k in numbers]
            elif numbers:
                for own, place in self._by_count(heading + piece, numbers):
                    last = self._count(place, own, last)
                heading = []
            elif words("rests") & set(mine):
                self._rest(piece)
            elif mine[:1] == ["some"]:
                some.append(self.words(piece))
            elif {"none", "nobody", "no"} & set(mine[:3]) and last is not self.question:
                self.told.append(_Told(piece[0], None, self.words(piece), empty=True))
            elif last is not None and last is not self.question and piece:
                self._add(last, piece)
            else:
                heading = piece if piece and self._is_heading(piece[-1]) else []
        for one, other in pairwise(some):
            self._pair(one, other)

    def _is_heading(self, last: int) -> bool:
        """As in "Round plates: 30"."""
        return self.tree.texts[last + 1 : last + 2] == [":"] and last + 2 in self.counted

    def _by_count(self, piece: list[int], numbers: list[int]) -> Iterator[tuple[list[int], int]]:
        """The piece cut before its numbers but the first."""
        stops = [*numbers[1:], piece[-1] + 1]
        start = piece[0]
        for place, stop in zip(numbers, stops, strict=True):
            yield [k for k in piece if start <= k < stop], place
            start = stop

    def _pieces(self, sentence: range) -> Iterator[list[int]]:
        """Cut at punctuation and conjunctions, but for those that join two values."""
        tags, lemmas = self.tree.tags, self.tree.lemmas
        piece: list[int] = []
        done = -1
        for k in sentence:
            ends = tags[k] in (",", ":", ".") or (
                tags[k] == "CC" and lemmas[k] not in ("nor", "both")
            )
            if tags[k] == "CC" and self._joins(k):
                one, other = self.words([k - 1]), self.words([k + 1, k + 2])
                self._pair(one, other)
                self.named |= one | other
                piece = piece[:-1]
                ends = True
                done = k + 2
            if not ends and k > done:
                piece.append(k)
            elif piece:
                yield piece
                piece = []
        if piece:
            yield piece

    def _joins(self, k: int) -> bool:
        """As in "round or square", "nothing but gulls and terns": there are no others."""
        tags, lemmas = self.tree.tags, self.tree.lemmas
        asking = self.tree.sentence_of(k) == self.tree.sentence_of(self.asked)
        if k + 2 >= len(tags) or k < 2 or asking:
            return False
        again = tags[k + 1] == "IN" and lemmas[k + 1] == lemmas[k - 2]  # "in silk or in wool"
        other = k + 2 if again else k + 1
        either = lemmas[k] == "or" and tags[k - 1][:2] == tags[other][:2]
        only = lemmas[k] == "and" and lemmas[k - 2] in ("but", "only", ",", ":")
        nouns = tags[k - 1] == tags[k + 1] == "NNS"
        alone = tags[other + 1 : other + 2] in ([","], ["."], [":"])
        return alone and (either or (only and nouns))

    def _is_group(self, place: int) -> bool:
        """As in "at least one of the two": the sets themselves are counted."""
        before = self.tree.lemmas[max(0, place - 3) : place]
        if before == ["one", "of", "the"]:
            return True
        before = before[-2:]
        least = before[-1:] in (["least"], ["than"], ["exactly"])
        if before[-1:] == ["the"] and self.tree.lemmas[place + 1] in table("times"):
            return True
        return least or (before == ["of", "the"] and self.tree.tags[place + 1][:1] not in "NJ")

    def _noun(self, start: int, stop: int) -> str:
        """What is counted: the first plural before a verb."""
        for k in range(start, stop):
            if self.tree.tags[k] in ("NNS", "NNPS") and self.tree.lemmas[k] not in words("ones"):
                return self.tree.lemmas[k]
            if self.tree.tags[k] in _AFTER_NOUNS and self.tree.lemmas[k] != "of":
                break
        return ""

    def _count(self, place: int, piece: list[int], last: _Told | None) -> _Told:
        found = _Told(place, self.counted[place])
        found.noun = self._noun(place + 1, piece[-1] + 1)
        found.lead = self.words([k for k in piece if k < place])
        self._add(found, piece)
        lemmas = [self.tree.lemmas[k] for k in piece]
        of = {after for one, after in pairwise(lemmas) if one == "of"}
        back = self.told and found.mode == "in" and not self.joined
        if of & {"them", "these", "those", "which", "whom"} and back:
            found.said |= self.told[-1].said  # "15 of these are blue"
            found.denied |= self.told[-1].denied
        elif last is not None and self._is_bare(piece):
            one, other = (
                self._words_after(last.start, place),
                self._words_after(place, piece[-1] + 1),
            )
            self._pair(one, other)
            self.named |= one | other
        self.joined = self._is_bare(piece)
        self.told.append(found)
        return found

    def _words_after(self, place: int, stop: int) -> frozenset[str]:
        """What a number is followed by, up to a verb or the end of its piece."""
        tags = self.tree.tags
        ends = (k for k in range(place + 1, stop) if tags[k][:1] in "VI,:.C")
        end = next((k for k in ends if self.tree.lemmas[k] != "of"), stop)
        return self.words(list(range(place + 1, end)))

    def _is_bare(self, piece: list[int]) -> bool:
        """As in "20 boys and 15 girls": a number and nouns."""
        sentence = self.tree.sentences[self.tree.sentence_of(piece[0])]
        joined = self.tree.tags[piece[0] - 1] == "CC" and piece[0] in self.counted
        joined = joined and sum(k in self.counted for k in sentence) == 2
        return joined and not any(self.tree.tags[k][:1] in "VMW" for k in piece)

    def _add(self, told: _Told, piece: list[int]) -> None:
        """Takes the words of a piece to those that a count is told by."""
        told.mode = self._mode(piece) or told.mode
        cut = next(
            (k for k in piece if self.tree.lemmas[k] in words("denying")), len(self.tree.tags)
        )
        told.said |= self.words([k for k in piece if k < cut])
        told.denied |= self.words([k for k in piece if k >= cut])

    def words(self, piece: Sequence[int]) -> frozenset[str]:
        content = [
            k for k in piece if self.tree.tags[k][:1] in ("N", "V", "J") and k not in self.counted
        ]
        content += [
            k for k in piece if self.tree.tags[k] == "RB" and self.tree.lemmas[k - 1] == "from"
        ]
        found = frozenset(map(self._word, content)) - words("set words")
        return frozenset(word for word in found if unit(word) is None)

    def _word(self, k: int) -> str:
        text = self.tree.texts[k].lower()
        if self.tree.tags[k] == "JJ" and text.endswith("ed") and len(text) > 4:
            return lemmatise(text, "VBN")
        if text.endswith("ing") and len(text) > 5:
            return lemmatise(text, "VBG")
        if self.tree.texts[k][0].isupper() and len(text) > 4:  # "Asian" stamps are from Asia
            named = [t for t in self.tree.texts if t[0].isupper() and t[:4].lower() == text[:4]]
            return min(named, key=len).lower()
        return self.tree.lemmas[k]

    def _mode(self, piece: list[int]) -> Mode | None:
        lemmas = [self.tree.lemmas[k] for k in piece]
        text = f" {' '.join(lemmas)} ".replace(" just now ", " ")
        if "neither" in lemmas or "nor" in lemmas:
            return "none"
        both = [k for k in piece if self.tree.lemmas[k] == "both"]
        if both and self.tree.lemmas[both[0] - 1] == "or":
            return "any"
        summed = any(entry in text for entry in phrases("ask total"))  # "on both days together"
        if both and not (summed and self.tree.lemmas[both[0] + 1] in table("times")):
            return "joint"
        for mode in _MODES:
            if any(f" {entry} " in text for entry in words(f"in {mode}")):
                return mode
        return None

    def _rest(self, piece: list[int]) -> None:
        """As in "52 are red and the rest blue": what leaves no third."""
        if not self.told:
            return
        if self.tree.lemmas[piece[0]] == "of":
            self.told[-1].mode = "none"  # "37 were in order. Of the others, 29 …"
        else:
            self._pair(self.told[-1].said, self.words(piece) - words("rests"))

    def _pair(self, one: frozenset[str], other: frozenset[str]) -> None:
        self.pairs |= {frozenset(pair) for pair in product(one - other, other - one)}

    def _pair_opposites(self) -> None:
        """Opposites, the two colours or the two days that are told."""
        told = frozenset[str]().union(
            *(one.said | one.denied for one in (*self.told, self.question))
        )
        for word in told:
            self._pair(frozenset([word]), denied(word, told))
        for group in (words("colours"), *_times()):
            if len(told & group) == 2:
                self.pairs.add(told & group)


@cache
def _times() -> tuple[frozenset[str], ...]:
    """Times that exclude each other: days of the week, months, times of the day."""
    spans: dict[str, set[str]] = {}
    for word, entry in table("times").items():
        for span in entry.split()[1:2]:
            spans.setdefault(span, set()).add(word)
    return tuple([frozenset(members - {"weekend"}) for members in spans.values()])


def _by_number(
    told: list[_Told], question: _Told, values: tuple[Number, ...], others: frozenset[str]
) -> list[Sides]:
    """What only one number says is a set; the largest may be all of them. The question names one
    that ``others``, the words before it, tell of.
    """
    named = [one for one in told if one.mode in ("in", "only") and one.quantity is not None]
    named.sort(key=lambda one: values[one.quantity or 0], reverse=True)
    new = question.said.difference(*(one.said for one in named))
    asked = [question] if question.denied or new & others else []
    sets: list[frozenset[str]] = []
    for some in (named[1:], [*named[1:], *asked], named, [*named, *asked]):
        if len(sets) < 2:
            sets = _distinct([one.said - one.lead or one.said for one in some])
    return [(one, _NONE) for one in sets] if 2 <= len(sets) <= 3 else []


def _distinct(named: list[frozenset[str]]) -> list[frozenset[str]]:
    """Word sets of which none holds another, without what they share."""
    found: list[frozenset[str]] = []
    for one in sorted(dict.fromkeys(named), key=len):
        if one and not any(one >= other for other in found):
            found.append(one)
    common = frozenset[str]().union(*(a & b for a, b in combinations(found, 2)))
    return [one - common for one in found if one - common]


def _by_pair(told: list[_Told], pairs: set[Pair]) -> list[Sides]:
    """Sets whose two sides are told, those of the question first."""
    said = frozenset[str]().union(*(one.said | one.denied for one in told))
    sides: list[Sides] = []
    for word in sorted(said):
        against = frozenset(o for pair in pairs if word in pair for o in pair if o != word)
        if against and not any(word in one | other for one, other in sides):
            mates = frozenset(w for pair in pairs if pair & against for w in pair) - against
            sides.append((mates, against & said or against))
    *others, question = told
    known = {word for one, other in sides for word in one | other}
    crossed = [one.said - known for one in others if one.said & known and one.said - known]
    plain = question.said.intersection(*crossed) - known if crossed and len(sides) == 1 else _NONE
    for word in sorted(plain.union(*(one.denied for one in told))):
        if not any(word in a | b for a, b in sides):
            sides.append((frozenset([word]), _NONE))
    known |= {word for one, other in sides for word in one | other}
    known |= {word for one in others for word in one.said | one.denied}
    return sides if 2 <= len(sides) <= 3 and question.said <= known else []


def _counts(
    told: list[_Told], question: _Told, sets: list[Sides], values: tuple[Number, ...]
) -> list[Count] | None:
    """The counts by the sets they lie in; None where one is not understood."""
    numbers = [values[one.quantity] for one in told if one.quantity is not None]
    found = []
    for one in (*told, question):
        count = _count(one, sets)
        size = None if one.quantity is None else values[one.quantity]
        if count.mode == "all" and one is not question and size != max(numbers):
            return None
        found.append(count)
    return found


def _count(told: _Told, sets: list[Sides]) -> Count:
    within, without = set(), set()
    for number, (inside, outside) in enumerate(sets):
        for_it = bool(told.said & inside) + bool(told.denied & outside)
        against = bool(told.said & outside) + bool(told.denied & inside)
        if for_it and not against:
            within.add(number)
        elif against and not for_it:
            without.add(number)
    every = frozenset(range(len(sets)))
    mode: Mode = told.mode
    if mode == "only":  # of sets with two sides those told say nothing of the others
        without |= {n for n in every - within if not sets[n][1]}
    if mode in ("any", "joint", "none", "several", "single"):
        return Count(mode, every, told.quantity, (told.start,), empty=told.empty)
    mode = "in" if within or without else "all"
    return Count(
        mode, frozenset(within), told.quantity, (told.start,), frozenset(without), told.empty
    )
