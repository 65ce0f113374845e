"""One whole divided in several ways: 男生23人、女生22人，戴眼镜的共18人，其中男生10人.

Every amount counts those with some marks. Marks of one sort are the values of a *trait*: 男 and 女,
colours, one class and another, what is said of some and denied of others (戴眼镜, 不戴眼镜).
Whoever is counted has one value of each trait, and every amount is a sum over such combinations; a
mark that nothing else is told of is a trait of its own, which leaves open how it falls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import pairwise, product
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.families.pieces import Piece, alike, asked_piece
from quantity_tagger.languages.chinese.frames.words import any_of
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.languages.chinese.tokenizer import plain
from quantity_tagger.languages.lexicon import load
from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, World
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

#: More combinations than one story has.
_MOST = 128
#: The value of those that have none of the named ones.
_OTHER = ""


@dataclass(slots=True)
class _Count:
    """An amount, or the asked one (None), with the words that say who is counted; ``scope`` is the
    clause before that says among whom, ``rest`` a clause without an amount that names the others.
    """

    quantity: int | None
    before: str
    after: str = ""
    scope: str = ""
    words: tuple[int, ...] = ()
    noun: str = ""
    predicate: str = ""
    among: bool = False
    joined: bool = False
    rest: bool = False
    marks: dict[int, set[str]] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return f"{self.scope}，{self.before}N{self.after}"


_any = partial(any_of, "crossed")


@cache
def _lines() -> tuple[tuple[str, ...], ...]:
    return tuple([tuple(line.split()) for line in load("zh", "crossed")["traits"]])


def read_crossed(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """The asked count; None where the told ones do not determine it."""
    asked = asked_piece(found)
    text = plain(problem.text)
    if asked is None or asked is not found[-1] or _any("never").search(text):
        return None
    size = slots.size_of(asked.word.unit)
    several = len({piece.person for piece in found if piece.person}) > 1
    if (asked.person and several) or size in ("age", "money"):
        return None
    counts = _counts(problem, text, [p for p in found if p is asked or alike(p, asked)])
    if sum(not count.rest for count in counts) < 3:
        return None
    traits = _traits(counts, "" if size else text)
    for number, count in enumerate(counts):
        count.marks = _marks(counts, number, traits)
    denied = [trait for trait in traits if trait[1:] == [_OTHER]]
    lost = [p for p in found if p.direction < 0 and p is not asked and "共" not in p.before]
    if any(not any(_said(trait, piece.text) for trait in denied) for piece in lost):
        return None  # 吃掉了3个: a story of changes
    atoms = list(product(*traits))
    if not traits or len(atoms) > _MOST:
        return None
    world, form = World(counts=set(atoms)), Form()
    for count in counts:
        own: Form = {
            atom: 1 for atom in atoms if all(atom[n] in one for n, one in count.marks.items())
        }
        if count.quantity is not None:
            world.say(own, Given({count.quantity: 1}), "divisions", count.words)
        elif not count.rest:
            form = own
    if _any("at least one").search(text):
        nobody = tuple([trait[-1] for trait in traits])
        world.say({nobody: 1} if not any(nobody) else {}, None, "nobody is outside")
    candidate = answer(world, problem.values, form, "divisions")
    if candidate is None or candidate.doubts:
        return None
    if len(traits) < 2 and not denied and len(form) == len(atoms):
        return None  # a sum of parts, which needs no division
    unused = [
        c for c in counts if c.quantity is not None and not candidate.coefficients[c.quantity]
    ]
    if len(form) == len(atoms) and any(len(c.marks) < 2 and not c.among for c in unused):
        return None  # all are asked for, and these are some of them
    return candidate if sum(share != 0 for share in candidate.coefficients) > 1 else None


def _counts(problem: Problem, text: str, pieces: Sequence[Piece]) -> list[_Count]:
    """The amounts in order, and between them what is said of the others."""
    counts: list[_Count] = []
    end = 0
    for piece in pieces:
        start = problem.tokens[piece.word.first].start
        between = re.split("[，。；：]", text[end : start - len(piece.before)].rstrip("，。；："))
        for clause in between:
            if counts and _any("rest").match(clause):
                counts.append(_Count(None, clause, noun=_tail(clause), rest=True))
        scope = between[-1] if _any("scope").search(between[-1]) else ""
        inside = bool(counts) and _any("scope").search(counts[-1].after) is not None
        among = inside or _any("among").search(scope + piece.before) is not None
        quantity = None if piece.word.asked else piece.word.quantity
        before = re.split("[、和与]", piece.before)[-1] if piece.joined else piece.before
        after = re.split("[、和与]", piece.after)[0]
        noun = piece.thing or _tail(before)
        told = piece.noun.removeprefix(piece.thing)
        counts.append(
            _Count(quantity, before, after, scope, piece.words, noun, told, among, piece.joined)
        )
        end = problem.tokens[piece.word.first].end + len(piece.after)
    return counts


def _tail(text: str) -> str:
    """The noun at the end of a clause that counts it, without what else tells it apart."""
    bare = re.sub(f"(?:{_any('after noun').pattern})+$", "", text)
    noun = re.sub("^[一这那].(?=..)", "", _any("before noun").split(bare)[-1])
    for line in _lines():
        for value in line:
            noun = re.sub(f"^(?:{value})", "", noun)
    return "" if len(noun) > 5 or _any("where").search(noun) else noun


# ---- traits: lists of values, each a pattern of the words that tell it ---------------------------
def _traits(counts: Sequence[_Count], text: str) -> list[list[str]]:
    """The traits that the counts speak of; things by name where there is a text that lists them."""
    lines = [*_lines(), *(_sorts(counts, text) if text else ())]
    traits = [trait for line in lines if len(trait := _told(line, counts)) > 1]
    known = len(traits)
    for what in _all_denied(counts):
        if not any(re.fullmatch(value, what) for trait in traits for value in trait):
            traits.append([_loose(what), _OTHER])
    denied = traits[known:]
    own: list[list[str]] = []  # what the counts before say, one after the other
    for number, count in enumerate(counts):
        what = _own(count, traits, denied, counts)
        if count.rest or _any("rest").search(count.before):
            _join(traits, own, re.escape(what))
        elif what:
            traits.append([re.escape(what), _OTHER])
            own.append(traits[-1])
            continue
        own = own if number and not count.rest and _said_by(own, count) else []
    choices = [trait for trait in traits if trait[0][:1] in listed("crossed", "choice")]
    if len(choices) > 1 and all(trait[1:] == [_OTHER] for trait in choices):
        _join(traits, choices, "")  # 选足球的, 选网球的
        traits[-1].remove(_OTHER)
    return [trait for trait in traits if not _redundant(trait, traits, counts)]


def _redundant(trait: list[str], traits: Sequence[list[str]], counts: Sequence[_Count]) -> bool:
    """坐在楼上的, 坐在楼下的: what all say that have a value of another trait."""
    if trait[1:] != [_OTHER] or any(_said(trait, what) for what in _all_denied(counts)):
        return False
    where = [bool(_said(trait, count.text)) for count in counts]
    others = [other for other in traits if len(other) > 1 and other[-1] != _OTHER]
    return any(where == [bool(_said(other, count.text)) for count in counts] for other in others)


def _said_by(traits: Sequence[Sequence[str]], count: _Count) -> bool:
    return any(_said(trait, count.text) for trait in traits)


def _join(traits: list[list[str]], parts: Sequence[list[str]], rest: str) -> None:
    """8个是方的，6个是圆的，剩下的是长的: nothing is two of these."""
    if parts and not any(_said(trait, rest) for trait in traits if rest):
        values = [trait[0] for trait in parts]
        traits[:] = [trait for trait in traits if not any(trait is part for part in parts)]
        traits.append([*values, rest])


def _told(line: Sequence[str], counts: Sequence[_Count]) -> list[str]:
    """The values of a line that are told, and the other ones where these are spoken of."""
    values = [value for value in line if any(re.search(value, count.text) for count in counts)]
    denied = any(re.fullmatch(value, what) for value in values for what in _all_denied(counts))
    others = any(
        _any("rest").search(count.before)
        and _said(values, before.before)
        and not _said(values, count.text)
        for before, count in pairwise(counts)
    )
    return [*values, _OTHER] if values and (others or (denied and len(values) == 1)) else values


def _all_denied(counts: Sequence[_Count]) -> list[str]:
    """What is denied, but for what is denied of several things at once: 两种都不会."""
    return [what for count in counts if not _neither(count) for what in _denials(count.text)]


def _neither(count: _Count) -> bool:
    return _any("neither").search(count.before) is not None


def _sorts(counts: Sequence[_Count], text: str) -> Iterator[tuple[str, ...]]:
    """Things told apart by their names: 轿车, 货车; or in a list: 信件和包裹共50件."""
    pairs = [(_tail(match["one"]), match["other"]) for match in _list().finditer(text)]
    for row in (counts, [count for count in counts if not count.among]):
        for before, count in pairwise(row):
            one, two = before.noun, count.noun
            alike = min(len(one), len(two)) > 1 and one[-1] == two[-1]
            if alike or count.joined or _any("beside").match(count.before):
                pairs.append((one, two))
    groups: list[list[str]] = []
    for one, two in pairs:
        over = re.search(f"(?:{re.escape(one)}|{re.escape(two)})有(?![0-9几多])", text)
        if not one or not two or one.endswith(two) or two.endswith(one) or over:
            continue  # 车 and 货车; 邮件有信件也有包裹
        known = next((group for group in groups if one in group or two in group), None)
        if known is None:
            groups.append([one, two])
        else:
            known += [noun for noun in (one, two) if noun not in known]
    for group in groups:
        yield tuple([re.escape(_modifier(noun, group)) for noun in group])


def _modifier(noun: str, group: Sequence[str]) -> str:
    """走读生, 住校生: the words before what all are."""
    alike = len({one[-1] for one in group}) == 1
    return noun[:-1] if alike and all(len(one) > 2 for one in group) else noun


@cache
def _list() -> re.Pattern[str]:
    joined = any_of("crossed", "joined").pattern
    return re.compile(
        f"(?P<one>[^，。；]+)(?:{joined})(?P<other>[^，。；、和与有0-9]{{1,4}}?)"
        f"(?=。|，|两种|{_any('after noun').pattern}|[0-9])"
    )


def _said(trait: Sequence[str], text: str) -> set[str]:
    return {value for value in trait if value and re.search(value, text)}


def _loose(what: str) -> str:
    """What is denied, said with 了 or 好 in it: 量了身高."""
    return ".?".join(map(re.escape, what))


def _denials(text: str) -> list[str]:
    """What a clause says that some are not or do not."""
    found = [_any("empty").sub("", match["what"]) for match in _denying().finditer(text)]
    return [what for what in found if what]


@cache
def _denying() -> re.Pattern[str]:
    return re.compile(f"(?:{_any('not').pattern})(?P<what>[^的N，、]+)")


def _own(
    count: _Count,
    traits: Sequence[Sequence[str]],
    denied: Sequence[Sequence[str]],
    counts: Sequence[_Count],
) -> str:
    """What a clause says of those it counts that is no value of a known trait."""
    first = count is counts[0]
    relative = re.match(".*的", count.before)
    told = count.before if count.rest else relative.group() if relative and not first else ""
    whole = [one for one in (told, count.predicate) if not any(_said(t, one) for t in denied)]
    text = "N" if _neither(count) else _denying().sub("N", "N".join(whole))
    for value in [value for trait in traits for value in trait if value]:
        text = re.sub(f"(?:{value})", "N", text)
    for section in ("among", "rest", "place", "empty"):
        text = _any(section).sub("N", text)
    known = "" if first else counts[0].text
    parts = [part for part in re.split("[N，、]+", text) if not set(part) <= set(known)]
    valued = [one for one in whole if any(_said(trait, one) for trait in traits)]
    parts = [part for part in parts if len(part) > 1 or not any(part in one for one in valued)]
    what = max(parts[::-1], key=len, default="")  # 参加了合唱: what was done tells more
    only = any(_any("only").search(one.before) for one in counts)
    return "" if first and not only and what not in counts[-1].text else what


# ---- marks ---------------------------------------------------------------------------------------
def _marks(
    counts: Sequence[_Count], number: int, traits: Sequence[list[str]]
) -> dict[int, set[str]]:
    """The values that those have who are counted, by the traits that say which are meant."""
    count = counts[number]
    base = _base(counts, number) if count.among else {}
    own: dict[int, set[str]] = {}
    for place, trait in enumerate(traits):
        values = _values(count, trait)
        if not values and _any("rest").search(count.before) and number:
            told = [one for one in counts[:number] if place in one.marks]
            values = {_OTHER} & set(trait) if told and counts[number - 1] in told else set()
        if values and values != set(trait):
            own[place] = values
    if _neither(count):
        return {n: {_OTHER} for n, trait in enumerate(traits) if trait[1:] == [_OTHER]}
    if _any("only").search(count.before):
        own = {n: {_OTHER} for n, trait in enumerate(traits) if trait[1:] == [_OTHER]} | own
    if count.quantity is None and not own and number and counts[number - 1].rest:
        return counts[number - 1].marks  # 剩下的全是圆的，有几个
    return base | own


def _values(count: _Count, trait: Sequence[str]) -> set[str]:
    denied: set[str] = set()
    for what in _denials(count.text):
        denied |= _said(trait, what)
    for text in (f"{count.before}N{count.after}", count.scope):
        said = _said(trait, _denying().sub("", text)) - denied
        if said:
            return said
    return set(trait) - denied if denied else set()


def _base(counts: Sequence[_Count], number: int) -> dict[int, set[str]]:
    """其中: among those that were counted last; among all where these are one of several."""
    told = [place for place in range(number) if not counts[place].among and not counts[place].rest]
    if not told:
        return {}
    last = counts[told[-1]].marks
    list_ = counts[told[-1] - 1] if told[-1] and told[-1] - 1 in told else None
    return {n: one for n, one in last.items() if list_ is None or n not in list_.marks}
