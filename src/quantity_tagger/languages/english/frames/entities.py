"""Who and what is spoken of: names for entities, pronouns resolved to the latest that fits."""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger.languages.english.frames.nouns import is_told_by_of, said_marks, speaker_of
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import names as first_names
from quantity_tagger.languages.english.frames.words import table, unit, ups, words

_ONE = frozenset(["a", "an", "one", "the"])
_POINTING = frozenset(["the", "this", "that", "his", "her", "its", "their"])


class Entities:
    """Entities in the order in which they were last spoken of, the latest last."""

    __slots__ = (
        "aliases", "excluded", "families", "gender", "groups", "leader", "people", "seen", "topic",
        "topics", "tree", "within",
    )  # fmt: skip

    def __init__(self, tree: Tree) -> None:
        self.tree: Tree = tree
        self.seen: list[str] = []
        self.people: set[str] = set()
        self.within: dict[str, str] = {}
        self.groups: dict[str, tuple[str, ...]] = {}
        self.aliases: dict[str, str] = {}
        self.gender: dict[str, str] = {}
        self.topic: str = ""
        self.topics: list[str] = []  # all topics so far
        self.leader: str = ""  # the last topic that is a person
        self.excluded: str = ""
        self.families: dict[str, set[str]] | None = None

    def name(self, phrase: Phrase | None, *, topic: bool = False, other_than: str = "") -> str:
        """The entity of a phrase, remembered as the latest spoken of."""
        if phrase is None:
            return ""
        lemma = self.tree.lemmas[phrase.head] if phrase.head >= 0 else ""
        occasion = lemma in words("occasions") and phrase.preposition in ("", "than")
        if lemma in table("times") and not occasion:
            return ""
        self.excluded = other_than
        found = self._group(phrase) if phrase.joined is not None else self._single(phrase)
        if found:
            self._touch(found)
            if topic and not (
                phrase.possessor is not None and phrase.possessor.pronoun and self.topic
            ):
                self.topic = found
                self.topics.append(found)
                self.leader = found if found in self.people else self.leader
        return found

    def meet(self, several: str) -> str:
        """Those who are told by their number and noun alone: "they" may stand for them."""
        if several in words("people"):
            self.people.add(several)
            self.gender.setdefault(several, "they")
            self.topic = several
            self.topics.append(several)
        return several

    def _touch(self, entity: str) -> None:
        if entity in self.seen:
            self.seen.remove(entity)
        self.seen.append(entity)

    def _group(self, phrase: Phrase) -> str:
        members = []
        part: Phrase | None = phrase
        while part is not None:
            one = self._single(part)
            if one:
                members.append(one)
                self._touch(one)
            part = part.joined
        return self.join(members)

    def join(self, members: Sequence[str]) -> str:
        """The joint entity of several."""
        members = tuple(dict.fromkeys(members))
        if len(members) < 2:
            return "".join(members)
        name = "+".join(members)
        self.groups[name] = members
        if all(member in self.people for member in members):
            self.people.add(name)
        return name

    def _single(self, phrase: Phrase) -> str:
        tree = self.tree
        if phrase.pronoun:
            text = tree.texts[phrase.head].lower()
            owner = self._pronoun(text, phrase.head)
            return self._owned(owner) if owner and text in words("owned") else owner
        if phrase.head < 0 or tree.lemmas[phrase.head] in words("ones"):
            return self._elided(phrase)
        head = tree.lemmas[phrase.head]
        of = phrase.of
        if of is not None and of.head >= 0 and of.quantity is None and not phrase.possessor:
            town = head in words("settlements") and tree.tags[of.head] == "NNP"
            measured = phrase.determiner in _ONE and (unit(head) or head in words("told as one"))
            apart = not town and not measured and is_told_by_of(tree, head)
            if town or measured or (apart and head in words("containers")):
                return self._single(of)  # "the town of Brill", "a litre of milk"
            if apart and of.determiner and not of.pronoun:
                return f"{self._single(of)} {head}"  # "the roof of the barn"
            if head in words("generic") and not of.pronoun and phrase.quantity is None:
                return f"{self.tree.lemmas[of.head]} {head}"  # "the piece of iron"
        owner = self._single(phrase.possessor) if phrase.possessor is not None else ""
        if owner and owner not in self.seen:
            self.seen.append(owner)
        if owner == "we" and head in words("our side"):
            return owner  # "Our team has 32 points. How far behind are we?"
        if tree.tags[phrase.head] in ("NNP", "NNPS") and not phrase.possessor_only():
            return self._named(phrase, head, owner)
        marks = [m for m in said_marks(phrase) if m not in words("no marks of things")]
        another = tree.lemmas[phrase.start] == "another" and phrase.quantity is None
        if (phrase.more == "other" or another) and tree.tags[phrase.head] == "NN":
            marks.insert(0, "other")
        name = " ".join([*marks, head])
        people = [e for e in self.seen if e in self.people and e not in self.groups]
        kin = tree.tags[phrase.head] == "NNS" and head in words("kin")
        if kin and head in people and len(people) > 1 and not owner:
            return self.join(people)  # "the sisters", of whom one is the other's sister
        if phrase.label and phrase.quantity is not None and tree.tags[phrase.head] != "NNS":
            name = f"{name} {self._label(phrase)}"
        if head in words("people") and phrase.preposition not in ("in", "on", "into", "onto", "at"):
            self.people.add(name)
            sex = "she" if head in words("female") else "he" if head in words("male") else ""
            if sex:
                self.gender[name] = sex
            elif tree.tags[phrase.head] == "NNS":
                self.gender.setdefault(name, "they")
        if marks == ["first"] and head in self.seen and name not in self.seen:
            return head
        apposed = self._apposed(phrase) if owner or head in words("people") else ""
        if apposed:
            self.people.add(apposed)
            self.gender.setdefault(apposed, self.gender.get(name, first_names().get(apposed, "")))
            self.aliases.setdefault(name, apposed)
            return apposed
        known = self.aliases.get(name)
        if known:
            return known
        if owner and owner != name:
            if head in words("people"):
                name = self._relative(name, owner)
            else:
                mine = [e for e in self.seen if self.within.get(e) == owner]
                same = [e for e in mine if e.split()[-1] == head and not marks]
                if len(same) == 1:
                    return same[0]  # "Bea's case" for "Bea's pencil case"
                name = f"{owner} {name}"
                self.within.setdefault(name, owner)
        return name if name in self.seen else self._longer(phrase, [*marks, head]) or name

    def _longer(self, phrase: Phrase, said: list[str]) -> str:
        """The only one seen whose name is told shorter: "the red case" for "Bea's red case"."""
        longer = [e for e in self.seen if e.split()[-len(said) :] == said]
        longer = [e for e in longer if e not in self.groups and not e.startswith("other ")]
        if len(longer) == 1 and phrase.determiner in _POINTING:
            return longer[0]
        begun = [e for e in self.seen if e.split()[0] == said[-1] and e not in self.groups]
        if len(begun) == 1 and not longer and said[1:] == [] and phrase.determiner == "the":
            return begun[0]  # "the whale" for "the whale model"
        return ""

    def _apposed(self, phrase: Phrase) -> str:
        """As in "her brother, Emil, has 15": the name between commas or at the end."""
        tree, place = self.tree, phrase.end
        if tree.lemmas[place] != ",":
            return ""
        place += 1 + (tree.lemmas[place + 1] == "the")
        while tree.tags[place : place + 2] in (["NNP", "NNP"], ["NNP", "NNPS"]):
            place += 1
        if tree.tags[place] not in ("NNP", "NNPS") or tree.texts[place + 1] not in (",", "."):
            return ""
        listed = tree.tags[place + 2] in ("CC", "NNP", "PRP$", "DT")
        return "" if listed and tree.texts[place + 1] == "," else tree.lemmas[place]

    def _relative(self, name: str, owner: str) -> str:
        told = f"{owner}'s {name}"
        if told not in self.aliases:
            taken = name in self.aliases.values() or name in words("collectives")
            self.aliases[told] = f"{owner} {name}" if taken else name
            if name in self.people:
                self.people.add(self.aliases[told])
            if name in self.gender:
                self.gender[self.aliases[told]] = self.gender[name]
        return self.aliases[told]

    def _label(self, phrase: Phrase) -> str:
        """The number of a name, and the letter after it: "Room 12", "class 4B"."""
        end = phrase.end
        start = end - 2 if end - 2 > phrase.head and self.tree.tags[end - 2] == "CD" else end - 1
        return "".join(self.tree.texts[start:end])

    def _named(self, phrase: Phrase, head: str, owner: str) -> str:
        name = head
        noun = self._lettered(phrase)
        if noun:
            self.people |= {f"{noun} {head}"} if noun in words("people") else set()
            return f"{noun} {head}"
        if phrase.label:  # "Room 12" beside "Room 14"
            return f"{head} {self._label(phrase).lower()}"
        if head in words("people"):
            self.people.add(name)
        for mark in phrase.marks:
            if mark in words("people"):
                self.aliases.setdefault(mark, name)
                if mark in words("female"):
                    self.gender[name] = "she"
                elif mark in words("male"):
                    self.gender[name] = "he"
        if name in first_names():
            self.people.add(name)
            self.gender.setdefault(name, first_names()[name])
        elif not phrase.preposition or phrase.preposition in ("by", "for", "with", "than"):
            self.people.add(name)
        title = next((m for m in phrase.marks if m.rstrip(".") in words("titles")), "")
        if title:
            full = f"{title.rstrip('.')} {name}"
            self.people.add(full)
            self.people.discard(name)
            if title.rstrip(".") in ("mrs", "ms", "miss"):
                self.gender[full] = "she"
            elif title.rstrip(".") == "mr":
                self.gender[full] = "he"
            return full
        titles = [m for m in phrase.marks if m not in words("people")]
        first = self._first_names(phrase.head)
        if first and len(self._families().get(head, ())) > 1:  # "Ann Webb" beside "Bob Webb"
            full = f"{first} {name}"
            self.people |= {full} & {full if name in self.people else ""}
            self.aliases.setdefault(first, full)
            return full
        if titles and self.tree.tags[phrase.head - 1] in ("NNP",) and name not in self.seen:
            first = titles[-1]
            self.aliases.setdefault(first, name)
        return self.aliases.get(name, name)

    def _lettered(self, phrase: Phrase) -> str:
        """As in "box B", also where "B" alone is said later: what it is the letter of."""
        tree, letter = self.tree, self.tree.texts[phrase.head]
        if len(letter) != 1:
            return ""
        before = [tree.lemmas[k - 1] for k, text in enumerate(tree.texts) if k and text == letter]
        nouns = set(before) & {
            lemma for lemma, tag in zip(tree.lemmas, tree.tags, strict=True) if tag[:2] == "NN"
        }
        own = tree.lemmas[phrase.head - 1] if phrase.head > 0 else ""
        return own if own in nouns else min(nouns, default="")

    def _families(self) -> dict[str, set[str]]:
        """The names that stand before each last name of the text."""
        if self.families is None:
            self.families = {}
            for place, lemma in enumerate(self.tree.lemmas):
                first = self._first_names(place)
                if first:
                    self.families.setdefault(lemma, set()).add(first)
        return self.families

    def _first_names(self, head: int) -> str:
        """The names before the last one: "Red Hill" of "Red Hill School"."""
        tree = self.tree
        if tree.tags[head] != "NNP":
            return ""
        place = head
        while place and tree.texts[place - 1][:1].isupper() and tree.tags[place - 1] != "DT":
            before = tree.lemmas[place - 1].rstrip(".")
            if before in words("people") | words("titles") | words("markers"):
                break
            place -= 1
        return " ".join(tree.lemmas[place:head])

    def _elided(self, phrase: Phrase) -> str:
        marks = said_marks(phrase)
        if marks in (["latter"], ["former"]):
            return self._of_two(marks[0])
        if phrase.head < 0 and phrase.more == "other" and phrase.determiner == "the":
            return "the other"
        if phrase.head >= 0 and self.tree.texts[phrase.head] == "One" and not phrase.preposition:
            return "the one"
        if not marks:
            if phrase.possessor is not None:
                return self._owned(self._single(phrase.possessor))
            return ""
        if marks == ["first"]:
            plain = [e for e in self.seen if f"second {e}" in self.seen]
            if plain:
                return plain[-1]
        for entity in reversed(self.seen):
            if entity.split()[0] == marks[0] and entity not in self.groups:
                return entity
        told = (
            self._contrasted(marks[0])
            or self._counted()
            or next((e for e in reversed(self.seen) if self._lends_noun(e)), "")
        )
        return " ".join([*marks, *told.split()[-1:]])

    def _lends_noun(self, entity: str) -> bool:
        """Whether an entity has a noun that may be left out: "the lower shelf", no "eldest"."""
        noun = entity.split()[-1]
        nominal = any(tag[:1] == "N" for tag in self._tags(noun))
        return nominal and (" " in entity or (entity in ups() and entity not in self.people))

    def _tags(self, lemma: str) -> set[str]:
        places = [k for k, one in enumerate(self.tree.lemmas) if one == lemma]
        return {self.tree.tags[k] for k in places}

    def _contrasted(self, mark: str) -> str:
        """As in "the red holds 9, the blue 7" after "the red tin", "the first bus … the second":
        the noun left out.
        """
        lemmas, tags = self.tree.lemmas, self.tree.tags
        alike = next((words(n) for n in ("colours", "ordinals") if mark in words(n)), frozenset())
        nouns = []
        for place, lemma in enumerate(lemmas if mark != "other" else ()):
            end = place
            while lemma in alike and tags[end + 1] == "NN" and lemmas[end + 1] not in words("ones"):
                end += 1
            nouns += [lemmas[end]] if end > place else []
        return nouns[-1] if len(set(nouns)) == 1 else ""

    def _counted(self) -> str:
        """As in "Two buckets … the smaller one": the only things that are told by their number."""
        lemmas, tags = self.tree.lemmas, self.tree.tags
        pairs = [k for k in range(1, len(tags)) if tags[k - 1 : k + 1] == ["CD", "NNS"]]
        nouns = {lemmas[k] for k in pairs if lemmas[k - 1] in words("small numbers")}
        nouns -= words("people") | self.people | {noun for noun in nouns if unit(noun)}
        return nouns.pop() if len(nouns) == 1 else ""

    def _of_two(self, which: str) -> str:
        """As in "the latter": of the last two that share their noun, or of the last two people."""
        plain = [e for e in self.seen if e not in self.groups]
        heads = [e.split()[-1] for e in plain]
        alike = [e for e in plain if heads.count(e.split()[-1]) > 1]
        pair = alike if len(alike) > 1 else [e for e in plain if e in self.people]
        if len(pair) < 2:
            return ""
        return pair[-1] if which == "latter" else pair[-2]

    def _owned(self, owner: str) -> str:
        """As in "Mine weighs 3 kg": the last thing of this owner that was spoken of."""
        owned = [e for e in self.seen if self.within.get(e) == owner]
        return owned[-1] if owned else self._likewise(owner)

    def _likewise(self, owner: str) -> str:
        """As in "Bea's case holds 15 pens, Carl's 22": what the other has, of this owner."""
        other = next((e for e in reversed(self.seen) if e in self.within), "")
        noun = other.removeprefix(f"{self.within.get(other, '')} ")
        if not other or noun == other or owner == self.within[other]:
            return owner
        name = f"{owner} {noun}"
        self.within[name] = owner
        return name

    def _unmet(self, sex: str, place: int) -> str:
        """Whom a pronoun stands for before anyone was met: who is named near it, else the topic."""
        lemmas, tags = self.tree.lemmas, self.tree.tags
        for near in [*reversed(range(place)), *range(place + 1, len(lemmas))]:
            name: str = lemmas[near]
            his = near > 1 and tags[near - 2] == "PRP$"  # "his friend Andy"
            dated = name in words("months") and tags[near - 1 : near] == ["IN"]  # "in June"
            if first_names().get(name) == sex and tags[near] != "MD" and not (his or dated):
                self.people.add(name)
                self.gender[name] = sex
                return name
        met = [e for e in (self.topic, *reversed(self.seen)) if e not in ("", "we")]
        someone = [e for e in met if "person" in ups().get(e.split()[-1], "person")]
        found = next((e for e in someone if self._may_be(e, sex)), sex)
        self.people.add(found)
        self.gender[found] = sex
        return found

    def _may_be(self, entity: str, sex: str) -> bool:
        return self.within.get(entity) is None and self.gender.get(entity, sex) == sex

    def _is_thing(self, entity: str) -> bool:
        """Whether "it" may stand for an entity: no people, no plural, but an animal that acts."""
        if entity not in self.people:
            return self._tags(entity.split()[-1]) != {"NNS"}
        sorts = set(ups().get(entity.split()[-1], ()))
        return entity not in self.gender and bool(sorts & {"animal", "vehicle"})

    def _is_several(self, entity: str) -> bool:
        plural = entity in self.people and self.gender.get(entity) == "they"
        return plural or entity.split()[-1] in words("collectives")

    def _pronoun(self, text: str, place: int) -> str:
        if text in words("he") or text in words("she"):
            sex = "he" if text in words("he") else "she"
            order = list(reversed(self.seen))
            if self.leader:
                leader = self.groups.get(self.leader, (self.leader,))[0]
                order.insert(0, leader)  # "Ada and her aunt … she"
            if self.tree.lemmas[place + 1].endswith("self"):  # "Bo's son made 5, he himself 9"
                order[:0] = [one.partition("'s ")[0] for one in self.aliases if "'s " in one]
            for entity in order:
                person = entity in self.people and entity not in self.groups
                person = person and entity not in ("we", "you")
                person = person and entity.split()[-1] not in words("collectives")
                if person and entity != self.excluded and self.gender.get(entity, sex) == sex:
                    self.gender[entity] = sex
                    return entity
            others = self.people - {"we", "you"}
            others = {e for e in others if self.gender.get(e, sex) == sex}
            unnamed = sex if sex in others else ""  # whoever "she" was before
            return self._unmet(sex, place) if not others else unnamed
        if text in words("they"):
            people = [e for e in self.seen if e in self.people and e not in self.groups]
            people = [e for e in people if e != "we"]
            joint = [e for e in self.seen if e in self.groups]
            joint = [e for e in joint if e in self.people] or joint
            if joint:
                return joint[-1]
            if self.topic.split()[-1:] and self.topic.split()[-1] in words("collectives"):
                sort = self.topic.split()[-1]  # "Ada's family … they", "the other team … they"
                return self.join([e for e in self.seen if e.split()[-1] == sort]) or self.topic
            several = list(dict.fromkeys(e for e in self.topics if self._is_several(e)))
            if len(several) == 1:  # "Ada's team had 9. When it was over, they had 20"
                return several[0]
            return self.join(people) if len(people) > 1 else self.topic or "".join(people)
        if text in words("it"):
            if self.topic and self._is_thing(self.topic) and self.topic != self.excluded:
                return self.topic
            things = (e for e in reversed(self.seen) if self._is_thing(e))
            return next((e for e in things if e != self.excluded), self.topic)
        if text in words("we"):
            mine = not {"my", "mine"}.isdisjoint(self.tree.lemmas)
            who = "you" if mine and text in ("your", "yours") else "we"
            who = (speaker_of(self.tree, place) if text in words("I") else "") or who
            self.people.add(who)
            return who
        return ""
