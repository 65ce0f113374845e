"""The facts of one reading with an amount each, and which of them concern whom, what and where."""

from __future__ import annotations

from typing import ClassVar, Final

from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Amount, Fact, Kind, Side, Story
from quantity_tagger.situation.statements import Form, Given, World, whole
from quantity_tagger.values import Value

#: Effects that say or change how many there are.
STOCK_EFFECTS = frozenset(["state", *DIRECTION])


class Options(Value):
    """Decisions that the text leaves open and that concern the reading as a whole: nothing was
    there before the first gain; the asked kind is told by another word; the asked holder is not
    the one of the facts, and all are taken.

    ``met`` collects those that made a difference: without it a reading is the same either way.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("zero_start", "any_kind", "any_holder", "met")
    __slots__ = FIELDS

    def __init__(
        self,
        zero_start: bool = False,
        any_kind: bool = False,
        any_holder: bool = False,
        met: set[str] | None = None,
    ) -> None:
        self.zero_start: Final = zero_start
        self.any_kind: Final = any_kind
        self.any_holder: Final = any_holder
        self.met: Final[set[str]] = set() if met is None else met


class Scene:
    """A reading under construction. ``facts`` grow by those that comparisons and the question
    imply; amount i is ``("f", i)``.
    """

    __slots__ = ("cost", "doubts", "facts", "memo", "options", "story", "world")

    def __init__(
        self,
        story: Story,
        options: Options | None = None,
        world: World | None = None,
        facts: list[Fact] | None = None,
        cost: float = 0.0,
        doubts: list[str] | None = None,
        memo: dict[object, object] | None = None,
    ) -> None:
        self.story: Story = story
        self.options: Options = Options() if options is None else options
        self.world: World = World() if world is None else world
        self.facts: list[Fact] = [] if facts is None else facts
        self.cost: float = cost
        self.doubts: list[str] = [] if doubts is None else doubts
        self.memo: dict[object, object] = {} if memo is None else memo

    def copy(self) -> Scene:
        """The same reading, to be built further in one of several ways."""
        return Scene(
            self.story,
            self.options,
            self.world.copy(),
            self.facts.copy(),
            self.cost,
            self.doubts.copy(),
            self.memo.copy(),
        )

    def differs(self, other: Scene) -> bool:
        """Whether anything was added to one of two scenes that were alike."""
        return (
            len(self.world.statements) != len(other.world.statements)
            or len(self.memo) != len(other.memo)
            or self.cost != other.cost
            or self.options is not other.options
            or self.facts != other.facts
        )

    # ---- amounts -------------------------------------------------------------------------------
    def form(self, place: int) -> Form:
        """The amount of a fact as a linear form."""
        return {("f", place): 1}

    def imply(self, fact: Fact) -> int:
        """Adds a fact that nobody told; its amount is unknown."""
        self.facts.append(fact)
        return len(self.facts) - 1

    def doubt(self, cost: float, why: str) -> None:
        self.cost += cost
        self.doubts.append(why)

    # ---- entities ------------------------------------------------------------------------------
    def same(self, one: str, other: str) -> bool:
        """Whether two entities are one, or one belongs to the other."""
        if one == other:
            return True
        within = self.story.within
        return within.get(one) == other or within.get(other) == one

    def members(self, entity: str) -> tuple[str, ...]:
        return self.story.groups.get(entity, ())

    def locus(self, fact: Fact, holder: str, place: str) -> float | None:
        """What it costs to take a fact as one about this holder and place; None: it is not."""
        cost = 0.0
        if holder and not self.options.any_holder:
            found = self._holder_cost(fact, holder)
            if found != 0:
                self.options.met.add("holder")
            if found is None:
                return None
            cost += found
        if holder and fact.holder == holder and not fact.place:
            place = ""
        if place and not self._is_party(fact, place):
            if fact.place:
                told = self._is_locus(place, fact.kind)  # she has some there too
                own = self.same(fact.holder, place) and not told
                if not (self.same(fact.place, place) or own):
                    return None
            elif fact.holder and not self.same(fact.holder, place):
                owner = self.story.within.get(place, "")
                if owner in self.story.people and fact.holder in self.story.people:
                    return None
                linked = any(f.holder == fact.holder and f.place == place for f in self.facts)
                named = place in self.story.people and not fact.holder.endswith(place)
                alike = fact.holder not in self.story.people or named  # no "in the two classes"
                if alike and not linked and self._is_locus(place, fact.kind):
                    return None
                cost += 0.1
        return cost

    def _is_party(self, fact: Fact, place: str) -> bool:
        """Whether something goes to the place or comes from it."""
        return (bool(fact.to) and self.same(fact.to, place)) or (
            bool(fact.source) and self.same(fact.source, place)
        )

    def _holder_cost(self, fact: Fact, holder: str) -> float | None:
        people = self.story.people
        for party in (fact.holder, fact.to, fact.source):
            if party and (self.same(party, holder) or party in self.members(holder)):
                return 0.0
        if fact.place and self.same(fact.place, holder):
            return None if self._is_price_of(holder, fact) else 0.0
        if fact.holder:
            if (fact.holder in people) == (holder in people) or fact.kind.measure:
                return None
            if any(f.than is not None and f.than.holder == holder for f in self.facts):
                return None  # whoever is compared has an amount of his own
            if self._is_locus(holder, fact.kind) and not fact.place:
                return None
            owner = self.story.within.get(fact.holder, holder)
            if owner != holder and owner in people and holder in people:
                return None
            return 0.6
        if fact.place:
            if fact.place in self.members(holder):
                return 0.0
            if holder not in people or self._is_holder(fact.place, fact.kind):
                return None
            return 0.2
        return 0.1

    def _is_price_of(self, thing: str, paid: Fact) -> bool:
        """Whether money is paid for a thing: that leaves its price as it is."""
        return DIRECTION.get(paid.effect, 0) < 0 and any(
            fact.holder == thing and "price" in fact.extras for fact in self.facts
        )

    def _is_locus(self, entity: str, kind: Kind) -> bool:
        """Whether a fact of this kind is told of the entity itself."""
        return any(
            entity in (fact.holder, fact.place, fact.to) and kinds.meets(fact.kind, kind)
            for fact in self.facts
            if fact.effect in STOCK_EFFECTS
        )

    def _is_holder(self, entity: str, kind: Kind) -> bool:
        """Whether a stock of this kind is told as the entity's own."""
        return any(
            fact.effect == "state" and fact.holder == entity and kinds.meets(fact.kind, kind)
            for fact in self.facts
        )

    def direction(self, fact: Fact, holder: str, place: str) -> int:
        """How a fact moves the stock of this locus: +1, −1, 0 (within it, or not at all)."""
        own = DIRECTION.get(fact.effect, 0)
        if not own or fact.negated:
            return 0
        if (fact.effect in ("give", "take") or fact.source) and (holder or place):
            loci = [entity for entity in (holder, place) if entity]
            mine = any(self._part_of(fact.holder, entity) for entity in loci)
            other = fact.to if fact.effect == "give" else fact.source
            other = "" if fact.effect != "give" and other == fact.holder else other
            theirs = bool(other) and any(
                other == entity
                or other in self.members(entity)
                or self.story.within.get(entity) == other
                for entity in loci
            )
            if other in loci and fact.holder not in loci:
                return -own  # "her gran bought her 6": not within what is hers
            if mine and theirs:
                return 0
            if theirs:
                return -own
            if mine or not fact.holder:
                return own
            if other:
                return 0
            return -own if holder else -1  # who takes or sells of a place's leaves it fewer
        if fact.effect in ("give", "take"):  # of all that is told of
            other = fact.to if fact.effect == "give" else fact.source
            if other and self._has_stock(other, fact.kind):
                return 0 if self._has_stock(fact.holder, fact.kind) else -own
        away = fact.effect == "put" and fact.place and holder == fact.holder != fact.place
        if (
            away
            and holder
            and not (place and self.same(fact.place, place))
            and self._has_state(holder, fact.kind)
        ):
            return -1
        return own

    def _part_of(self, entity: str, whole: str) -> bool:
        return bool(entity) and (self.same(entity, whole) or entity in self.members(whole))

    def _has_stock(self, entity: str, kind: Kind) -> bool:
        return bool(entity) and any(
            fact.effect in ("state", "make")
            and entity in (fact.holder, fact.place)
            and kinds.meets(fact.kind, kind)
            for fact in self.facts
        )

    def _has_state(self, holder: str, kind: Kind) -> bool:
        return any(
            fact.effect in ("state", "gain", "make")
            and fact.holder == holder
            and kinds.meets(fact.kind, kind)
            for fact in self.facts
        )


def widened(story: Story) -> Story:
    """The story where the asked kind is told by another word."""
    question = story.question
    kind = Kind(measure=question.fact.kind.measure)
    return story._replace(question=question._replace(fact=question.fact.but(kind=kind)))


def given(amount: Amount) -> Given | None:
    """What the text tells of an amount; None where it tells nothing."""
    if amount.quantity is not None:
        return Given({amount.quantity: whole(amount.scale)})
    if amount.value is not None:
        return Given({}, amount.value * amount.scale, "told")
    return None


def settle(facts: list[Fact], story: Story) -> list[Fact]:
    """Gives facts without any locus that of the latest fact of such a kind, else of the next."""
    settled: list[Fact] = []
    for place, fact in enumerate(facts):
        located = fact.holder or fact.place or fact.total or "price" in fact.extras
        if fact.effect in STOCK_EFFECTS and not located:
            near = next(
                (
                    other
                    for other in [*reversed(settled), *facts[place + 1 :]]
                    if (other.place or (other.holder and other.effect not in ("put", "remove")))
                    and other.effect in STOCK_EFFECTS
                    and kinds.meets(other.kind, fact.kind)
                ),
                None,
            )
            if near is not None and not _of_all(settled, fact):
                fact = fact.but(**_own_locus(near, fact))
        elif (
            fact.effect
            in ("come", "leave", "lose", "remove", "use", "fall", "rise", "take", "gain")
            and fact.place
        ):
            fact = _elsewhere(settled, facts, fact)
        settled.append(fact)
    return [_whose(settled, place, story) for place in range(len(settled))]


def _of_all(before: list[Fact], rest: Fact) -> bool:
    """As in "Al baked 24 and Bo 18. In the end 9 were left": of what several have."""
    if rest.effect != "state" or rest.time.phase != "end":
        return False
    mine = [f for f in before if f.effect == "make" and kinds.meets(f.kind, rest.kind)]
    return len({f.holder for f in mine}) > 1


def _whose(facts: list[Fact], place: int, story: Story) -> Fact:
    """Who uses up or takes without having any does so from the stock of another."""
    fact, people = facts[place], story.people
    if (
        fact.effect not in ("lose", "use", "remove", "take", "give", "put", "gain", "make")
        or not fact.holder
    ):
        return fact
    if fact.kind.measure and (fact.kind.head == "money" or fact.holder not in people):
        return fact
    if "own" in fact.extras:
        return fact
    numbered = [
        (number, other)
        for number, other in enumerate(facts)
        if number != place
        and not (fact.effect == "put" and other.effect == "put" and not fact.more)
        and other.effect in ("state", "gain", "make", "put", "come")
        and kinds.meets(other.kind, fact.kind)
    ]
    own = [
        other
        for number, other in numbered
        if fact.holder == other.place
        or (fact.holder == other.holder and other.effect in ("state", "make"))
        or (fact.holder == other.holder and other.effect == "gain" and number < place)
    ]
    own += [f for f in facts if f.than is not None and f.than.holder == fact.holder]
    stocks = [other for _, other in numbered if other.holder != fact.holder]
    if not stocks or own:
        return fact
    near = [other for number, other in numbered if number < place and other.holder != fact.holder]
    if near and not near[-1].holder:  # out of the place that was told last
        stocks = near[::-1]
    mine = {other.holder for other in stocks} & {*story.groups.get(fact.holder, ())}
    if len(mine) == 1 and fact.effect in ("lose", "use"):
        return fact.but(holder=mine.pop())  # "Ann and her friends ate 5" of what Ann has
    if fact.effect == "make" and (
        stocks[0].effect != "state"
        or stocks[0].holder in people
        or (stocks[0].holder and not fact.more)
    ):
        return fact
    if fact.effect == "gain":  # whoever gets back what was handed out of a stock
        before = [
            f for f in facts[:place] if f.holder == fact.holder and f.effect in ("give", "lose")
        ]
        brings = fact.more and fact.holder not in people and near and not near[-1].holder
        if not brings and (not before or stocks[0].holder in people):
            return fact
    if fact.effect == "give" and any(
        fact.to in (other.holder, other.place) for other in stocks if fact.to
    ):
        return fact
    if fact.effect == "give" and stocks[0].holder in people and fact.of is None:
        return fact
    if fact.effect == "give" and people.issuperset((fact.holder, fact.to)):
        return fact
    if fact.effect == "give" and fact.to and any(f.holder == fact.to for f in facts):
        return fact
    if fact.effect == "take":
        owner = stocks[0].holder or stocks[0].place
        if not owner or fact.source or (owner in people and fact.of is None):
            return fact
        if owner.startswith(f"{fact.holder} "):  # "Hugo's phone": what he takes is on it
            return fact
        if _keeps(facts, fact, owner) or _tops(facts[:place], fact):
            return fact.but(holder=stocks[0].holder, place=fact.place or stocks[0].place)
        return fact.but(source=owner)
    if fact.place and any(fact.place in (other.place, other.holder) for other in stocks):
        return fact.but(holder="")
    if fact.place and fact.effect == "remove" and stocks[0].holder in people:
        return fact  # out of a place, not out of somebody's
    return fact.but(holder=stocks[0].holder, place=fact.place or stocks[0].place)


def _keeps(facts: list[Fact], taken: Fact, owner: str) -> bool:
    """As in "sold 6 cows and bought 8 horses": whoever gives away of a stock things that he did
    not take acts for its owner, and what he takes comes to it.
    """
    mine = [f for f in facts if f.holder == taken.holder]
    return any(
        given.effect == "give"
        and not any(f.effect == "take" and kinds.meets(f.kind, given.kind) for f in mine)
        and any(
            f.effect == "state" and owner in (f.holder, f.place) and kinds.meets(f.kind, given.kind)
            for f in facts
        )
        for given in mine
    )


def _tops(before: list[Fact], taken: Fact) -> bool:
    """As in "bought 12 more": on top of the stock, where nothing was taken before."""
    return taken.more and not any(
        f.effect == "take" and kinds.meets(f.kind, taken.kind) for f in before
    )


def _elsewhere(before: list[Fact], facts: list[Fact], fact: Fact) -> Fact:
    """Where something happened is not where the stock is, if a stock is told elsewhere only."""
    states = [f for f in facts if f.effect == "state" and kinds.meets(f.kind, fact.kind)]
    if not states or any(fact.place in (f.place, f.holder) for f in states):
        return fact
    near = [f for f in before if f in states and not f.holder]
    first = near[-1] if near else states[0]
    if fact.holder and fact.holder != first.holder:
        return fact
    places = {f.place for f in states if f.holder == first.holder and f.sentence == first.sentence}
    place = first.place if len(places) == 1 else ""
    return fact.but(
        place=place, holder=fact.holder or first.holder, extras=fact.extras | {fact.place}
    )


def _own_locus(near: Fact, fact: Fact) -> dict[str, str]:
    if fact.effect in ("come", "leave", "put", "remove") and near.place:
        return {"place": near.place, "holder": near.holder}
    return {"holder": near.holder, "place": near.place}


def side_fact(fact: Fact, side: Side) -> Fact:
    """The other side of a comparison as a fact: what the side does not say is as in the fact."""
    changes: dict[str, object] = {"amount": Amount(), "than": None, "sign": 0, "more": False}
    for name in ("holder", "kind", "place", "time", "verb", "effect", "extras"):
        told = getattr(side, name)
        if told is not None:
            changes[name] = told
    if side.effect is not None and side.effect != fact.effect:
        changes["to"] = changes["source"] = ""
    return fact.but(**changes)


def expand(scene: Scene, fact: Fact) -> list[Fact]:
    """A fact of coordinated kinds, times or holders as one for each of them."""
    found = [fact]
    if fact.kind.parts:
        found = [one.but(kind=part) for one in found for part in fact.kind.parts]
    if fact.time.parts:
        found = [one.but(time=part) for one in found for part in fact.time.parts]
    if scene.members(fact.holder) and fact.kind.head == "age":
        found = [one.but(holder=m) for one in found for m in scene.members(fact.holder)]
    return found
