"""What speaks for and against an English problem being one of addition and subtraction."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, get_args

from quantity_tagger.languages.english.rates import relations
from quantity_tagger.languages.lexicon import load
from quantity_tagger.languages.rates import sentences_aside
from quantity_tagger.problem.document import Columns
from quantity_tagger.problem.facts import Facts, QuantityFacts, QuestionFacts, QuestionKind

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem, Quantity

SECTIONS: Final = (
    "multiple", "times", "part", "ratio", "share", "equal", "rate", "average", "figure", "area",
    "operation", "number", "same", "vague", "choice", "limb", "alike",
)  # fmt: skip
SAME: Final = "same"
OTHER: Final = "other"
UNSAID: Final = "unsaid"
_NOUNS: Final = frozenset(("NN", "NNS"))
_NO_AMOUNTS: Final = frozenset(("label", "date", "groups", "age"))
_RANKS: Final = frozenset(("quarter", "third", "fourth", "fifth", "sixth", "seventh", "eighth"))
_OPEN: Final = frozenset(("change", "start", "part", "need", "difference"))
_ALWAYS: Final = frozenset(("multiply", "multiplied", "×", "÷"))
_WHICH: Final = frozenset(("the", "his", "her", "their", "my", "our", "first", "second", "last"))
_HOW: Final = frozenset(("many", "much", "long"))
_SQUARES: Final = frozenset(("square", "cubic", "sq"))
_COINS: Final = frozenset(("penny", "nickel", "dime", "quarter"))
_OF: Final = frozenset(("of", "off", "the"))
_ONE: Final = frozenset(("a", "an", "one"))
_COMPARED: Final = frozenset(("as", "more", "the", "a"))
_NO_AMOUNT_AFTER: Final = frozenset(("how", "as", "the", "of", "so", "too"))
_BEFORE_NOUNS: Final = frozenset(("JJ", "VBG", "VBN", "DT", "IN", "PRP$"))
_REACH: Final = 3
_NEAR: Final = 7
_STATES: Final = frozenset(("be", "have", "do", "leave", "remain", "get"))
_APART: Final = frozenset(("VB", "VBD", "VBZ", "VBP", "MD", "IN"))
_NAMES: Final = frozenset(("square", "area", "rate"))
_NO_UNITS: Final = frozenset(("average", "mean", "probability"))
_MULTIPLIED: Final = frozenset(("as", "the", "that", "a", "what", "his", "her", "its", "their"))
_NUMBERS: Final = frozenset(("time", "number", "percent", "%"))
_PERCENTAGES: Final = frozenset(("percent", "percentage"))
_PERCENT: Final = frozenset(("percent", "%"))

# Features that every problem has one of, named once.
_ASKS: Final[dict[str, str]] = {kind: f"asks {kind}" for kind in get_args(QuestionKind)}
_USABLE: Final = tuple([f"usable {n}" for n in range(4)])
_USES: Final = tuple([f"uses {n}" for n in range(4)])
_COUNTS: Final = tuple(
    [
        tuple([f"{same} of the unit asked for, {other} of others" for other in range(3)])
        for same in range(3)
    ]
)


class _Tables:
    """The class of each cue, words that make another thing of a share, and words for times."""

    __slots__ = ("classes", "each", "no_share", "occasions", "parts", "seats", "times")

    def __init__(self) -> None:
        sections = load("en", "scope")
        self.classes = {word: name for name in SECTIONS for word in sections[name]}
        self.each = frozenset(sections["each"])
        self.no_share = frozenset(sections["no share"])
        self.parts = frozenset(sections["part"])
        self.times = frozenset(sections["time"])
        self.occasions = frozenset(sections["occasions"])
        self.seats = frozenset(sections["seat"])


@cache
def _tables() -> _Tables:
    return _Tables()


class _Story:
    """What the features are read from: the numbers, each with whether it counts what is asked."""

    __slots__ = (
        "counted", "entries", "lemmas", "of_shares", "question", "relations", "riddle", "shares",
        "tags",
    )  # fmt: skip

    def __init__(
        self,
        columns: Columns,
        question: QuestionFacts,
        entries: list[QuantityFacts],
    ) -> None:
        self.tags = columns.tags
        self.lemmas = columns.lemmas
        self.question = question
        self.entries = entries
        self.relations = [_relation(entry, question) for entry in entries]
        self.shares = [0 < entry.size < 1 or entry.unit in _PERCENT for entry in entries]
        self.of_shares = all(self.shares)
        self.riddle = not any(entry.unit and entry.unit not in _NUMBERS for entry in entries)
        self.counted = {entry.unit for entry in entries}

    def lemma(self, index: int) -> str:
        return self.lemmas[index] if 0 <= index < len(self.lemmas) else ""

    def noun_after(self, index: int) -> str:
        """The head of the noun phrase that follows."""
        noun = ""
        for after in range(index + 1, min(index + 1 + _REACH, len(self.tags))):
            tag = self.tags[after]
            if tag in _NOUNS:
                noun = self.lemmas[after]
            elif noun or tag not in _BEFORE_NOUNS:
                break
        return noun

    def tells_deed_later(self, index: int) -> bool:
        """Whether a number says how many they were: "sold some of her toys. She sold 3 of them"."""
        near = range(max(0, index - _NEAR), index)
        verbs = [self.lemmas[at] for at in near if self.tags[at].startswith("V")]
        verb = next((one for one in reversed(verbs) if one not in _STATES), "")
        later = [entry.token for entry in self.entries if entry.token > index and verb]
        return any(verb in self.lemmas[max(index, at - _NEAR) : at] for at in later)

    def is_told_of(self, unit: str, asked: str) -> bool:
        """Whether something else than what is asked for is counted, or one of it told, outside the
        question too: "a pear costs 40 cents. How much do 3 pears cost?".
        """
        if not unit or unit == asked:
            return False
        told = any(entry.unit == unit and not entry.in_question for entry in self.entries)
        one = any(
            lemma in _ONE and self.noun_after(index) == unit
            for index, lemma in enumerate(self.lemmas)
        )
        return told or one

    def asks_for_deed_near(self, index: int) -> bool:
        """Whether the question repeats what is done with them: "some broke. How many broke?"."""
        verb = self.question.verb
        near = self.lemmas[max(0, index - _NEAR) : index + _NEAR]
        return bool(verb) and verb not in _STATES and verb in near


def features(problem: Problem, facts: Facts) -> list[str]:
    """Named features of the text and of what its analysis found."""
    columns = problem.document.columns
    lemmas = columns.lemmas
    entries = [entry for entry in facts.quantities if entry.value is not None]
    story = _Story(columns, facts.question, entries)
    asked = problem.unknown.question
    first, last = asked.start, asked.stop
    if story.shares.count(True) > 1 and not _tables().parts.isdisjoint(lemmas[first:last]):
        story.of_shares = True  # "what fraction of them are either?"
    classes = _tables().classes
    sentences = problem.document.sentences
    aside = {index for one in sentences_aside(facts) for index in sentences[one]}
    found: list[str] = []
    for index, lemma in enumerate(lemmas):
        kind = classes.get(lemma)
        if kind is None:
            continue
        zone = "asked" if first <= index < last else "told"
        if zone == "told" and index in aside:
            zone = "aside"
        if kind == "same":
            if story.lemma(index + 1) in ("number", "amount"):
                found.append("the same amount")
        elif kind == "vague":
            if zone != "asked":
                _vague(found, story, index)
        elif kind == "part":
            if not story.of_shares:
                _part(found, story, index, zone)
        elif kind == "times":
            if columns.texts[index] == "times":
                after = story.lemma(index + 1)
                found.append(f"times {after if after in _COMPARED else zone}")
        elif kind == "number":
            riddle = story.lemma(index - 1) in ("a", "the") and story.lemma(index + 1) != "of"
            if riddle and story.riddle:
                found.append("a number")
        elif kind == "operation":
            by = {"of", "by", "and"} if lemma in _ALWAYS else {"of", "by"}
            near = story.tags[index + 1 : index + 3] if lemma in _ALWAYS else ()
            if story.lemma(index + 1) in by or "CD" in near:
                found.append("operation")
        elif kind == "limb":
            if lemma == story.question.unit or lemma in story.counted:
                found.append(f"limb {zone}")
        elif not _is_other_word(story, index):
            found.append(f"{kind} {zone}")
    _asked(found, story, problem.unknown.token)
    _numbers(found, story, problem.quantities)
    found += relations(problem, facts, [relation != OTHER for relation in story.relations])
    if all(name.startswith("vague") for name in found):
        found.append("no word for another operation")
    elif "a number" in found and len(set(found)) > 1:
        found.append("a riddle of more than sums")
    _kind_asked(found, story, problem.unknown.token)
    _structure(found, story, _is_used(facts, len(entries)))
    _used(found, story, facts)
    return found


def _is_other_word(story: _Story, index: int) -> bool:
    """Whether a cue is none here: "her share", "square 37", "it stopped twice"."""
    lemma, after = story.lemmas[index], story.lemma(index + 1)
    if lemma in _tables().occasions:
        return after not in _MULTIPLIED and story.tags[index + 1 : index + 2] != ["CD"]
    if lemma == "share" and story.tags[index] == "NN":
        return True
    if lemma == story.question.unit and lemma not in _NO_UNITS:
        return True
    return lemma in _NAMES and story.tags[index + 1 : index + 2] == ["CD"]


def _relation(entry: QuantityFacts, question: QuestionFacts) -> str:
    """Whether a number counts what is asked for, by the words for it."""
    unit, asked = entry.unit, question.unit
    if not unit:
        return UNSAID
    if not asked:
        if not question.unit_kind:
            return UNSAID
        if entry.unit_kind == question.unit_kind:
            return SAME
        long = question.unit_kind == "length" and entry.unit_kind == "time"  # "how long"
        return SAME if long else OTHER
    if unit == asked or unit in question.units or asked in entry.kinds:
        return SAME
    if asked in entry.material or asked in entry.modifiers:
        return SAME
    if entry.unit_kind == question.unit_kind and entry.unit_kind not in ("count", "time"):
        return SAME
    return OTHER


def _vague(found: list[str], story: _Story, index: int) -> None:
    """As in "some marbles": what is asked for, or what is missing."""
    if story.lemma(index - 1) in _NO_AMOUNT_AFTER or story.tags[index + 1 : index + 2] == ["CD"]:
        return
    noun = story.noun_after(index)
    if noun and noun != story.question.unit and noun not in story.counted:
        return
    if story.lemma(index + 1) == "of" and "CD" in story.tags[index + 2 : index + 2 + _REACH]:
        found.append("vague part of a number")  # "some of the 41 eggs"
        return
    if story.asks_for_deed_near(index):
        found.append("vague, and asked for")
        return
    if story.tells_deed_later(index):
        return
    numbers = len(story.relations) - story.relations.count(OTHER)
    kind = "open" if story.question.kind in _OPEN else "closed"
    found.append(f"vague, {kind} question, {min(numbers, 2)} numbers")


def _part(found: list[str], story: _Story, index: int, zone: str) -> None:
    """As in "half of", "a third of", "25 percent", and not "half past" or "the third"."""
    after = story.lemma(index + 1)
    lemma = story.lemmas[index]
    ranks = lemma in _RANKS
    if lemma in _PERCENTAGES and after == "point":
        return  # of those, 12 more are 12 more
    if after in _tables().no_share or (
        (ranks or lemma == "half") and story.lemma(index - 1) in _WHICH
    ):
        return
    if after in ("of", "as", "the"):
        found += ("part of" if zone != "aside" else "part of others", f"part {zone}")
    elif not ranks or story.tags[index - 1 : index] == ["CD"]:
        found.append(f"part {zone}")
    elif story.tags[index] != "JJ":
        found.append("part or rank")


def _kind_asked(found: list[str], story: _Story, at: int) -> None:
    """Whether any number counts what is asked for."""
    question = story.question
    if story.relations.count(OTHER) == len(story.relations):
        how = story.lemma(at + 1)
        found.append(f"none of the unit asked for, how {how if how in _HOW else 'else'}")
        if question.unit_kind == "count" and how == "many":
            told = question.unit in story.lemmas[:at]
            found.append("things not counted, told before" if told else "things not counted")
    if question.unit in _tables().seats and OTHER in story.relations:
        found.append("seats for those counted")


def _asked(found: list[str], story: _Story, at: int) -> None:
    """How it is asked: "how many 5 dollar toys", "how much money" where coins are counted."""
    question = story.question
    if not _SQUARES.isdisjoint(question.modifiers):
        found.append("squares asked")
    times = {
        entry.unit
        for entry in story.entries
        if entry.unit_kind == "time" and entry.role not in _NO_AMOUNTS
    }
    if question.unit in times and len(times) > 1:
        found.append("units of time within each other")
    for entry in story.entries:
        within = at < entry.token <= at + 4 and story.lemmas[at] == "how"
        if within and _APART.isdisjoint(story.tags[at + 1 : entry.token]):
            found.append("a number within what is asked for")
        others = entry.in_question and entry.role not in _NO_AMOUNTS
        if others and story.is_told_of(entry.unit, question.unit):
            found.append("so many asked for, others told")
        if story.lemma(entry.token + 2) == "wide" and "long" in story.lemmas:
            found.append("long and wide")
        if question.unit == "money" and entry.unit in _COINS:
            found.append("coins for money")


def _numbers(found: list[str], story: _Story, quantities: Sequence[Quantity]) -> None:
    """As in "0.25 of the hens", and in "22 pages of stickers" beside "10 stickers"."""
    asked = story.question.unit
    for place, entry in enumerate(story.entries):
        share = story.shares[place]
        if share and not story.of_shares and story.lemma(entry.token + 1) in _OF:
            found.append("part of")
        said = story.lemmas[entry.token + 1 : entry.token + 1 + _REACH]
        decimal = quantities[place].text.replace(".", "").isdecimal()
        if share and not (decimal or story.of_shares or entry.unit in said):  # 1/4, "one fifth"
            found.append("a share of what is told")
        before = story.lemma(entry.token - 1)
        if before in _tables().each:
            found.append("every so many")
        elif before == "in" and entry.unit in _tables().times:
            found.append("done in so much time")
        elif before == "by" and place:
            other = story.entries[place - 1]
            near = other.token >= entry.token - _REACH and other.unit == entry.unit
            if near and entry.unit_kind == "length":
                found.append("so long by so wide")
        if asked in entry.material and entry.unit_kind == "count" and asked in story.counted:
            found.append("held in those counted")


def _structure(found: list[str], story: _Story, used: Sequence[bool]) -> None:
    """How many numbers there are, of what, and what is asked."""
    same = other = usable = 0
    for place, entry in enumerate(story.entries):
        role = entry.role
        if role in _NO_AMOUNTS and not used[place]:
            if role == "groups":
                found.append("groups")
            continue
        usable += 1
        if story.relations[place] == OTHER:
            other += 1
            if entry.in_question:
                found.append("other unit in the question")
        else:
            same += 1
    found.append("bias")
    found.append(_ASKS[story.question.kind])
    found.append(_USABLE[min(usable, 3)])
    found.append(_COUNTS[min(same, 2)][min(other, 2)])


def _is_used(facts: Facts, count: int) -> Sequence[bool]:
    """Of each number whether the likeliest reading uses it."""
    if not facts.worlds:
        return [False] * count
    signs = facts.worlds[0].signs
    return [sign != 0 for place, sign in enumerate(signs) if place != facts.unknown]


def _used(found: list[str], story: _Story, facts: Facts) -> None:
    """What the likeliest world does with the numbers."""
    if not facts.worlds:
        return
    used = others = place = 0
    for index, sign in enumerate(facts.worlds[0].signs):
        if index == facts.unknown:
            continue
        if sign:
            used += 1
            others += story.relations[place] == OTHER
        place += 1
    found.append(_USES[min(used, 3)])
    if others:
        found.append("uses another unit" if others < used else "uses other units alone")
