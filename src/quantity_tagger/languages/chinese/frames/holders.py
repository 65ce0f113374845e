"""Who has things in a story: the names met so far, other names for them, groups of them."""

from __future__ import annotations

from quantity_tagger.languages.chinese.frames.slots import is_own_place
from quantity_tagger.languages.chinese.frames.words import (
    any_of,
    is_label,
    is_unlike,
    role,
    sort_of,
    ups,
    words,
)
from quantity_tagger.languages.chinese.tokenizer import measures


class Holders:
    """The holders that a story has spoken of."""

    def __init__(self, person_words: set[str]) -> None:
        self.person_words = person_words
        self.holders: list[str] = []
        self.people: set[str] = set()
        self.groups: dict[str, tuple[str, ...]] = {}
        self.plurals: set[str] = set()
        self.within: dict[str, str] = {}  # to whom what has an amount belongs
        self.topic = ""  # the holder spoken of last
        self.before = ""  # the one spoken of before that
        self.shared: set[str] = set()  # places that several have, each his own
        self.compared: set[str] = set()  # the words of those who are compared with others
        self.meant: dict[str, str] = {}  # whom each pronoun stood for last

    def meet(self, holders: list[str]) -> None:
        for holder in holders:
            if holder in role("pronoun") or is_plural(holder):
                continue
            if self.alias(holder) == holder and holder not in self.holders:
                self.holders.append(holder)
            if sort_of(holder) == "person" or holder in self.person_words:
                self.people.add(holder)

    def alias(self, name: str) -> str:
        """The name under which a holder was met: 车 is the 公交车, 小明家 is where 小明 is; in
        小兰离公园还有 it is the first of the two.
        """
        name = any_of("roles", "apart").split(name, maxsplit=1)[0] or name
        if len(name) > 2 and name[-1] in "里内中":
            name = name[:-1]
        if name in self.holders or not name:
            return name
        for known in self.holders:
            if known.endswith(name) or (name.endswith(known) and len(known) > 1):
                return known
            if known.startswith(name) and len(name) > 1 and known[len(name) :] not in role("side"):
                return known
            if name in (known + "家", known + "家里"):
                return known
        if name in words("names", "generic place") and name not in self.compared:
            places = [known for known in self.holders if known not in self.people]
            sells = name in words("names", "any shop")
            if len(places) == 1 and (sells or name[-1] == places[0][-1]):
                return places[0]
        return name

    def group(self, holders: list[str]) -> str:
        name = "、".join(holders)
        self.groups[name] = tuple(holders)
        return name

    def speak(self, holder: str) -> None:
        """Makes a holder the one spoken of."""
        if holder != self.topic:
            self.before, self.topic = self.topic, holder

    def belongs(self, holder: str, owner: str) -> None:
        """小梅的爸爸, 林伯伯的果园: whose somebody or some place is."""
        place = is_own_place(holder)
        if (owner in holder and not place) or (self.topic and not place):
            return
        self.meet([owner])
        if place:
            self.within[holder] = self.named(owner)
        if not self.topic:
            self.speak(self.named(owner))

    def tell_of(self, holder: str) -> None:
        """小娟有9支，她…: whoever is told of by name is meant from then on."""
        if holder in self.people and holder == self.topic:
            self.meant = {one: who for one, who in self.meant.items() if is_unlike(one, holder)}

    def named(self, holder: str, other: str = "") -> str:
        """A pronoun is whoever was spoken of last and is not the ``other`` of the clause."""
        if holder[-1] == "家" and holder[:-1] in role("pronoun"):
            holder = holder[:-1]
        if holder in role("pronoun"):
            known = self.meant.get(holder, "")  # 姐姐给她9颗，她又…: she is who she was
            if not known or known == other:
                same = bool(other) and self.topic == other
                place = self.topic not in self.people and self.before in self.people
                unlike = bool(self.before) and (place or is_unlike(holder, self.topic))
                known = self.before if same or unlike else self.topic
                people = [one for one in self.holders if one in self.people and one != other]
                people = [one for one in people if not is_unlike(holder, one)]
                if people and known and holder in ("他", "她") and sort_of(known) == "place":
                    known = people[-1]  # 文文家在8楼，她有24张
            self.meant[holder] = known
            return known
        if holder[0] == "全" and len(holder) > 1 and self.holders:
            return ""
        if holder in role("they") and self.groups:
            return list(self.groups)[-1]  # 小燕和小雨…，她们
        if is_plural(holder):
            self.plurals.add(holder)
            return holder
        return self.alias(holder)

    def know_plurals(self) -> None:
        """两人, 两个班 are the people or the places that the story has."""
        for name in self.plurals:
            named = [one for one in self.holders if one.endswith(name[2:])] if name[3:] else []
            own = [one for one in self.holders if one in self.people] or self.holders
            if name in role("they") and name[0] == "它":
                animals = [one for one in self.holders if "动物" in ups(one)]
                own = animals if len(animals) > 1 else self.holders
            if sort_of(name) == "place" or not own:
                own = [one for one in self.holders if one not in self.people] or self.holders
            self.groups[name] = tuple(named if len(named) > 1 else own)

    def count_members(self, name: str) -> None:
        """两个鱼缸里都养了31条: those that have no name of their own are members too."""
        own = self.groups[name]
        unnamed = range(len(own), "零一两三四五六".find(name[0]) if name[0] != "零" else 0)
        self.groups[name] = (*own, *[f"{name}#{number}" for number in unnamed])


def is_plural(name: str) -> bool:
    """Whether a name stands for several holders that the story has: 他们, 两个班."""
    counted = name[:1] in "两二三四五六" and name[1:2] in measures() and len(name) > 2
    return name in role("plural") or (counted and not is_label(name))
