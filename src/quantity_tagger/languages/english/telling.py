"""English problems: people and pronouns, plurals and measures, sentences."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quantity_tagger.languages.telling.chance import Chance, NoRoomError
from quantity_tagger.languages.telling.progress import Clause
from quantity_tagger.languages.telling.scene import FIRST_MARK, Scene
from quantity_tagger.languages.telling.situation import EVENTS, Situation
from quantity_tagger.languages.telling.vocabulary import Person, Thing, lines
from quantity_tagger.problem.notation import Style, write

_BELOW_TWENTY = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_A_FEW = 9  # more than this are no longer a few
_CAN_JOIN = frozenset(("hold", "before", *EVENTS, "one", "two", "both"))
_CAN_FOLD = frozenset(("hold", "more", "fewer"))


class Teller(Scene):
    """The cast of an English problem."""

    language = "en"
    has_tenses = True

    def __init__(self, situation: Situation, scale: int, chance: Chance) -> None:
        super().__init__(situation, scale, chance)
        self.words_below = chance.one_of((0, 0, 0, 0, 0, 13, 21, 101))
        self.grouped = chance.happens(0.5)
        self.dollar_sign = chance.happens(0.75)
        self.in_digits: set[int] = set()  # dates and the like are never in words
        self.how_much = False  # as against "how many"
        self.joined = False  # whether what is said goes on after "and"

    def cast_group(self, group: str) -> None:
        self.group, members, verbs, *pairs = (part.strip() for part in group.split("|"))
        self.thing = Thing(members, "", frozenset())
        plural, singular = (verb.strip() for verb in verbs.split(":"))
        one, two = (thing.strip() for thing in self.chance.one_of(pairs).split(":"))
        self.likes = {
            "like one": f"{plural} {one}",
            "like two": f"{plural} {two}",
            "like both": f"{plural} both {one} and {two}",
            "likes either": f"{singular} {one} or {two} or both",
        }

    # --- slots ------------------------------------------------------------------------------------

    def fill(self, slot: str) -> str:
        first, _, rest = slot.partition(" ")
        if first in _AMOUNTS:
            return self._amount(slot, first, rest)
        if first == "how":
            return self._how(rest)
        if slot[0] in "ABPCD" and (len(slot) == 1 or slot[1] in "_'"):
            return self._person(slot[0], slot[1:])
        return self._word(slot)

    def _word(self, slot: str) -> str:
        match slot:
            case "he":
                return "she" if self._current().girl else "he"
            case "his":
                return "her" if self._current().girl else "his"
            case "things":
                return "dollars" if self.thing.is_money else self._of(self.thing)
            case "as many":
                return "as much" if self._is_mass() else "as many"
            case "are":
                return "is" if self._is_one() else "are"
            case "were":
                return "was" if self._is_one() else "were"
            case "past" | "base":
                return self.deed[slot][0]
            case "parts":
                return self._listed_parts()
            case "c":
                return self.mark(self.fact.amounts[0])
            case "parts rest":
                return self._parts_and_rest()
            case "spot":
                parts = self.parts[self.fact.who]
                return "" if parts.by_sort else parts.marks[self.fact.amounts[0]]
            case "all":
                return _joined(self.names())
            case "goods":
                # The one without a price comes last: "a cake and a hat for $9" might be both.
                last = sorted(self.fact.amounts, key=lambda amount: amount == self.situation.asked)
                return _joined([self._bought(amount) for amount in last])
            case "spending":
                return _joined([f"{self._full(a)} on {self.goods[a]}" for a in self.fact.amounts])
            case "good":
                _, _, name = self.goods[self.fact.amounts[0]].partition(" ")
                return f"the {name}"
            case "unit":
                return self.thing.name
            case "elsewhere":
                return self.elsewhere
            case "group":
                return self.group
        return self.likes[slot]

    def _bought(self, amount: int) -> str:
        if amount == self.situation.asked:
            return self.goods[amount]
        return f"{self.goods[amount]} for {self._full(amount)}"

    def _current(self) -> Person:
        """The person the clause is about."""
        person = self.roles.get(self.fact.who[:1] or "A")
        if not isinstance(person, Person):
            raise NoRoomError
        return person

    def _person(self, letter: str, case: str) -> str:
        person = self.who(letter)
        if isinstance(person, str):  # a place, or a thing that is measured
            return person
        telling = self.telling
        clear = telling.is_clear(person)
        telling.people.add(person)
        if case == "_":
            known = clear and telling.previous == person.name
            return ("her" if person.girl else "him") if known and self._again() else person.name
        if case:
            known = telling.subject == person.name
            return ("her" if person.girl else "his") if known and self._again() else _of(person)
        if telling.subject:  # the clause is about somebody else already
            return person.name
        telling.subject = person.name
        if letter == "B":  # who is compared with is named
            return person.name
        known = clear and telling.previous == person.name
        return ("she" if person.girl else "he") if known and self._again() else person.name

    def _again(self) -> bool:
        """Whether a pronoun is used where one can be."""
        return self.joined or self.chance.happens(0.75)

    def _is_one(self) -> bool:
        """Whether the verb is singular: "how much rice is", "some rice was"."""
        if self.fact.form.startswith("ask"):
            return self.how_much
        return self._is_mass() and self.situation.asked in self.fact.amounts

    def _is_mass(self) -> bool:
        return not self.thing.counted

    def _of(self, thing: Thing) -> str:
        return f"{thing.unit} of {thing.name}" if thing.unit else thing.name

    def _how(self, what: str) -> str:
        """As in "how many more red marbles" or "how much less money"."""
        thing = self.thing
        comparative = {"more": "more ", "fewer": "fewer "}.get(what, "")
        sort = ""
        if what == "part" and self.parts[self.fact.who].by_sort:
            sort = self.parts[self.fact.who].marks[self.fact.amounts[0]] + " "
        if thing.is_money:
            self.how_much = self.chance.happens(0.8)
            if self.how_much:
                return f"how much {comparative.replace('fewer', 'less')}money"
            return f"how many {comparative}dollars"
        self.how_much = not thing.counted and self.chance.happens(0.4)
        if self.how_much:
            return f"how much {comparative.replace('fewer', 'less')}{sort}{thing.name}"
        return f"how many {comparative}{sort}{self._of(thing)}"

    def _amount(self, slot: str, first: str, rest: str) -> str:
        if first == "k":
            low, _, high = rest.partition("-")
            return self.mark(self.plain_number(int(low), int(high)))
        if first == "d":
            low, _, high = rest.partition("-")
            self.in_digits.add(amount := self.plain_number(int(low), int(high)))
            return self.mark(amount)
        if first in ("o", "x"):
            amount, thing = self.other_thing(here=first == "x")
            return f"{self.mark(amount)} {thing.name}"
        if not self.fact.amounts:  # a distractor's amount of the same thing
            return self._distracting_amount(rest)
        amount = self.fact.amounts[0]
        if rest == "split":
            return self._split(amount)
        if amount == self.situation.asked:
            return self._some(rest)
        short = (
            self.telling.thing
            and self.thing.counted
            and self.frame != "attr"
            and "unit" not in self.thing.kinds
            and self.chance.happens(0.25)
        )
        self.telling.thing = True
        if short and not rest:
            return self.mark(amount)
        if short:
            return f"{self.mark(amount)} {rest}"
        return self._full(amount, rest)

    def _full(self, amount: int, rest: str = "", sort: str = "") -> str:
        """As in "12 more red marbles", "$12 more", "3 more kilograms of rice"."""
        number = self.mark(amount)
        thing = self.thing
        if thing.is_money:
            tail = f" {rest}".rstrip().replace("fewer", "less")
            return f"${number}{tail}" if self.dollar_sign else f"{number} dollars{tail}"
        if self.frame == "attr":
            return f"{number} {thing.name}"
        middle = f"{rest} " if rest else ""
        return f"{number} {middle}{sort}{self._of(thing)}"

    def _some(self, rest: str) -> str:
        if self.thing.is_money:
            return f"some {rest} money".replace("  ", " ")
        few = self.thing.counted and self.values[self.situation.asked] <= _A_FEW
        some = self.chance.one_of(("some", "some", "a few") if few else ("some",))
        name = self.thing.name
        return f"{some} more {name}" if rest == "more" else f"{some} {name}"

    def _distracting_amount(self, rest: str) -> str:
        self.telling.thing = False
        if rest == "less":
            return self.mark(self.smaller_amount())
        return self._full(self.distracting_amount(), rest)

    def _listed_parts(self) -> str:
        """As in "5 red and 7 blue marbles" or "5 marbles in a box and 7 in a bag"."""
        parts = self.parts[self.fact.who]
        amounts = self.fact.amounts
        self.telling.thing = True
        if parts.by_sort:
            if len(amounts) > 1 and self.chance.happens(0.4):
                told = [f"{self.mark(a)} {parts.marks[a]}" for a in amounts]
                return f"{_joined(told)} {self.thing.name}"
            return _joined([self._full(a, sort=f"{parts.marks[a]} ") for a in amounts])
        bare = self.thing.counted and "unit" not in self.thing.kinds and self.chance.happens(0.5)
        told = [f"{self._full(amounts[0])} {parts.marks[amounts[0]]}"]
        for amount in amounts[1:]:
            number = self.mark(amount) if bare else self._full(amount)
            told.append(f"{number} {parts.marks[amount]}")
        return _joined(told)

    def _parts_and_rest(self) -> str:
        """As in "5 of them are red, 7 are green and the rest are blue"."""
        parts = self.parts[self.fact.who]
        be = "were" if self.past else "are"
        of_them = [" of them", *[""] * len(self.fact.amounts)]
        told = [
            f"{self.mark(a)}{of} {be} {parts.marks[a]}"
            for a, of in zip(self.fact.amounts, of_them, strict=False)
        ]
        asked = parts.marks[self.situation.asked]
        return _joined([*told, f"the rest {be} {asked}"])

    def _split(self, amount: int) -> str:
        """A whole and what it splits into, so that nothing but the asked part is left open."""
        parts = self.parts[self.fact.who]
        marks = self.chance.some_of(list(parts.marks.values()), len(parts.marks))
        if parts.by_sort:
            if self.chance.happens(0.5):
                listed = _joined(marks)
                return f"{self.mark(amount)} {listed} {self.thing.name}"
            return f"{self._full(amount)}, all of them {_joined(marks, 'or')}"
        if self.frame == "deed":
            listed = _joined(sorted(marks, key=parts.row.index))
            return f"{self._full(amount)} {listed} together"
        *most, last = [f"some {mark}" for mark in marks]
        return f"{self._full(amount)}, {_joined([*most, last.replace('some', 'the rest', 1)])}"

    # --- sentences --------------------------------------------------------------------------------

    def text(self, order: Sequence[Clause]) -> str:
        if order[0].role == "question":
            asks, *conditions = (self.say(clause) for clause in order)
            return _sentence(f"{asks} if {_joined(conditions)}?")
        sentences: list[str] = []
        at = events_told = 0
        while at < len(order):
            clause = order[at]
            following = order[at + 1] if at + 1 < len(order) else None
            if clause.role == "question":
                sentences.append(self._question(clause))
            elif following is not None and self._can_fold(clause, following):
                sentences.append(f"if {self.say(clause)}, {self._question(following)}")
                at += 1
            else:
                told = self.say(clause)
                if clause.fact.form in EVENTS:
                    if events_told and self.chance.happens(0.5):
                        told = f"{self._opener()} {told}"
                    events_told += 1
                if following is not None and self._can_join(clause, following):
                    self.joined = True
                    told += f" and {self.say(following)}"
                    self.joined = False
                    events_told += following.fact.form in EVENTS
                    at += 1
                sentences.append(told + ".")
            at += 1
        return " ".join(_sentence(sentence) for sentence in sentences)

    def asks_first(self, clauses: Sequence[Clause]) -> bool:
        """As in "How heavy is the box if the bag weighs 9 pounds and it is 5 pounds lighter?"."""
        return (
            len(clauses) <= 3
            and all(c.role == "fact" and c.fact.form in _CAN_FOLD for c in clauses)
            and self.chance.happens(0.12)
        )

    def _opener(self) -> str:
        return self.chance.one_of(lines("en", "wordings", f"{self.frame} openers"))

    def _can_fold(self, clause: Clause, following: Clause) -> bool:
        """Whether a fact becomes the condition of the question: "if Ann has 5, how many …"."""
        return (
            following.role == "question"
            and clause.role == "fact"
            and clause.fact.form in _CAN_FOLD
            and self.situation.asked not in clause.fact.amounts
            and self.chance.happens(0.18)
        )

    def _can_join(self, clause: Clause, following: Clause) -> bool:
        """Whether two facts are told in one sentence."""
        return (
            clause.role == following.role == "fact"
            and clause.fact.form in _CAN_JOIN
            and following.fact.form in _CAN_JOIN
            and self.chance.happens(0.25)
        )

    def _question(self, clause: Clause) -> str:
        asks = self.say(clause)
        return f"{asks}?" if not asks.startswith("find") else f"{asks}."

    def write_number(self, amount: int, before: str) -> str:
        value = self.values[amount]
        if self.scale == 1 or value % self.scale == 0:
            whole = value // self.scale
            if whole < self.words_below and amount not in self.in_digits and before[-1:] != "$":
                return number_words(whole)
            return f"{whole:,}" if self.grouped and whole >= 1000 else str(whole)
        style = Style(places=2 if self.scale == 100 else 0, grouped=self.grouped)
        return write(Fraction(value, self.scale), style)


_AMOUNTS = frozenset(("n", "k", "d", "o", "x"))


def number_words(number: int) -> str:
    """A whole number below a hundred and one in words."""
    if number < 20:
        return _BELOW_TWENTY[number]
    if number == 100:
        return "one hundred"
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens]}-{_BELOW_TWENTY[ones]}" if ones else _TENS[tens]


def _of(person: Person) -> str:
    return f"{person.name}'s"


def _joined(items: Sequence[str], last: str = "and") -> str:
    if len(items) == 1:
        return items[0]
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def _sentence(text: str) -> str:
    """One sentence: single spaces, a capital first; a number first is capitalised when written."""
    text = " ".join(text.split()).replace(" ,", ",").replace(" .", ".").replace(" ?", "?")
    first = text[0]
    return text if ord(first) >= FIRST_MARK else first.upper() + text[1:]
