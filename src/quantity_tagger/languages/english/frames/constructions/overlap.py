"""Counts of sets that overlap, and of those divided in two ways at once.

    22 play chess, 15 play tennis and 6 play both.
    Of 90 beads 52 are red, the others blue; 34 beads are small, 15 of these blue.

Which set a number counts is read off the words around it, whatever verbs and nouns they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from quantity_tagger.languages.english.frames.constructions.opposites import denied, has_opposite
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import phrases, table, unit, words
from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.situation.families.atoms import Count, Mode, overlap
from quantity_tagger.situation.families.sets import (
    Pair,
    Told,
    Words,
    by_number,
    by_pair,
    counted,
    paired,
)
from quantity_tagger.situation.statements import Number
from quantity_tagger.situation.understand import Candidate

#: A reading by sets goes before those that take the sets for stocks.
_COST = -0.3
_NONE: Words = frozenset()
#: The section of words for each mode, in the order in which they are tried.
_MODES: dict[Mode, str] = {
    "none": "in none",
    "single": "in single",
    "several": "in several",
    "any": "in any",
    "joint": "in joint",
    "only": "in only",
}
_AFTER_NOUNS = ("VBZ", "VBP", "VBD", "MD", "WP", "WDT", "IN")
#: Words that say which atoms are meant where no set is named.
_TELLING = frozenset(["joint", "none", "several", "single"])


def overlapping(
    tree: Tree,
    quantities: dict[int, int],
    asked: int,
    values: tuple[Number, ...],
    *,
    changed: bool = False,
) -> Candidate | None:
    """The asked count of sets, where the text tells of ones that overlap or are divided; a doubt
    where some were lost and nothing but opposites tells of sets.
    """
    text = " ".join(tree.lemmas).replace("more than one", "")
    if "by both" in text or any(f" {word} " in text for word in ("than", "fewer")):
        return None  # who did it, or by how much more; and no sets
    reader = _Reader(tree, quantities, asked, values)
    told, question = reader.read()
    if len(told) < 2:
        return None
    modes = {one.mode for one in (*told, question)}
    if modes & _TELLING or reader.covered or any(one.mode == "any" for one in told):
        before = reader.words(range(asked)) - reader.everywhere
        sets = by_number(told, question, values, before)
    else:
        sets = by_pair(told, question, values, reader.pairs) if len(told) > 2 else []
        if words("not of sets") & set(tree.lemmas[asked:]):
            return None  # something happened to them
    counts = counted(told, question, sets, values) if sets else None
    if counts is None or not (modes & _TELLING or reader.covered or _is_closed(counts)):
        return None
    found = None
    for everybody_in in (reader.covered, "none" not in modes):
        found = found or overlap(counts, len(sets), values, everybody_in=everybody_in)
    if found is None and question.mode == "none" and all(one.mode == "in" for one in told):
        # nothing is said of both
        nobody = Count("joint", frozenset(range(len(sets))), None, (), empty=True)
        found = overlap([nobody, *counts], len(sets), values, everybody_in=False)
    plain = found is not None and not found.doubts and sum(map(bool, found.coefficients)) > 1
    if found is None or not plain:
        return None
    if changed and not (modes & _TELLING or reader.covered):
        return replace(found, cost=-_COST, doubts=("something that happened plays no part",))
    return replace(found, cost=_COST)


def _is_closed(counts: list[Count]) -> bool:
    """Whether the whole is told, or that a part is empty: all that there are is spoken of."""
    return any(count.empty or count.mode in ("all", "any") for count in counts[:-1])


class _Reader:
    """Reads a text piece by piece, as commas and conjunctions divide it."""

    def __init__(
        self, tree: Tree, quantities: dict[int, int], asked: int, values: tuple[Number, ...]
    ) -> None:
        self.tree = tree
        self.values = values
        self.asked = asked
        self.telling = any(
            lemma == "neither" or (lemma == "both" and after not in table("times"))
            for lemma, after in pairwise(tree.lemmas)
        )
        self.counted = {
            k: q for k, q in quantities.items() if values[q] > 3 or not self._is_group(k)
        }
        self.told: list[Told] = []
        self.question = Told(asked, None)
        self.pairs: set[Pair] = set()  # values that leave no third
        self.covered = False  # everybody is in a set
        self.everywhere: Words = _NONE  # what is said of all of them: "every child in the club"
        self.named: Words = _NONE  # values told as all that there are
        self.joined = False  # the last two counts are told as one

    def read(self) -> tuple[list[Told], Told]:
        """The counts in text order, and the one that is asked for."""
        for sentence in self.tree.sentences:
            self._read_sentence(list(self._pieces(sentence)))
        self._leave_out()
        self._pair_opposites()
        nouns = {self.question.noun} - {word for pair in self.pairs for word in pair}
        if self.told:
            whole = max(self.told, key=self._size)
            whole.said -= whole.lead if whole is self.told[0] and not self.telling else _NONE
            nouns |= {whole.noun} - self.named
        self.pairs = {pair for pair in self.pairs if not pair & nouns}
        for one in (*self.told, self.question):
            one.said -= nouns
            one.denied -= nouns
        return self.told, self.question

    def _size(self, told: Told) -> Number:
        return 0 if told.quantity is None else self.values[told.quantity]

    def _leave_out(self) -> None:
        """Counts of other things: "Ben has 8 shells" among children who swim or ride."""
        noun = self.question.noun
        if self.telling or any(one.mode in _TELLING for one in self.told):  # "Two planks overlap"
            self.told = [one for one in self.told if self._size(one) > 2 or one.noun in ("", noun)]
        if not noun or not any(one.noun == noun for one in self.told):
            return
        known = {"", noun, *self.named, *(word for pair in self.pairs for word in pair)}
        for number, one in enumerate(self.told):
            others = [*self.told[:number], *self.told[number + 1 :], self.question]
            own = one.words - {one.noun}  # not as "8 pears" beside children who like pears
            if any(own & other.words for other in others):
                known.add(one.noun)
        self.told = [one for one in self.told if one.noun in known or one.mode != "in"]

    def _read_sentence(self, pieces: list[list[int]]) -> None:
        lemmas = self.tree.lemmas
        last: Told | None = None
        heading: list[int] = []
        some: list[Words] = []
        for piece in pieces:
            numbers = [k for k in piece if k in self.counted]
            conditional = "if" in [lemmas[k] for k in piece]
            if self.asked in piece or (last is self.question and not numbers and not conditional):
                last = self.question
                piece = self._ask(piece)
                numbers = [k for k in piece if k in self.counted]
            mine = [lemmas[k] for k in piece]
            if not mine:
                continue
            rest = lemmas[piece[-1] + 1 : pieces[-1][-1] + 1]
            or_ = rest[:1] == ["or"] or (rest[-2:] == ["or", "both"] and not numbers)
            nobody = {"none", "nobody", "no"} & set(mine[:3])
            outside = nobody and ("neither" in mine or "nothing" in mine)  # "Nobody has neither"
            if outside or (words("everybody") & set(mine) and ("least" in mine or or_)):
                self.covered, last = True, None  # "each of them likes tea or coffee"
                verbs = [k for k in piece if self.tree.tags[k][:1] == "V"]
                self.everywhere = self.words([k for k in piece if k < (verbs or piece)[0]])
                self.told += [Told(k, self.counted[k]) for k in numbers]
            elif numbers:
                for own, place in self._by_count(heading + piece, numbers):
                    last = self._count(place, own, last)
                heading = []
            elif words("rests") & set(mine):
                self._rest(piece)
            elif mine[0] == "some":
                some.append(self.words(piece))
            elif nobody and last is not self.question:
                self.told.append(Told(piece[0], None, self.words(piece), empty=True))
            elif last is not None and last is not self.question:
                self._add(last, piece)
            elif piece is pieces[0] and self._is_heading(piece[-1]):
                heading = piece
        shared = words("rests") & {lemmas[k] for piece in pieces for k in piece}
        for one, other in pairwise(some if not shared else []):
            self.pairs |= paired(one, other)

    def _ask(self, piece: list[int]) -> list[int]:
        """Reads what is asked; gives back the condition that follows."""
        lemmas = self.tree.lemmas
        ends = (k for k in piece if k > self.asked and lemmas[k] == "if")
        stop = next(ends, piece[-1] + 1)
        numbers = [k for k in piece if k in self.counted and k < stop]
        self._add(self.question, [k for k in piece if self.asked < k < stop and k not in numbers])
        self.question.noun = self.question.noun or self._noun(self.asked + 1, stop)
        self.told += [Told(k, self.counted[k]) for k in numbers]
        return [k for k in piece if k >= stop]

    def _is_heading(self, last: int) -> bool:
        """As in "Round plates: 30"."""
        return self.tree.texts[last + 1] == ":" and last + 2 in self.counted

    def _by_count(self, piece: list[int], numbers: list[int]) -> Iterator[tuple[list[int], int]]:
        """The piece cut before its numbers but the first; "22 of the 35 members" is of the 22."""
        lemmas = self.tree.lemmas
        if len(numbers) == 2 and lemmas[numbers[0] + 1 : numbers[1]] in (["of"], ["of", "the"]):
            first, whole = numbers
            self.told.append(Told(whole, self.counted[whole], noun=self._noun(whole, piece[-1])))
            yield [k for k in piece if k != whole], first
            return
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
            joint = tags[k] == "CC" and lemmas[k] not in ("nor", "both", "neither")
            ends = tags[k] in (",", ":", ".") or joint
            if joint and self._joins(k):
                one, other = self.words([k - 1]), self.words([k + 1, k + 2])
                self.pairs |= paired(one, other)
                self.named |= one | other
                piece = piece[:-1]
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
        if k < 2 or asking or self.telling:
            return False
        again = tags[k + 1] == "IN" and lemmas[k + 1] == lemmas[k - 2]  # "in silk or in wool"
        other = k + 2 if again else k + 1
        either = lemmas[k] == "or" and tags[k - 1][:2] == tags[other][:2]
        only = lemmas[k] == "and" and lemmas[k - 2] in ("but", "only", ",", ":")
        only = only or (lemmas[k] == "and" and other + 2 in self.counted)  # ", 58 animals in all"
        nouns = tags[k - 1] == "NNS" and tags[k + 1][:2] == "NN"
        alone = tags[other + 1] in (",", ".", ":")
        return alone and (either or (only and nouns))

    def _is_group(self, place: int) -> bool:
        """As in "at least one of the two", "on the two days": the sets themselves are counted."""
        before = self.tree.lemmas[max(0, place - 2) : place]
        if before[-1:] in (["least"], ["than"], ["exactly"], ["these"]):
            return True
        if self.telling and before[-1:] in (["of"], ["with"]):
            return True  # "the lists of two teachers"
        named = place > self.asked or self.tree.tags[place + 1][:1] not in "NJ"
        timed = self.tree.lemmas[place + 1] in table("times")
        return before[-1:] == ["the"] and (timed or (named and before[0] == "of"))

    def _noun(self, start: int, stop: int) -> str:
        """What is counted: the first plural before a verb."""
        for k in range(start, stop):
            lemma = self.tree.lemmas[k]
            tag = self.tree.tags[k]
            plural = tag in ("NNS", "NNPS") or (tag == "NN" and Pair([lemma]) <= self.named)
            if plural and lemma not in words("ones"):
                return lemma
            if self.tree.tags[k] in _AFTER_NOUNS and self.tree.lemmas[k] != "of":
                break
        return ""

    def _count(self, place: int, piece: list[int], last: Told | None) -> Told:
        found = Told(place, self.counted[place])
        found.noun = self._noun(place + 1, piece[-1] + 1)
        found.lead = self.words([k for k in piece if k < place])
        self._add(found, piece)
        lemmas = [self.tree.lemmas[k] for k in piece]
        of = {after for one, after in pairwise(lemmas) if one in ("of", "among")}
        back = self.told and found.mode == "in" and not self.joined
        bare = self._is_bare(piece)
        if of & {"them", "these", "those", "which", "whom"} and back:
            whole = self.told[-1]  # "15 of these are blue"
            found.said |= whole.said - (whole.lead if whole is self.told[0] else _NONE)
            found.denied |= whole.denied
        elif last is not None and bare:
            one = self._words_after(last.start, place)
            other = self._words_after(place, piece[-1] + 1)
            self.pairs |= paired(one, other)
            self.named |= one | other
        self.joined = bare
        self.told.append(found)
        return found

    def _words_after(self, place: int, stop: int) -> Words:
        """What a number is followed by, up to a verb or the end of its piece."""
        tags = self.tree.tags
        ends = (k for k in range(place + 1, stop) if tags[k][:1] in "VI,:.C")
        end = next((k for k in ends if self.tree.lemmas[k] != "of"), stop)
        return self.words(range(place + 1, end))

    def _is_bare(self, piece: list[int]) -> bool:
        """As in "20 boys and 15 girls": a number and nouns."""
        sentence = self.tree.sentences[self.tree.sentence_of(piece[0])]
        joined = self.tree.tags[piece[0] - 1] == "CC" and piece[0] in self.counted
        joined = joined and sum(k in self.counted for k in sentence) == 2
        return joined and not any(self.tree.tags[k][:1] in "VMW" for k in piece)

    def _add(self, told: Told, piece: list[int]) -> None:
        """Takes the words of a piece to those that a count is told by."""
        told.mode = self._mode(piece) or told.mode
        if told.said and told.mode == "in" and self.tree.lemmas[piece[0] - 1] == "or":
            told.mode = "any"  # "54 coats with pockets or with a hood", "play chess or cards"
        denying = [n for n, k in enumerate(piece) if self.tree.lemmas[k] in words("denying")]
        cut = denying[0] if denying else len(piece)
        told.said |= self.words(piece[:cut])
        told.denied |= self.words(piece[cut:])

    def words(self, piece: Sequence[int]) -> Words:
        """The content words of a stretch, without units and what says nothing of a set."""
        found = [self._word(k) for k in piece if k not in self.counted and self._is_content(k)]
        return frozenset(found) - words("set words")

    def _is_content(self, k: int) -> bool:
        tag, lemma = self.tree.tags[k], self.tree.lemmas[k]
        if k and unit(self.tree.lemmas[k - 1]) and lemma in table("measures"):
            return False  # "80 cm long"
        if tag == "RB":  # "from abroad", "upstairs"
            return self.tree.lemmas[k - 1] == "from" or has_opposite(lemma)
        return tag[:1] in ("N", "V", "J") and not (
            tag[:1] == "N" and k - 1 in self.counted and unit(lemma)
        )

    def _word(self, k: int) -> str:
        text = self.tree.texts[k].lower()
        if self.tree.tags[k] == "JJ" and text.endswith("ed") and len(text) > 4:
            return lemmatise(text, "VBN")
        if text.endswith("ing") and self.tree.tags[k][:1] in "VN" and len(text) > 5:
            return lemmatise(text, "VBG")
        if self.tree.texts[k][0].isupper() and len(text) > 4:  # "Asian" stamps are from Asia
            named = [t for t in self.tree.texts if t[0].isupper() and t[:4].lower() == text[:4]]
            return min(named, key=len).lower()
        return self.tree.lemmas[k]

    def _mode(self, piece: list[int]) -> Mode | None:
        lemmas = [self.tree.lemmas[k] for k in piece]
        text = f" {' '.join(lemmas)} ".replace(" just now ", " ").replace(" nothing but ", " ")
        both = [k for k in piece if self.tree.lemmas[k] == "both"]
        if both and self.tree.lemmas[both[0] - 1] == "or":
            return "any"
        summed = any(entry in text for entry in phrases("ask total"))  # "on both days together"
        if both and not (summed and self.tree.lemmas[both[0] + 1] in table("times")):
            return "joint"
        for mode, section in _MODES.items():
            if any(f" {entry} " in text for entry in words(section)):
                return mode
        return None

    def _rest(self, piece: list[int]) -> None:
        """As in "52 are red and the rest blue": what leaves no third."""
        sentence = self.tree.sentences[self.tree.sentence_of(piece[0])]
        whole = max(self.told, key=self._size, default=None)
        parts = [one for one in self.told if one.start in sentence and one is not whole]
        if not self.told or len(parts) > 1:
            return  # "Ann ran 350, Bo 280 and Cy the rest"
        if self.tree.lemmas[piece[0]] == "of":
            self.told[-1].mode = "none"  # "37 were in order. Of the others, 29 …"
        else:
            start = next(k for k in piece if self.tree.lemmas[k] in words("rests"))
            nouns = {self._noun(start, start + 2)} - {""}  # "the other singers are men"
            nouns = nouns if len(self.words(piece)) > 1 else set()
            self.pairs |= paired(self.told[-1].said, self.words(piece) - words("rests") - nouns)

    def _pair_opposites(self) -> None:
        """Opposites, the two colours or the two days that are told."""
        told = _NONE.union(*(one.words for one in (*self.told, self.question)))
        for word in told:
            self.pairs |= paired(frozenset([word]), denied(word, told))
        for group in (words("colours"), *_times()):
            if len(told & group) == 2:
                self.pairs.add(told & group)


@cache
def _times() -> tuple[Words, ...]:
    """Times that exclude each other: days of the week, months, times of the day."""
    spans: dict[str, set[str]] = {}
    for word, entry in table("times").items():
        for span in entry.split()[1:2]:
            spans.setdefault(span, set()).add(word)
    return tuple([frozenset(members - {"weekend"}) for members in spans.values()])
