"""What all languages share in telling a situation: who is who, what happened, which words.

A scene is cast once for a problem: people or places for the letters of the situation, a thing to
count, an event for each change, a sort or a time for each part. It then tells facts one after the
other in the order of the text, so that it knows who was spoken of last.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from quantity_tagger.languages.telling.chance import Chance, NoRoomError
from quantity_tagger.languages.telling.grammar import Pattern, compiled
from quantity_tagger.languages.telling.progress import Clause, Parts, Telling
from quantity_tagger.languages.telling.situation import Fact, Situation
from quantity_tagger.languages.telling.vocabulary import (
    MONEY,
    Event,
    Person,
    Thing,
    asked_event,
    countable,
    events,
    fitting,
    lines,
    patterns,
    place_events,
    sections,
    sizes,
    sort_kinds,
    stuff,
    table,
    times,
    trades,
)

#: Numbers are told as single characters of a private range until the text is complete.
FIRST_MARK = 0xE000

_MOST_OTHERS = 30  # of a thing that is told of beside the point
_NOWHERE = frozenset(("animal", "plant", "stuff"))  # what does not lie in a box or a drawer
_WHOLE_UNITS = frozenset(("minutes", "years", "分钟", "岁"))


class Scene(ABC):
    """The cast of one problem, in one language."""

    language: str
    has_tenses: bool
    thing: Thing

    def __init__(self, situation: Situation, scale: int, chance: Chance) -> None:
        self.situation = situation
        self.frame = situation.frame
        self.scale = scale
        self.chance = chance
        self.values = list(situation.values)
        self.distracting: set[int] = set()
        self.past = self._is_past()
        # "Now she has 9. She bought 4." tells in the past tense alone what came first.
        self.can_look_back = self.past and self.has_tenses
        self.telling = Telling()
        self.roles: dict[str, Person | str] = {}
        self.events: dict[int, Event] = {}
        self.parts: dict[str, Parts] = {}
        self.names_used: set[str] = set()
        self.next_is_girl = True
        self.strangers: dict[str, Person] = {}
        self.helpers: dict[int, Person] = {}
        self.goods: dict[int, str] = {}
        self.elsewhere = ""
        self.others: tuple[str, ...] = ()  # what else is found in the places of the story
        self.fact = situation.question
        self.facts = [fact for block in situation.blocks for fact in block]
        self._cast()

    # --- what each language does for itself -------------------------------------------------------

    @abstractmethod
    def fill(self, slot: str) -> str:
        """What stands in a slot of a wording, for the fact that is being told."""

    @abstractmethod
    def text(self, order: Sequence[Clause]) -> str:
        """The clauses joined to sentences, numbers still as marks."""

    @abstractmethod
    def write_number(self, amount: int, before: str) -> str:
        """The number of an amount as the text writes it after what stands before it."""

    @abstractmethod
    def cast_group(self, group: str) -> None:
        """Take up a line of the lexicon about groups that overlap."""

    def asks_first(self, clauses: Sequence[Clause]) -> bool:
        """Whether the question comes before all that it needs."""
        return False

    def _is_past(self) -> bool:
        """What happened or was there first is told in the past, what would be equal in the present;
        the rest as chance has it.
        """
        if self.situation.question.form in ("ask before", "ask gain", "ask lose"):
            return True
        return not self.situation.kind.startswith("equalise") and self.chance.happens(0.6)

    # --- casting ----------------------------------------------------------------------------------

    def _cast(self) -> None:
        match self.frame:
            case "own":
                self._cast_owners()
            case "place":
                self._cast_places()
            case "deed":
                self._cast_deeds()
            case "attr":
                self._cast_measures()
            case "purchase":
                self._cast_purchase()
            case _:
                self._people(0)
                self.cast_group(self.chance.one_of(lines(self.language, "goods", "groups")))

    def _people(self, count: int, kinds: frozenset[str] = frozenset()) -> list[Person]:
        """People whose genders take turns, so that a pronoun means one of them."""
        self.next_is_girl = self.chance.happens(0.5)
        everyone = [self._someone_new() for _ in range(count)]
        if kinds and self.chance.happens(0.1):
            fit = [person for person, deals_in in trades(self.language) if deals_in & kinds]
            if fit:
                everyone[0] = self.chance.one_of(fit)
        return everyone

    def _someone_new(self) -> Person:
        girl = self.next_is_girl
        self.next_is_girl = not girl
        names = lines(self.language, "names", "girls" if girl else "boys")
        name = self.chance.one_of(names)
        while name in self.names_used:
            name = self.chance.one_of(names)
        self.names_used.add(name)
        return Person(name, girl)

    def _cast_owners(self) -> None:
        self.thing = thing = self._owned_thing()
        letters = self._letters()
        self.roles.update(zip(letters, self._people(len(letters), thing.kinds), strict=True))
        self._choose_events(
            {form: fitting(events(self.language, form), thing.kinds) for form in ("gain", "lose")}
        )
        self._check_sizes(thing.unit if thing.unit in sizes(self.language) else thing.name)
        where = "spots food" if "food" in thing.kinds else "spots"
        spots = () if thing.kinds & _NOWHERE else lines(self.language, "things", where)
        self._cast_parts(self._sorts() if thing.counted else (), spots)

    def _check_sizes(self, what: str, limit: Sequence[str] = ()) -> None:
        """So many of it must be a sensible amount: nobody has 2 grams of flour."""
        low, high = sizes(self.language).get(what, (0, None))
        most = min((int(most) for most in (high, *limit) if most is not None), default=None)
        if min(self.values) < low * self.scale:
            raise NoRoomError
        if most is not None and max(self.values) > most * self.scale:
            raise NoRoomError

    def _owned_thing(self) -> Thing:
        chance = self.chance
        if self.scale == 100 or (self.scale == 1 and chance.happens(0.12)):
            return Thing("", MONEY, frozenset(("money",)), counted=False)
        if self.scale > 1 or chance.happens(0.12):
            return chance.one_of(stuff(self.language))
        return chance.one_of(countable(self.language))

    def _sorts(self) -> tuple[str, ...]:
        known = sort_kinds(self.language)
        fit = [kind for kind in known if kind in self.thing.kinds]
        return lines(self.language, "things", f"sorts {self.chance.one_of(fit)}") if fit else ()

    def _cast_parts(self, sorts: Sequence[str], spots: Sequence[str]) -> None:
        """All parts of a problem are told apart in one way."""
        by_sort = bool(sorts) and (not spots or self.chance.happens(0.6))
        for who, amounts in self._part_amounts().items():
            chosen = self.chance.some_of(sorts if by_sort else spots, len(amounts))
            if len(chosen) < len(amounts):
                raise NoRoomError
            self.parts[who] = Parts(by_sort, dict(zip(amounts, chosen, strict=True)))

    def _cast_places(self) -> None:
        chance = self.chance
        if self.scale == 100:  # nothing in a place is measured to the hundredth
            raise NoRoomError
        measured = self.scale > 1 or chance.happens(0.1)
        choices = [
            place
            for place in sections(self.language, "places")
            if ("stuff" in table(self.language, "places", place)) == measured
        ]
        place = chance.one_of(choices)
        facts = table(self.language, "places", place)
        # "water : liters, gallons" is measured; "birds", in Chinese "鸟 : 只", are counted.
        name, _, units = chance.one_of(facts["stuff" if measured else "things"]).partition(":")
        unit = chance.one_of(units.split(",")).strip()
        self.thing = Thing(name.strip(), unit, frozenset(), counted=not measured)
        letters = self._letters()
        everywhere = chance.some_of(facts["at"], len(letters) + 1)
        if len(everywhere) <= len(letters):
            raise NoRoomError
        self.elsewhere = everywhere.pop()
        self.others = facts["others"]
        self.roles.update(zip(letters, everywhere, strict=True))
        self._people(0)
        self._choose_events(
            {form: place_events(self.language, place, form) for form in ("gain", "lose")}
        )
        self._cast_parts(facts.get("sorts", ()), ())

    def _cast_deeds(self) -> None:
        chance = self.chance
        if self.scale == 100:
            raise NoRoomError
        deeds = [name for name in sections(self.language, "deeds") if name != "times"]
        self.deed = table(self.language, "deeds", chance.one_of(deeds))
        choices = self.deed.get("stuff", ())
        if self.scale == 1:
            choices += self.deed.get("things", ())
        choices = tuple(c for c in choices if self.scale == 1 or c not in _WHOLE_UNITS)
        if not choices:
            raise NoRoomError
        # Kilometers walked are counted like pages read: the unit is the thing.
        chosen = chance.one_of(choices)
        name, _, unit = chosen.partition(":")
        kinds = ("unit",) if chosen in self.deed.get("stuff", ()) else ()
        self.thing = Thing(name.strip(), unit.strip(), frozenset(kinds))
        self._check_sizes(self.thing.name, self.deed.get("limit", ()))
        letters = self._letters()
        self.roles.update(zip(letters, self._people(len(letters)), strict=True))
        for who, amounts in self._part_amounts().items():
            rows = [row for row in times(self.language, self.deed) if len(row) >= len(amounts)]
            if not rows:
                raise NoRoomError
            row = chance.one_of(rows)
            when = sorted(chance.some_of(row, len(amounts)), key=row.index)
            self.parts[who] = Parts(False, dict(zip(sorted(amounts), when, strict=True)), row)

    def _cast_measures(self) -> None:
        chance = self.chance
        fit = [
            name
            for name in sections(self.language, "measures")
            if self._measurable(table(self.language, "measures", name))
        ]
        if not fit:
            raise NoRoomError
        self.measure = table(self.language, "measures", chance.one_of(fit))
        unit = chance.one_of(self.measure["units"])
        money = unit == MONEY
        self.thing = Thing("" if money else unit, MONEY if money else "", frozenset(), not money)
        letters = self._letters()
        people = self._people(len(letters))
        item = chance.one_of(self.measure["items"])
        if item == "PERSON":
            self.roles.update(zip(letters, people, strict=True))
            return
        mods = chance.some_of(self.measure["mods"], len(letters))
        if len(mods) < len(letters):
            raise NoRoomError
        for letter, mod in zip(letters, mods, strict=True):
            self.roles[letter] = item.replace("{mod}", mod)

    def _measurable(self, measure: Mapping[str, tuple[str, ...]]) -> bool:
        """Whether amounts as large and as exact as this problem's make sense in the measure."""
        units = measure["units"]
        if "limit" in measure and max(self.values) > int(measure["limit"][0]) * self.scale:
            return False
        if self.scale == 1:
            return True
        money = MONEY in units
        return money if self.scale == 100 else not money and not _WHOLE_UNITS & {*units}

    def _cast_purchase(self) -> None:
        if self.scale == 10:  # prices have cents or none
            raise NoRoomError
        self.thing = Thing("", MONEY, frozenset(("money",)), counted=False)
        self.roles["A"] = self._people(1)[0]
        bought = next(fact.amounts for fact in self.facts if fact.form == "buys")
        goods = self.chance.some_of(lines(self.language, "goods", "goods"), len(bought))
        self.goods = dict(zip(bought, goods, strict=True))

    def _choose_events(self, choices: Mapping[str, Sequence[Event]]) -> None:
        """A different event for each change of the story."""
        used: list[Event] = []
        for fact in self.facts:
            if fact.form in choices:
                left = [event for event in choices[fact.form] if event not in used]
                if not left:
                    raise NoRoomError
                event = self.chance.one_of(left)
                used.append(event)
                self.events[fact.amounts[0]] = event

    def _letters(self) -> str:
        """The letters of everybody the facts speak of."""
        everyone = "".join(fact.who for fact in (*self.facts, self.situation.question))
        return "".join(dict.fromkeys(everyone))

    def _part_amounts(self) -> dict[str, list[int]]:
        """For each holder the amounts that are parts of what they hold."""
        found: dict[str, list[int]] = {}
        for fact in (*self.facts, self.situation.question):
            if fact.form in ("parts", "ask part"):
                found.setdefault(fact.who, []).extend(fact.amounts)
        return found

    # --- telling ----------------------------------------------------------------------------------

    def pattern(self, fact: Fact, *, first: bool = False) -> Pattern:
        """The wording of a fact or of the question; ``first`` says that nothing comes before."""
        form, amount = fact.form, fact.amounts[0]
        if form in ("gain", "lose"):
            return self.events[amount].told
        if form in ("ask gain", "ask lose"):
            return asked_event(self.events[amount])
        if self.frame == "attr":
            return compiled(self.chance.one_of(self.measure[form]))
        if form == "after" and first:
            form = "after first"
        elif form == "after" and self.chance.happens(0.35):
            form += self._trend(fact.who)
        elif form == "parts" and self._is_rest_asked(fact) and self.chance.happens(0.5):
            form = "parts rest"
        choices = patterns(self.language, f"{self.frame} {form}")
        if self.thing.counted:
            choices += patterns(self.language, f"{self.frame} {form} counted")
        found = self.chance.one_of(choices)
        if "spending" in found.slots and self.situation.asked in fact.amounts:
            raise NoRoomError  # "spent some money on a kite" says nothing
        return found

    def _trend(self, who: str) -> str:
        """Whether all that happened went one way: " up", " down", or neither."""
        forms = {f.form for f in self.facts if f.who == who and f.form in ("gain", "lose")}
        if len(forms) != 1:
            return ""
        return " up" if "gain" in forms else " down"

    def _is_rest_asked(self, fact: Fact) -> bool:
        """Whether these are all the sorts but one, and that one is asked for."""
        return self.situation.question.form == "ask part" and self.parts[fact.who].by_sort

    def say(self, clause: Clause) -> str:
        """The clause in words, numbers as marks."""
        self.fact = clause.fact
        if clause.role == "distractor":
            self.strangers.clear()  # two things told of one stranger might not fit together
        self.telling.previous = self.telling.subject
        self.telling.subject = ""
        self.telling.earlier, self.telling.people = self.telling.people, set()
        told = clause.pattern.expand(self.fill, self.chance, self.past)
        if not self.telling.subject:
            self.telling.previous = ""
        return told

    def mark(self, amount: int) -> str:
        """What stands for the number of an amount until the text is complete."""
        return chr(FIRST_MARK + amount)

    def who(self, letter: str) -> Person | str:
        """A and B are those the fact is about, P is the other one of an event, C and D are new."""
        if letter == "P":
            amount = self.fact.amounts[0] if self.fact.amounts else -1
            if amount not in self.helpers:
                self.helpers[amount] = self._someone_new()
            return self.helpers[amount]
        if letter in "CD":
            if letter not in self.strangers:
                self.strangers[letter] = self._someone_new()
            return self.strangers[letter]
        return self.roles[self.fact.who["AB".index(letter)]]

    def names(self) -> list[str]:
        """Everybody the fact is about, by name."""
        everyone = [self.roles[letter] for letter in self.fact.who]
        return [who.name if isinstance(who, Person) else who for who in everyone]

    @property
    def least(self) -> int:
        return 2 if self.scale == 1 else self.scale // 5

    def distracting_amount(self) -> int:
        """An amount of the problem's own thing that has nothing to do with the question."""
        return self._new_amount(self.least, max(*self.values, 10 * self.scale), 1)

    def smaller_amount(self) -> int:
        """One below the amount that was made last."""
        return self._new_amount(self.least, self.values[-1] - 1, 1)

    def plain_number(self, low: int, high: int) -> int:
        """A whole number, whatever the problem's own amounts are like."""
        return self._new_amount(low, high, self.scale)

    def other_thing(self, *, here: bool = False) -> tuple[int, Thing]:
        """So many of something that the question does not ask about, of what is found here."""
        self.telling.thing = False
        if here:
            name, _, unit = self.chance.one_of(self.others).partition(":")
            thing = Thing(name.strip(), unit.strip(), frozenset())
        else:
            fit = [thing for thing in countable(self.language) if not thing.kinds & _NOWHERE]
            choices = self.chance.some_of(fit, 2)
            thing = next(thing for thing in choices if thing.name != self.thing.name)
        return self.plain_number(2, _MOST_OTHERS), thing

    def _new_amount(self, low: int, high: int, factor: int) -> int:
        taken = set(self.values)
        high = min(high, self.situation.largest // factor)
        for _ in range(20):
            value = self.chance.whole(low, high) * factor
            if value not in taken and value != self.scale:
                self.values.append(value)
                self.distracting.add(len(self.values) - 1)
                return len(self.values) - 1
        raise NoRoomError
