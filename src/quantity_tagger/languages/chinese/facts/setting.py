"""The frame of each amount: whose it is, of what, when and where, from whom and to whom.

What a clause leaves out goes on from the clauses before: the owner who was last spoken of with
amounts of the same unit, the thing last counted in the same measure word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from quantity_tagger.languages.chinese.facts.comparisons import (
    Frame,
    compared,
    equalled,
    rivalled,
    share_thing,
    speaks_of_equals,
)
from quantity_tagger.languages.chinese.facts.mentions import Mention
from quantity_tagger.languages.chinese.facts.noun_phrases import (
    Phrase,
    Piece,
    is_group,
    named,
    pieces,
    sides,
)
from quantity_tagger.languages.chinese.facts.roles import Part
from quantity_tagger.languages.chinese.facts.words import Hit
from quantity_tagger.languages.chinese.grammar import PRONOUNS, SIDES
from quantity_tagger.languages.chinese.vocabulary import word_set
from quantity_tagger.problem.document import Token

_PRONOUNS: Final = PRONOUNS | {"自己"}
_THING_TAGS: Final = frozenset(("n", "nz", "ng", "nr", "nrt", "nt", "j", "vn", "a", "b", "z", "i"))
_NO_THING: Final = frozenset(("人", "钱"))
_DAYTIMES: Final = word_set("word_groups", "time of day")


def frames(
    tokens: Sequence[Token], mentions: Sequence[Mention], hits: Sequence[Hit], parts: Sequence[Part]
) -> list[Frame]:
    """The frame of each mention, in text order."""
    hit_at = {hit.start: hit for hit in hits}
    things = _things(tokens, mentions)
    evened = speaks_of_equals(tokens)
    found: list[Frame] = []
    for index, mention in enumerate(mentions):
        frame = Frame()
        found.append(frame)
        words = mention.words
        frame.pronoun = not words.isdisjoint(_PRONOUNS)
        frame.group = any(map(is_group, words))
        frame.subset = parts[index].among
        frame.below = bool(mention.left) and tokens[mention.token - 1].text in ("零下", "负")
        frame.side = next((h.word for h in reversed(mention.before) if h.word in SIDES), "")
        tied = compared(frame, tokens, mention, hit_at, things) or rivalled(
            frame, tokens, mention, hit_at, things
        )
        if not tied:
            _read_before(frame, pieces(tokens, mention.left, hit_at, things), mention)
            if evened:
                following = mentions[index + 1].token if index + 1 < len(mentions) else len(tokens)
                equalled(frame, tokens, mention, following, hit_at, things, parts[index])
        _read_after(frame, tokens, mention, hit_at, things)
        share_thing(frame)
        _part_off(frame, found)
        if _is_actor(frame, found):
            frame.who = frame.actor
        if not frame.who and mention.lead:
            _read_lead(frame, pieces(tokens, mention.lead, hit_at, things))
        if parts[index].money:
            around = pieces(tokens, [*mention.lead, *mention.left, *mention.right], hit_at, things)
            frame.goods = tuple(piece.text for piece in around if piece.sort == "thing")
        if _is_spent(parts[index]):
            frame.thing = ""  # money is of one kind, whatever it goes for
        frame.said_who, frame.said_thing = bool(frame.who), frame.said_thing and bool(frame.thing)
        _complete(mentions, found, index, parts[index].verb_class == "hold")
        if parts[index].money and frame.said_thing and not frame.said_who:
            frame.who = ""  # a price is nobody's
        _go_on(found, parts, index)
    return found


def _is_actor(frame: Frame, found: Sequence[Frame]) -> bool:
    """Whether a thing does or owns something: 小熊摘了5个玉米, 小熊还有3个."""
    if frame.who or len(frame.actor) < 2 or frame.thing == frame.actor:
        return False
    return frame.acts or any(other.who == frame.actor for other in found)


def _is_spent(part: Part) -> bool:
    """Whether an amount is money that somebody has or moves, and no price."""
    priced = part.verb_class in ("", "exist", "cost", "need") or part.verb[:1] in ("卖", "售", "值")
    return part.money and not priced


def _things(tokens: Sequence[Token], mentions: Sequence[Mention]) -> frozenset[str]:
    """The nouns that stand right after an amount: what the text counts."""
    found: set[str] = set()
    for mention in mentions:
        if mention.label:
            continue
        for at in range(mention.token + 1, min(mention.token + 5, mention.right.stop)):
            text, _, _, tag, _ = tokens[at]
            if tag == "q":
                if at > mention.token + 1:
                    found.add(text)  # 9个碗
                continue
            if tag not in _THING_TAGS:
                break
            found.add(text)
    return frozenset(found - _NO_THING)


def _part_off(frame: Frame, found: Sequence[Frame]) -> None:
    """Read 山羊中有12只: some of the goats that were counted before."""
    if not frame.who.endswith(("中", "里面", "当中")):
        return
    kind = frame.who.rstrip("里面当中")
    if kind and any(
        other.thing.endswith(kind) or kind.endswith(other.thing) for other in found if other.thing
    ):
        frame.who, frame.place, frame.subset = "", False, True
        frame.thing = frame.thing or kind


def _read_lead(frame: Frame, lead: Sequence[Piece]) -> None:
    """Who a clause without an amount speaks of: 小明去商店，买了…."""
    opened: list[Piece] = []
    acting = told = False
    for piece in lead:
        if piece.sort in ("verb", "stop"):
            acting = piece.sort == "verb"
        if acting and piece.sort == "person":
            continue  # whom something is done to
        if told and piece.sort in ("verb", "stop", "mark"):
            break
        told = told or piece.sort in ("person", "place")
        opened.append(piece)
    said = named([piece for piece in opened if piece.sort in ("person", "place", "of", "time")])
    frame.who = said.who
    frame.when = frame.when or said.when
    frame.place = any(piece.sort == "place" and piece.text in said.who for piece in opened)


def _read_before(frame: Frame, before: Sequence[Piece], mention: Mention) -> None:
    """Subject, time, from whom and to whom, out of the words before the amount."""
    subject: list[Piece] = []
    mark = verb = ""
    times = 0  # of the subject
    for place, piece in enumerate(before):
        text, sort = piece.text, piece.sort
        if sort == "stop":
            mark = ""
        elif sort == "mark":
            mark = text
        elif sort == "verb":
            if place + 1 < len(before) and before[place + 1].sort == "of":
                subject.append(piece)  # 下车的
            else:
                verb = text
                mark = "给" if "给" in verb else ""
        elif sort == "time":
            frame.when += text
            if not verb:
                subject.append(piece)
                times += 1
        elif sort == "pronoun":
            if mark == "给":
                frame.recipient = frame.recipient or text
        elif sort in ("person", "place"):
            if mark in ("到", "离", "距"):
                frame.where = frame.where or text
            elif mark in ("从", "由", "向"):
                frame.source = frame.source or text
            elif mark in ("给", "往", "对"):
                frame.recipient = frame.recipient or text
            elif sort == "place" and (verb or (mark == "在" and len(subject) > times)):
                frame.where = frame.where or text
            elif verb in _HELD:
                frame.thing, frame.said_thing = text, True  # 有老师5人
            elif verb:
                frame.recipient = frame.recipient or text  # 找回小明5元
            else:
                subject.append(piece)
                frame.place = sort == "place"
        elif sort == "thing":
            if mark in ("给", "在", "到", "往", "从", "向", "对", "被"):
                continue
            if verb or mark in ("把", "将"):
                frame.thing += text
            else:
                subject.append(piece)
            rest = before[place + 1 : place + 3]
            near = piece.stop == mention.token or not rest or _stands_in(rest)
            frame.said_thing = near or mention.value is None
        elif sort in ("of", "join") and not verb:
            subject.append(piece)
    joined = sides(subject)
    if len(joined) > 1:
        frame.sides = joined
    said = named([piece for piece in subject if piece.sort != "join"])
    frame.modified = _is_modified(subject)
    frame.who = said.who
    frame.topic = next((piece.text for piece in subject if piece.sort == "person"), "")
    described = bool(subject) and subject[-1].sort == "of"
    frame.actor = "" if described else said.thing
    frame.acts = bool(verb) and verb not in _HELD
    if not described:  # 红的有5支: what they are like, not what they are
        frame.thing = frame.thing or said.thing


def _is_modified(subject: Sequence[Piece]) -> bool:
    """Whether 的 after something else than a name leads to the thing."""
    for place in range(1, len(subject) - 1):
        if subject[place].sort == "of" and subject[place + 1].sort == "thing":
            return subject[place - 1].sort not in ("person", "place", "time", "pronoun")
    return False


def _stands_in(after: Sequence[Piece]) -> bool:
    """Whether nothing but 有 or 是 comes between a thing and its amount: 绵羊有5只."""
    return len(after) == 1 and after[0].sort == "verb" and after[0].text in _HELD


_HELD: Final = frozenset(("有", "是", "长", "高", "重", "占", "为"))


def _read_after(
    frame: Frame,
    tokens: Sequence[Token],
    mention: Mention,
    hit_at: Mapping[int, Hit],
    things: frozenset[str],
) -> None:
    """The thing counted, where it is, to whom it goes, out of the words after the amount."""
    at = mention.token + 1
    stop = mention.right.stop
    if at < stop and tokens[at].tag == "q":
        at += 1
    if at >= stop or tokens[at].tag == "x":
        return
    thing = mark = verb = ""
    for piece in pieces(tokens, range(at, stop), hit_at, things):
        text, sort = piece.text, piece.sort
        if sort in ("stop", "join"):
            break
        if sort == "mark":
            mark = text
        elif sort == "verb":
            verb = text
        elif sort == "thing" and not verb and not mark:
            thing += text
        elif sort == "place" and piece.at == at and text[-1] in "里上中":
            thing = text[:-1]
            frame.holds = mention.token > 0 and tokens[mention.token - 1].text[-1] in "在到进成入"
        elif sort in ("person", "place"):
            if mark in ("从", "由"):
                frame.source = frame.source or text
            elif mark == "给" or "给" in verb:
                frame.recipient = frame.recipient or text
            elif mark == "在":
                frame.where = frame.where or text
            elif (verb or mark == "到") and sort == "place":
                frame.recipient = frame.recipient or text
    if thing:
        frame.thing, frame.said_thing = thing, True


def _complete(mentions: Sequence[Mention], found: list[Frame], index: int, held: bool) -> None:
    """Fill in what goes on from before."""
    frame, mention = found[index], mentions[index]
    unit = mention.unit[:1]
    told = [other for other in range(index - 1, -1, -1) if not mentions[other].label]
    acts = frame.actor and frame.thing == frame.actor and not frame.said_who
    if acts and any(found[other].who == frame.actor for other in told):
        frame.who, frame.thing, frame.said_who = frame.actor, "", True
        frame.said_thing = False
    alike = [other for other in told if mentions[other].unit[:1] == unit]
    if not frame.thing:
        frame.thing = next((found[other].thing for other in alike if found[other].thing), "")
    if frame.group:
        return
    if not frame.who or frame.who == "自己":
        frame.who = ""
        owned = [other for other in (told if frame.pronoun else alike) if found[other].who]
        owned = owned or [other for other in told if found[other].who]
        if owned:
            last = found[owned[0]]
            frame.who, frame.place = last.who, last.place
            if frame.pronoun and last.topic and last.topic != last.who:
                frame.who, frame.place = last.topic, False
    frame.topic = frame.topic or frame.who
    if frame.tie and len(frame.tie.subject) == 1 and not frame.tie.subject[0].who:
        side = frame.tie.subject[0]
        if side.thing and frame.tie.standard and frame.tie.standard[0].who not in ("", frame.who):
            frame.tie = frame.tie._replace(subject=[side._replace(who=frame.who)])
    if frame.equalled and frame.tie and not frame.tie.standard:
        rivals = [found[other].who for other in told if found[other].who not in ("", frame.who)]
        if rivals:
            frame.tie = frame.tie._replace(standard=[Phrase(rivals[0])])
    if held and not frame.said_who and {"从", "到"} <= mention.words:
        frame.who = ""  # 从家到学校有900米: nobody's
    if frame.recipient in _PRONOUNS:
        others = [found[other].who for other in told if found[other].who not in ("", frame.who)]
        frame.recipient = others[0] if others else ""
    if frame.when in _DAYTIMES and told and mentions[told[0]].sentence == mention.sentence:
        day = found[told[0]].when
        day = day[: -len(frame.when)] if day[-2:] in _DAYTIMES else day
        if day not in _DAYTIMES:
            frame.when = day + frame.when
    if mention.follows and not frame.when and told and mentions[told[0]].clause == mention.clause:
        frame.when = found[told[0]].when


def _go_on(found: list[Frame], parts: Sequence[Part], index: int) -> None:
    """分给一班5本，二班8本: whom a list goes on with is given to as well."""
    frame = found[index]
    given = parts[index].carried and "给" in parts[index].verb
    if index and given and frame.said_who and not frame.tie:
        last = found[index - 1]
        if last.recipient and not frame.recipient:
            frame.recipient, frame.who, frame.place = frame.who, last.who, last.place
