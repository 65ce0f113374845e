"""Chinese problems: classifiers, clauses joined by commas, numbers in digits or characters."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quantity_tagger.languages.telling.chance import Chance
from quantity_tagger.languages.telling.progress import Clause
from quantity_tagger.languages.telling.scene import Scene
from quantity_tagger.languages.telling.situation import Situation
from quantity_tagger.languages.telling.vocabulary import Person, Thing
from quantity_tagger.problem.notation import Style, write

_DIGITS = "零一二三四五六七八九"
_LEADS = ("", "", "", "", "问", "请问", "那么")


class Teller(Scene):
    """The cast of a Chinese problem."""

    language = "zh"
    has_tenses = False

    def __init__(self, situation: Situation, scale: int, chance: Chance) -> None:
        super().__init__(situation, scale, chance)
        self.likes_characters = chance.happens(0.15)
        self.named = False  # whether the thing was named yet
        self.rivals: set[str] = set()  # measure words of other things
        self.few = max(situation.values) <= 10 * scale and chance.happens(0.5)

    def cast_group(self, group: str) -> None:
        self.group, members, self.verb, *pairs = (part.strip() for part in group.split("|"))
        name, unit = (part.strip() for part in members.split(":"))
        self.thing = Thing(name, unit, frozenset())
        self.pair = tuple(thing.strip() for thing in self.chance.one_of(pairs).split(":"))

    # --- slots ------------------------------------------------------------------------------------

    def fill(self, slot: str) -> str:
        first, _, rest = slot.partition(" ")
        if first in ("n", "c", "k", "o", "x"):
            return self._amount(first, rest)
        if first == "how":
            return self._how(rest)
        if slot in ("A", "B", "C", "D", "P"):
            return self._person(slot)
        return self._word(slot)

    def _word(self, slot: str) -> str:
        match slot:
            case "thing":
                self.named = self.telling.thing = True
                return self.thing.name or "钱"
            case "unit":
                return self._unit()
            case "past":
                return self.deed["past"][0]
            case "parts":
                return self._listed_parts()
            case "parts rest":
                return self._parts_and_rest()
            case "spot":
                return self.parts[self.fact.who].marks[self.fact.amounts[0]]
            case "A's":  # 她弟弟: what follows is told of somebody else
                who, self.telling.subject = self._person("A"), ""
                return f"{who}的"
            case "all":
                return _joined(self.names())
            case "goods":
                return "，".join(self._bought(amount) for amount in self.fact.amounts)
            case "good":
                return self.goods[self.fact.amounts[0]]
            case "elsewhere":
                return self.elsewhere
            case "group":
                return self.group
            case "verb":
                return self.verb
            case "like one":
                return self.verb + self.pair[0]
            case "like two":
                return self.verb + self.pair[1]
            case "both":
                return f"{self.pair[0]}和{self.pair[1]}"
            case _:
                return f"{self.pair[0]}或{self.pair[1]}"

    def _person(self, letter: str) -> str:
        who = self.who(letter)
        if isinstance(who, str):
            return who
        telling = self.telling
        clear = telling.is_clear(who)
        telling.people.add(who)
        if telling.subject:
            return who.name
        telling.subject = who.name
        return self._again(who) if clear and telling.previous == who.name else who.name

    def _again(self, who: Person) -> str:
        """Somebody spoken of just before: mostly a pronoun, since names soon tire."""
        if self.chance.happens(0.8):
            return "她" if who.girl else "他"
        return who.name

    def _unit(self) -> str:
        if self.thing.is_money:
            return "元"
        if self.frame == "attr":
            return "" if self.thing.name == "NONE" else self.thing.name
        return self.thing.unit

    def _name(self) -> str:
        if self.thing.is_money:
            return self.chance.one_of(("钱", ""))
        if self.frame == "attr" or self.thing.name in _UNNAMED or self.thing.unit == "人":
            return ""
        return self.thing.name

    def _how(self, what: str) -> str:
        few = self.few and not self.thing.is_money and self.frame not in ("attr", "purchase")
        asks = "几" if few else "多少"
        short = self.chance.happens(0.35) and self._unit() not in self.rivals
        if what == "bare" or (not what and short):
            return asks + self._unit()
        if what == "part":
            parts = self.parts[self.fact.who]
            mark = parts.marks[self.fact.amounts[0]]
            where, sort = ("", mark) if parts.by_sort else (mark, "")
            return f"{where}有{asks}{self._unit()}{sort}{self._name()}"
        return asks + self._unit() + self._name()

    def _amount(self, first: str, rest: str) -> str:
        if first == "k":
            low, _, high = rest.partition("-")
            return self.mark(self.plain_number(int(low), int(high)))
        if first in ("o", "x"):
            amount, thing = self.other_thing(here=first == "x")
            self.rivals.add(thing.unit)
            return f"{self.mark(amount)}{thing.unit}{thing.name}"
        if not self.fact.amounts:
            if rest == "less":
                return self._short(self.smaller_amount())
            return self._full(self.distracting_amount())
        amount = self.fact.amounts[0]
        if rest == "split":
            return self._split(amount)
        if amount == self.situation.asked:
            self.named = True
            return f"一些{self.thing.name or '钱'}"
        clear = self.telling.thing or self._unit() not in self.rivals
        short = clear if first == "c" else self.telling.thing and self.chance.happens(0.4)
        if self.named and short:
            return self._short(amount)
        self.telling.thing = True
        return self._full(amount)

    def _short(self, amount: int) -> str:
        return self.mark(amount) + self._unit()

    def _full(self, amount: int, sort: str = "") -> str:
        self.named = True
        return f"{self.mark(amount)}{self._unit()}{sort}{self._name()}"

    def _bought(self, amount: int) -> str:
        good = self.goods[amount]
        if amount == self.situation.asked:
            return f"买了{good}"
        return f"买{good}{self.chance.one_of(('用了', '用去', '花了'))}{self.mark(amount)}元"

    def _listed_parts(self) -> str:
        parts = self.parts[self.fact.who]
        amounts = self.fact.amounts
        self.telling.thing = True
        if parts.by_sort:
            return "有" + _joined([self._full(a, parts.marks[a]) for a in amounts])
        verb = self.deed["past"][0] if self.frame == "deed" else "有"
        return "，".join(
            f"{parts.marks[a]}{verb}{self._short(a) if i else self._full(a)}"
            for i, a in enumerate(amounts)
        )

    def _parts_and_rest(self) -> str:
        """As in 红气球5个，其余是蓝气球."""
        parts = self.parts[self.fact.who]
        name = self._name()
        told = [f"{parts.marks[a]}{name}{self._short(a)}" for a in self.fact.amounts]
        asked = parts.marks[self.situation.asked]
        return f"{'、'.join(told)}，其余是{asked}{name}"

    def _split(self, amount: int) -> str:
        """A whole and what it splits into, so that nothing but the asked part is left open."""
        parts = self.parts[self.fact.who]
        marks = list(parts.marks.values())
        if self.frame == "deed":
            verb = self.deed["past"][0]
            return f"{_joined(marks)}一共{verb}{self._full(amount)}"
        if parts.by_sort:
            name = self._name()
            listed = _joined([mark + name for mark in marks])
            return f"{self.mark(amount)}{self._unit()}{name}，只有{listed}"
        return f"{self._full(amount)}，分别放在{_joined(marks)}"

    # --- sentences --------------------------------------------------------------------------------

    def text(self, order: Sequence[Clause]) -> str:
        told: list[str] = []
        for clause in order:
            said = self.say(clause)
            if clause.role == "question":
                # A question with a condition is led in by nothing: 问如果 is no Chinese.
                lead = "" if "，" in said else self.chance.one_of(_LEADS)
                told.append(f"{lead}{said}？")
            else:
                told.append(said + ("，" if self.chance.happens(0.65) else "。"))
        return "".join(told)

    def write_number(self, amount: int, before: str) -> str:
        value = self.values[amount]
        if value % self.scale:
            places = 2 if self.scale == 100 else 0
            return write(Fraction(value, self.scale), Style(places=places))
        whole = value // self.scale
        return number_characters(whole) if self._in_characters() else str(whole)

    def _in_characters(self) -> bool:
        """Whether numbers are written 三十五: all of them or none."""
        if not self.likes_characters or self._unit()[:1] in ("", "千"):  # 九千米 is no 9 km
            return False
        return all(not v % self.scale and v <= 100 * self.scale for v in self.values)


_UNNAMED = frozenset(("分数", "步", "路", "绳"))  # 得了 90 分, 跑了 300 米 need no noun


def number_characters(number: int) -> str:
    """A whole number below a hundred and one before a classifier: 两, 十二, 三十."""
    if number == 2:
        return "两"
    if number == 100:
        return "一百"
    tens, ones = divmod(number, 10)
    if not tens:
        return _DIGITS[ones]
    return f"{_DIGITS[tens] if tens > 1 else ''}十{_DIGITS[ones] if ones else ''}"


def _joined(items: Sequence[str]) -> str:
    if len(items) == 1:
        return items[0]
    return f"{'、'.join(items[:-1])}和{items[-1]}"
