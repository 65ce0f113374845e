"""Verb groups: a verb with its auxiliaries and particle, and what it does to a stock."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import (
    effects,
    likely_effects,
    needed_nouns,
    table,
    words,
)
from quantity_tagger.support.cache import BoundedCache

_ADVERBS = frozenset(["RB", "RBR", "RBS", "RP"])
_BOUNDS = frozenset([",", ";", ":", "CC", "WDT", "WP", "WRB"])


class Clause:
    """A verb group and its field: tokens ``start:end``.

    ``lemma`` is the main verb, ``particle`` goes with it, ``wanting`` the verb above it ("wants to
    buy"), ``marker`` what leads the clause ("after", "who"), ``subject`` whoever acts or is said
    to be, also where it is told in an earlier clause.
    """

    __slots__ = (
        "after", "end", "finite", "group", "lemma", "main", "marker", "modal", "negated",
        "own_subject", "particle", "passive", "perfect", "phrases", "progressive", "purpose",
        "question", "sentence", "shared", "start", "subject", "tag", "unwanted", "wanting",
    )  # fmt: skip

    def __init__(
        self,
        group: list[int],
        main: int,
        lemma: str,
        sentence: int,
        particle: str = "",
        after: str = "",
        passive: bool = False,
        negated: bool = False,
        modal: str = "",
        wanting: str = "",
        perfect: bool = False,
        progressive: bool = False,
        finite: bool = True,
        tag: str = "",
        marker: str = "",
        subject: Phrase | None = None,
        own_subject: bool = True,
        start: int = 0,
        end: int = 0,
        phrases: list[Phrase] | None = None,
        question: bool = False,
        purpose: bool = False,
        unwanted: bool = False,
    ) -> None:
        self.group: list[int] = group
        self.main: int = main
        self.lemma: str = lemma
        self.sentence: int = sentence
        #: auxiliaries of a verb before that go on: "had sold 5, eaten 2"
        self.shared: list[int] = []
        self.particle: str = particle
        #: the preposition that follows the verb
        self.after: str = after
        self.passive: bool = passive
        self.negated: bool = negated
        self.modal: str = modal
        self.wanting: str = wanting
        self.perfect: bool = perfect
        self.progressive: bool = progressive
        self.finite: bool = finite
        self.tag: str = tag
        self.marker: str = marker
        self.subject: Phrase | None = subject
        self.own_subject: bool = own_subject
        self.start: int = start
        self.end: int = end
        self.phrases: list[Phrase] = [] if phrases is None else phrases
        self.question: bool = question
        self.purpose: bool = purpose
        #: read as done although it is only wanted
        self.unwanted: bool = unwanted

    @property
    def effect(self) -> str:
        """What the verb does to a stock, "" where no list knows it."""
        passive = self.tag if self.passive else None
        return _EFFECTS[self.lemma, self.particle, self.after, passive, self.progressive]

    @property
    def likely_effect(self) -> str:
        """What a verb that no list knows may do to a stock, "" where nothing is near it."""
        known = likely_effects()
        tries = [f"{self.lemma} {extra}" for extra in (self.particle, self.after) if extra]
        return next((known[name] for name in [*tries, self.lemma] if name in known), "")

    @property
    def effect_leaves(self) -> bool:
        """Whether "left" is the verb: those asked for went away, or "have left"."""
        return self.lemma == "leave" and not (self.passive or self.question)

    @property
    def active_effect(self) -> str:
        """What the verb does in the active voice."""
        known = effects()
        passive = known.get(f"be {self.tag}", "")
        if passive in ("come", "leave"):  # "were born"
            return passive
        for extra in (self.particle, self.after):
            if extra and f"{self.lemma} {extra}" in known:
                return known[f"{self.lemma} {extra}"]
        return known.get(self.lemma, "") or self.effect

    @property
    def key(self) -> str:
        return f"{self.lemma} {self.particle}" if self.particle else self.lemma

    @property
    def said(self) -> str:
        """The verb that tells or asks: "plans" to write, but has to "learn", and "are" left."""
        if self.wanting in words("goals") - {"have", "suppose"}:
            return self.wanting
        if self.lemma == "get" and self.perfect and not self.particle:
            return "have"  # "has the octopus got"
        return "be" if self.lemma == "leave" and self.passive else self.key


def subject_word(tree: Tree, clause: Clause) -> str:
    """The head noun of a clause's subject, "" where it has none."""
    subject = clause.subject
    return tree.lemmas[subject.head] if subject is not None and subject.head >= 0 else ""


def _effect(verb: tuple[str, str, str, str | None, bool]) -> str:
    """The effect of a verb by its lemma, its particle, the preposition after it, its form where it
    is passive, and whether it is progressive.
    """
    lemma, particle, after, passive, progressive = verb
    known = effects()
    tries = [f"{lemma} {particle}"] if particle else []
    if passive is not None:
        tries.append(f"be {passive}")
    if after:
        tries.append(f"{lemma} {after}")
    if lemma in words("travelling"):
        way = particle or after
        if progressive and way in ("in", "on", "inside"):
            return "state"
        if not any(name in known for name in tries) and way in table("ways"):
            return table("ways")[way]
    tries.append(lemma)
    return next((known[name] for name in tries if name in known), "")


_EFFECTS: Final = BoundedCache(_effect)
#: With these "in" is no particle of the verb before it: "in all", "in between".
_AFTER_IN: Final = frozenset(["total", "all", "between"])


def _verbal(tree: Tree, place: int, inside: set[int]) -> bool:
    tag = tree.tags[place]
    return (tag[:1] == "V" or tag == "MD") and place not in inside


def groups(tree: Tree, span: range, inside: set[int], number: int) -> list[Clause]:
    found: list[Clause] = []
    place = span.start
    helpers = words("auxiliaries")
    while place < span.stop:
        if not _verbal(tree, place, inside):
            place += 1
            continue
        group = [place]
        wanting = ""
        ahead = place + 1
        while ahead < span.stop:
            if tree.tags[ahead] in _ADVERBS and ahead not in inside:
                ahead += 1
                continue
            last = tree.lemmas[group[-1]]
            got = last == "get" and tree.tags[ahead] == "VBN" and ahead == group[-1] + 1
            if _verbal(tree, ahead, inside) and (
                last in helpers or got or tree.tags[group[-1]] == "MD"
            ):
                group.append(ahead)
                ahead += 1
                continue
            if (
                tree.tags[ahead] == "TO"
                and ahead + 1 < span.stop
                and _verbal(tree, ahead + 1, inside)
                and (last in words("wanting") | {"be"} or _remains(tree, ahead))
            ):
                wanting = "suppose" if last == "be" else last  # "was to bring 30 chairs"
                group.append(ahead + 1)
                ahead += 2
                continue
            turned = last == "turn" and tree.lemmas[ahead - 1] == "out" and tree.tags[ahead] == "TO"
            seen = last in words("seeming") and tree.tags[ahead] == "TO" and len(group) > 1
            if (turned or seen) and tree.lemmas[ahead + 1] == "be":
                group.append(ahead + 1)  # "turned out to be faulty", "were found to be faulty"
                ahead += 2
                continue
            can = tree.lemmas[ahead] in ("able", "unable") and last == "be"
            if can and ahead + 2 < span.stop and _verbal(tree, ahead + 2, inside - {ahead + 2}):
                group.append(ahead + 2)  # "were unable to come"
                wanting = "fail" if tree.lemmas[ahead] == "unable" else ""
                ahead += 3
                continue
            if (
                tree.tags[ahead] == "JJ"
                and tree.lemmas[ahead] in ("left", "able", "go", "due", "suppose")
                and last == "be"
            ):
                ahead += 1
                continue
            break
        main = group[-1]
        if _is_left(tree, place, span, found, inside):
            place += 1
            continue
        clause = Clause(group, main, tree.lemmas[main], number, wanting=wanting)
        before = place - 1
        if before >= span.start and tree.tags[before] == "TO":
            clause.finite, clause.purpose = False, True
        elif tree.tags[place] in ("VBG", "VBN") and len(group) == 1:
            clause.finite = False
        found.append(clause)
        place = main + 1
    return found


def _remains(tree: Tree, to: int) -> bool:
    """As in "remain to be painted": still to be done."""
    return tree.lemmas[to - 1] == "remain" and tree.lemmas[to + 1] == "be"


def _is_left(tree: Tree, place: int, span: range, found: list[Clause], inside: set[int]) -> bool:
    """Whether "left" only says that something remains: "has 5 left", "there are 5 left"."""
    if tree.texts[place].lower() != "left" or not found:
        return False
    verb = found[-1]
    between = range(verb.main + 1, place)
    return (
        verb.lemma in ("have", "be", "remain", "keep", "own")
        and any(k in inside for k in between)
        and not any(
            tree.lemmas[k] in (",", ";", "who", "which", "that", "but")
            or tree.lemmas[k] in words("linking")
            for k in between
        )
    )


def join_inverted(tree: Tree, span: range, clauses: list[Clause], phrases: list[Phrase]) -> None:
    """Joins an auxiliary before the subject with its verb: "does Owen have"."""
    asking = [k for k in span if tree.tags[k] in ("WRB", "WP", "WDT")]
    asking = [k for k in asking if k == span.start or tree.tags[k - 1][:1] != "N"]  # "a girl who"
    later = all(tree.lemmas[k] in ("when", "where") and k > span.start for k in asking)
    if tree.texts[span.stop - 1] != "?" and later:
        return  # "9 fled when a dog barked"
    place = 0
    while place + 1 < len(clauses):
        one, other = clauses[place], clauses[place + 1]
        gap = range(one.main + 1, other.group[0])
        apart = {"IN", ",", "WRB", "WP", "WDT", "TO"}
        tags = [tree.tags[k] for k in gap if tree.lemmas[k] != "of"]
        only_subject = bool(gap) and apart.isdisjoint(tags)
        lead = one.group[0] - 1  # "If they already have 10 figs and she bought 5, how many"
        own = tree.lemmas[lead - (tree.tags[lead] == "RB")] in words("subjects")
        if own or "CC" in (tags[-1:] if len(tags) == len(gap) else tags):
            only_subject = False  # "had 40 figs and gave 15"
        tag, joins = tree.tags[other.group[0]], False
        led = "WRB" in tags and other.lemma in ("do", "be", "have")  # "than Ivy did, how many did"
        if (len(one.group) == 1 and only_subject) or (one.lemma == "do" and gap and not led):
            if one.lemma == "do" or tree.tags[one.main] == "MD":
                joins = tag[:1] == "V" or tag == "NN"
            elif one.lemma in ("be", "have"):
                main = other.main
                if tag == "VB" and tree.lemmas[main] != tree.texts[main].lower():
                    tag = tree.tags[main] = "VBN"  # "has the roll shrunk"
                joins = tag in ("VBG", "VBN", "VBD") and only_subject and not other.purpose
        if joins:
            other.group = [*one.group, *other.group]
            other.finite, other.purpose = True, False
            other.question = True
            clauses.pop(place)
            continue
        place += 1


def share_auxiliaries(tree: Tree, clauses: list[Clause], numbers: set[int]) -> None:
    """As in "had sold 5, eaten 2", "20 were sold and 8 given away": what goes on to the next."""
    for one, other in pairwise(clauses):
        helpers = [*one.shared, *one.group[:-1]]
        lemmas = [tree.lemmas[k] for k in helpers]
        verb = other.main
        if not helpers or len(other.group) > 1 or other.purpose or one.question or one.wanting:
            continue
        if tree.tags[verb] not in ("VBN", "VBD") or tree.tags[helpers[0]] == "MD":
            continue
        before = verb - 1
        while before > one.main and (tree.tags[before] == "RB" or before in numbers):
            before -= 1
        if tree.tags[before] not in (",", "CC") or tree.lemmas[before] == "but":
            continue
        after = verb + 1
        while tree.tags[after] in ("RP", "RB"):
            after += 1
        counted = before + 1 in numbers or verb - 1 in numbers
        told = after in numbers or tree.tags[after] in ("CD", "DT", "PRP$")
        if "be" in lemmas:  # what is counted undergoes it
            goes_on = counted and not told and (tree.tags[verb] == "VBN" or _undergone(tree, verb))
        else:
            goes_on = told and not counted
        if goes_on:
            other.shared, other.finite, tree.tags[verb] = helpers, True, "VBN"


def _undergone(tree: Tree, verb: int) -> bool:
    """Whether a form that may be past or participle is of a verb that is done to things."""
    return effects().get(tree.lemmas[verb], "") in ("give", "take", "lose", "remove", "use", "put")


def details(tree: Tree, clause: Clause, span: range, inside: set[int]) -> None:
    group, main = clause.group, clause.main
    lemmas = tree.lemmas
    if (
        not clause.finite
        and tree.tags[main] == "VBN"
        and len(group) == 1
        and _leads(tree, main, span, inside)
    ):
        clause.finite = True
    clause.tag = tree.texts[main].lower()
    auxiliaries = [*clause.shared, *group[:-1]]
    helpers = [lemmas[k] for k in auxiliaries]
    clause.passive = tree.tags[main] in ("VBN", "VBD") and (
        "be" in helpers or "get" in helpers[-1:] or (not clause.finite and tree.tags[main] == "VBN")
    )
    if lemmas[main] == "get" and "have" in helpers and tree.texts[main].lower() == "got":
        ways = words("particles") | {"to", "into", "onto", "from"}
        if lemmas[main + 1] not in ways:
            clause.lemma = "have"  # "has got", but "had got off"
    if helpers and lemmas[main] == "get" and tree.tags[main] == "VBN":
        clause.passive = "be" in helpers
    if tree.tags[main] == "VBG" and len(group) == 1 and _is_mused(lemmas, main):
        clause.wanting = "want"
    clause.perfect = not clause.wanting and any(
        lemmas[k] == "have" and tree.tags[k] == "VBD" for k in auxiliaries
    )
    clause.progressive = tree.tags[main] == "VBG" and "be" in helpers
    clause.modal = next((lemmas[k] for k in group if tree.tags[k] == "MD"), "")
    clause.negated = any(
        lemmas[k] in ("not", "n't", "never", "n’t") for k in range(group[0], main)
    ) or (main + 1 < span.stop and lemmas[main + 1] in ("not", "n't"))
    if clause.wanting in ("fail", "refuse", "forget") or any(
        tree.texts[k].lower() == "cannot" for k in group
    ):
        clause.negated = True
    after = main + 1
    while (
        after < span.stop and tree.tags[after] == "RB" and lemmas[after] not in words("particles")
    ):
        after += 1
    if after < span.stop and after not in inside:
        lemma = lemmas[after]
        following = after + 1 in inside or tree.tags[after : after + 2] == ["IN", "VBG"]
        total = lemmas[after + 1] in _AFTER_IN
        if (
            lemma in words("particles")
            and not total
            and (
                not following
                or tree.tags[after] == "RP"
                or (tree.tags[after] == "RB" and lemma not in ("in", "on"))
            )
        ):
            clause.particle = lemma
        elif lemma in words("prepositions") and not _timed(tree, after + 1, span.stop):
            clause.after = lemma
    if not clause.particle:  # "took 8 cups away", "threw 4 of his fish back"
        stop = next(
            (
                k
                for k in range(main + 1, span.stop)
                if tree.tags[k] in _BOUNDS or _verbal(tree, k, inside) or tree.tags[k] == "."
            ),
            span.stop,
        )
        for k in range(main + 2, stop):
            if (
                lemmas[k] in words("particles")
                and k not in inside
                and (k + 1 not in inside or tree.tags[k] == "RP")
                and f"{clause.lemma} {lemmas[k]}" in effects()
                and lemmas[k + 1] not in _AFTER_IN
            ):
                clause.particle = lemmas[k]
                break


def _is_mused(lemmas: list[str], verb: int) -> bool:
    """As in "thought about buying", "had a target of selling": nothing was done yet."""
    before = verb - 2 if lemmas[verb - 1] in ("about", "of", "on") else verb - 1
    return before >= 0 and lemmas[before] in words("musing") | needed_nouns()


def _leads(tree: Tree, verb: int, span: range, inside: set[int]) -> bool:
    """Whether the phrase before a bare participle begins a clause of its own."""
    place = verb - 1
    while place >= span.start and (place in inside or tree.tags[place] == "RB"):
        place -= 1
    if place == verb - 1:
        return False
    while place > span.start and tree.tags[place] == "IN":  # "In the morning 5 swans left"
        place -= 1
        while place >= span.start and place in inside:
            place -= 1
    if place <= span.start and tree.tags[span.start] == "IN":
        return True
    return place < span.start or tree.lemmas[place] in (
        ",",
        ";",
        "and",
        "but",
        "then",
        "while",
        ":",
        "when",
        "after",
        "if",
    )


def _timed(tree: Tree, start: int, stop: int) -> bool:
    """Whether the phrase that begins here is a time."""
    for place in range(start, min(start + 4, stop)):
        if tree.lemmas[place] in table("times") or tree.lemmas[place] in ("all", "total"):
            return True
        if tree.tags[place] not in ("DT", "JJ", "CD", "PRP$"):
            return False
    return False
