"""The sides of a comparison: what follows 比, and what is said to be equal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.holders import is_plural
from quantity_tagger.languages.chinese.frames.mention import Mention, Phrase, Word
from quantity_tagger.languages.chinese.frames.words import (
    dimensions,
    effect_of,
    role,
    sort_of,
    ups,
)
from quantity_tagger.situation.facts import HAPPENING, Amount, Effect, Fact, Kind, Side, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.chinese.frames.counting import Counting
    from quantity_tagger.languages.chinese.frames.reader import Reader


def standard(known: Counting, mention: Mention, fact: Fact) -> Side:
    """What follows 比, as slots that differ from the subject's."""
    holders: list[str] = []
    noun = ""
    times: list[Word] = []
    flags: set[str] = set()
    verb = ""
    for phrase in mention.standard or []:
        kept = Phrase(inside=phrase.inside)
        for word in phrase.words:
            if word.role == "time":
                times.append(word)
            elif word.role in ("start", "now", "total", "rest"):
                flags.add(word.role)
            elif word.role not in ("verb", "compare"):
                kept.words.append(word)
            elif word.role == "verb":
                verb = word.text.rstrip("了过着")
        found, rest = slots.split(kept)
        holders.extend(found)
        noun = rest or noun
        if rest and phrase.inside and not found:
            holders, noun = [rest], ""
    noun = "" if verb and noun in role("numbers") else noun  # 比已经走的米数多
    known.meet(holders)
    named = [known.named(one, fact.holder) for one in holders]
    holder: str | None = None
    if len(named) > 1:
        holder = known.group(named)
    elif named:
        holder = named[0]
    kind: Kind | None = None
    thing = slots.split(mention.subject[-1])[1] if mention.subject else ""
    if holder and not noun and any(f.holder == holder + thing for f in known.facts):
        holder += thing  # 第二根铁丝比第一根短
    if noun and fact.kind.measure and (not holder or slots.tells_which(holder)):
        holder = (holder or "") + noun  # 第一棵树
    elif noun and not holder and ups(noun) & ups(fact.holder) - ups(fact.kind.head):
        holder = noun  # 白猫钓的比花猫多
    elif noun and noun not in dimensions() and slots.plain_noun(noun) not in ("", "总", "数"):
        kind = slots.counted(noun, mention.word.unit)
    effect = effect_of(verb) if verb else ""
    if not (named or noun or times) and (flags == {"rest"} or verb in role("left")):
        return Side(verb="有", effect="state")  # 比剩下的少9页
    done = fact.effect != "state" or "left" in fact.extras
    told = noun and not (kind is not None and kind.head == fact.kind.head)
    if not (named or told or times or flags) and effect in HAPPENING and done:
        return Side(verb=verb, effect=cast(Effect, effect))  # 下车的比上车的多
    time = slots.time_of(times, flags) if times or flags & {"start", "now"} else None
    return Side(holder=holder, kind=kind, time=time)


def until_equal(reader: Reader, mention: Mention, fact: Fact) -> Fact:
    """小竹再写9个就和小兰同样多: so much less than the other has."""
    after = [word for word in mention.after if word.role not in ("if", "particle")]
    level = [word.role for word in after[:3]] == ["joiner", "person", "equal"]
    if not level or "more" not in mention.flags or fact.than is not None:
        return fact
    reader.meet([after[1].text])
    side = Side(holder=reader.named(after[1].text, fact.holder))
    return fact.but(than=side, sign=-1, more=False)


def compared_words(clauses: Sequence[Sequence[Mention]]) -> set[str]:
    """The words of all sides of comparisons."""
    found = [m for group in clauses for m in group if m.standard is not None]
    phrases = [p for m in found for p in (*m.subject, *(m.standard or ()))]
    return {word.text for phrase in phrases for word in phrase.words}


def shared_places(clauses: Sequence[Sequence[Mention]]) -> set[str]:
    """Places that several have, each his own: 张伯伯家的羊圈, 李叔叔家的羊圈."""
    phrases = [p.words for group in clauses for m in group for p in m.subject if len(p.words) > 1]
    owned = {(w[-1].text, w[0].text) for w in phrases if w[0].role == "person"}
    places = [place for place, _ in owned if sort_of(place) == "place"]
    return {place for place in places if places.count(place) > 1}


def _as_told(reader: Reader, mention: Mention) -> Fact | None:
    """第三天和第一天摘得一样多, 小兰和小红剪得同样多: what one of two told, of another."""
    if mention.flags & {"if", "就", "才", "now", "left"}:
        return None
    sides: list[Side] = [Side(time=slots.time_of([word], set())) for word in mention.times]
    if not sides:
        held = [one for phrase in mention.subject for one in slots.split(phrase)[0]]
        sides = [Side(holder=reader.named(one)) for one in held]
    told = [_told_of_side(reader, side) for side in sides]
    if len(sides) != 2 or (told[0] is None) == (told[1] is None):
        return None
    base, new = (told[0], sides[1]) if told[0] is not None else (told[1], sides[0])
    verb = mention.verb.rstrip("得") or mention.verb
    if base is None or effect_of(verb or base.verb) not in ("state", base.effect):
        return None
    if new.holder is not None:
        reader.meet([new.holder])
    alike = base.but(amount=Amount(value=Fraction(0)), sign=1, words=mention.words)
    if new.time is not None:
        return alike.but(time=new.time, than=Side(time=base.time))
    return alike.but(holder=new.holder, than=Side(base.holder))


def _told_of_side(reader: Reader, side: Side) -> Fact | None:
    """The only amount that is told of a holder or a time."""
    told = [
        fact
        for fact in reader.facts
        if fact.amount.quantity is not None
        and (side.holder is None or fact.holder == side.holder)
        and (side.time is None or fact.time.label == side.time.label)
    ]
    return told[0] if len(told) == 1 else None


def made_equal(reader: Reader, mention: Mention) -> None:
    """两人的铅笔一样多: what two have is the same by then."""
    last = next((f for f in reversed(reader.facts) if f.effect != "note"), None)
    if last is None:
        return
    alike = _as_told(reader, mention)
    if alike is not None:
        reader.facts.append(alike)
        return
    sides: list[tuple[str, Kind]] = []
    for phrase in mention.subject:
        holders, noun = slots.split(phrase)
        named = [reader.named(one) for one in holders]
        members = [m for one in named for m in (reader.groups.get(one) or (one,))]
        if len(named) == 1 and is_plural(named[0]):
            members = [one for one in reader.holders if one in reader.people] or reader.holders
        parts = [part for part in noun.split("、") if part]
        unit = slots.unit_of(last)
        if len(members) == 2:
            sides = [(member, last.kind) for member in members]
        elif len(parts) == 2:
            sides = [(last.holder, slots.counted(part, unit)) for part in parts]
    if len(sides) == 2:
        (one, kind), (other, other_kind) = sides
        reader.facts.append(
            Fact(
                Amount(value=Fraction(0)),
                "state",
                kind,
                "有",
                one,
                sign=1,
                sentence=mention.sentence,
                clause=mention.clause,
                than=Side(holder=other, kind=other_kind),
                words=mention.words,
                time=Time(phase="end"),
            )
        )
    else:
        reader.doubts.append("what is equal was not understood")
