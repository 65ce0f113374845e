"""The story around the quantities: what each amount is, and the schemas that tie amounts together.

A schema (something is left over, parts make a whole, a start is asked for …) fits when the question
and the amounts have the right kinds; it then proposes a sign for every amount.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from quantity_tagger.analysis.chinese_mentions import entity_words, is_verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.analysis.chinese_mentions import Mention
    from quantity_tagger.analysis.chinese_words import Hit
    from quantity_tagger.text.document import Token

Signs = dict[int, int]  # mention index → sign; what is missing has 0

#: Verb classes that make the amount spoken of larger or smaller.
POLARITY: Final = {
    "gain": 1,
    "take": 1,
    "put": 1,
    "make": 1,
    "come": 1,
    "increase": 1,
    "lose": -1,
    "give": -1,
    "remove": -1,
    "use": -1,
    "leave": -1,
    "decrease": -1,
}
_STILL: Final = frozenset(("", "hold", "exist", "need", "cost"))
_NEGATIONS: Final = frozenset(
    ("不", "没", "没有", "未", "不会", "没能", "都没", "都不", "也不", "也没")
)
_UNDONE: Final = frozenset(("没", "没有", "未", "还没", "还没有"))


@dataclass(slots=True)
class Part:
    """What an amount is in the story."""

    kind: str  # "start", "remain", "now", "whole", "event", "state", …
    verb: str = ""
    verb_class: str = ""
    carried: bool = False  # the verb stands with an earlier amount
    money: bool = False


def parts(tokens: Sequence[Token], mentions: Sequence[Mention], kinds: Sequence[str]) -> list[Part]:
    """What each mention is; ``kinds`` are the kinds of their units."""
    found: list[Part] = []
    for index, mention in enumerate(mentions):
        verb = _verb(mention)
        part = Part("", money=kinds[index] == "money")
        if verb:
            part.verb, part.verb_class = verb.word, _class(verb)
        elif found and _carries(tokens, mentions, index):
            part.verb, part.verb_class = found[-1].verb, found[-1].verb_class
            part.carried = True
        part.kind = _kind(tokens, mention, part)
        found.append(part)
    return found


def _class(hit: Hit) -> str:
    return next(kind[5:] for kind in sorted(hit.classes) if kind.startswith("verb:"))


def _verb(mention: Mention) -> Hit | None:
    """The verb that acts on the amount: the nearest before it, or what the counted do after it."""
    before = [hit for hit in mention.before if is_verb(hit)]
    after = [hit for hit in mention.after if is_verb(hit)]
    if before and _class(before[-1]) not in _STILL:
        return before[-1]
    if after and (not before or _class(before[-1]) in ("hold", "exist")):
        return after[0]
    if before:
        moving = [hit for hit in before if _class(hit) not in _STILL]
        return moving[-1] if moving and mention.value is None else before[-1]
    return None


def _carries(tokens: Sequence[Token], mentions: Sequence[Mention], index: int) -> bool:
    """Whether an amount without a verb goes on with the one before: 上午卖出8个，下午5个."""
    mention, last = mentions[index], mentions[index - 1]
    return mention.sentence == last.sentence and mention.clause - last.clause <= 1


def _kind(tokens: Sequence[Token], mention: Mention, part: Part) -> str:
    before = {kind for hit in mention.before for kind in hit.classes}
    words = {tokens[index].text for index in (*mention.left, *mention.right)}
    undone = any(hit.word in _UNDONE for hit in mention.after)
    if "both" in mention.clause_cues and ("都" in words or "既" in words or "同时" in words):
        return "neither" if words & _NEGATIONS else "both"
    for kind in ("overlap", "repay"):
        if kind in before:
            return kind
    if part.money and ("pay" in before or words & entity_words("cashier")):
        return "pay"
    if "apart" in mention.cues:
        return "apart"
    if "exceed" in before:
        return "exceed"
    if "start" in before:
        return "start"
    if "lack" in before and "remain" not in before:
        return "lack"
    if undone or "remain" in before:
        if any(hit.word in ("还差", "还缺") for hit in mention.before):
            return "lack"
        return "remain"
    if "now" in before:
        return "now"
    if "whole" in before:
        return "whole"
    if "plan" in before:
        return "plan"
    if "rest" in before:
        return "rest"
    if part.verb_class in POLARITY or part.verb_class == "do":
        return "event"
    return "state"


def schemas(
    mentions: Sequence[Mention], parts: Sequence[Part], asked: int, related: Sequence[int]
) -> list[tuple[str, Signs]]:
    """The schemas that fit, each with the signs it proposes to the ``related`` amounts."""
    question = parts[asked]
    by_kind: dict[str, list[int]] = {}
    for index in related:
        by_kind.setdefault(parts[index].kind, []).append(index)
    found: list[tuple[str, Signs]] = []
    for schema in (_remainder, _start, _whole, _rest, _change, _exceed, _apart, _overlap):
        signs = schema(mentions, parts, question, related, by_kind)
        if signs:
            found.append((schema.__name__[1:], signs))
    return found


_ByKind = dict[str, list[int]]


def _polarity(part: Part) -> int:
    return POLARITY.get(part.verb_class, 0)


def _values(mentions: Sequence[Mention], indices: Sequence[int]) -> list[int]:
    """The indices with the largest value first."""
    return sorted(indices, key=lambda index: -(mentions[index].value or 0))


def _remainder(
    mentions: Sequence[Mention],
    parts: Sequence[Part],
    question: Part,
    related: Sequence[int],
    by_kind: _ByKind,
) -> Signs | None:
    """Unknown = what was there + what came − what went."""
    if question.kind not in ("remain", "now", "repay", "lack") or len(related) < 2:
        return None
    purse = [i for i in related if parts[i].kind == "pay"] or [
        i for i in related if parts[i].money and parts[i].verb_class == "hold"
    ]
    if question.money and len(purse) == 1:
        return {i: 1 if i in purse else -1 for i in related}
    signs: Signs = {}
    for index in related:
        part = parts[index]
        if part.kind in ("start", "whole", "pay", "plan", "remain", "now"):
            signs[index] = 1
        elif part.kind == "event":
            signs[index] = _polarity(part) or -1
        else:
            signs[index] = 1
    if 1 not in signs.values():
        signs[_values(mentions, related)[0]] = 1
    elif -1 not in signs.values() and question.kind in ("remain", "repay", "lack"):
        largest = _values(mentions, related)[0]
        signs = {i: 1 if i == largest else -1 for i in related}
    return signs


def _start(
    mentions: Sequence[Mention],
    parts: Sequence[Part],
    question: Part,
    related: Sequence[int],
    by_kind: _ByKind,
) -> Signs | None:
    """Unknown = what is left + what went − what came."""
    if question.kind != "start" or len(related) < 2:
        return None
    signs: Signs = {}
    for index in related:
        part = parts[index]
        signs[index] = 1 if part.kind != "event" else (-_polarity(part) or 1)
    return signs


def _whole(
    mentions: Sequence[Mention],
    parts: Sequence[Part],
    question: Part,
    related: Sequence[int],
    by_kind: _ByKind,
) -> Signs | None:
    """Unknown = all the parts; of what is done twice, only what is done."""
    if question.kind != "whole" or len(related) < 2:
        return None
    polarity = _polarity(question)
    if polarity < 0 or question.verb_class == "do":
        same = [i for i in related if parts[i].verb_class == question.verb_class]
        if 2 <= len(same) < len(related):
            return dict.fromkeys(same, 1)
    if polarity < 0 and "remain" in by_kind and len(by_kind["remain"]) == 1:
        left = by_kind["remain"][0]
        return {i: -1 if i == left else 1 for i in related}
    return dict.fromkeys(related, 1)


def _rest(
    mentions: Sequence[Mention],
    parts: Sequence[Part],
    question: Part,
    related: Sequence[int],
    by_kind: _ByKind,
) -> Signs | None:
    """Unknown = the whole − the other parts."""
    wholes = by_kind.get("whole", [])
    if question.kind in ("whole", "start", "now", "apart", "both") or len(wholes) != 1:
        return None
    return {i: 1 if i == wholes[0] else -1 for i in related} if len(related) > 1 else None


def _change(
    mentions: Sequence[Mention],
    parts: Sequence[Part],
    question: Part,
    related: Sequence[int],
    by_kind: _ByKind,
) -> Signs | None:
    """The unknown is what came or went between two states."""
    if question.kind not in ("event", "state", "whole") or len(related) < 2:
        return None
    ends = [*by_kind.get("remain", ()), *by_kind.get("now", ())]
    if len(ends) != 1:
        return None
    end = ends[0]
    others = [i for i in related if i != end]
    if all(parts[i].kind == "event" and _polarity(parts[i]) <= 0 for i in others):
        return dict.fromkeys(related, 1)  # what was there at first
    signs = {i: (_polarity(parts[i]) or -1) if parts[i].kind == "event" else 1 for i in others}
    signs[end] = -1
    if _polarity(question) > 0:
        signs = {i: -sign for i, sign in signs.items()}
    return signs


def _exceed(
    mentions: Sequence[Mention],
    parts: Sequence[Part],
    question: Part,
    related: Sequence[int],
    by_kind: _ByKind,
) -> Signs | None:
    plans = by_kind.get("plan", [])
    if question.kind != "exceed" or len(plans) != 1:
        return None
    return {i: -1 if i == plans[0] else 1 for i in related}


def _apart(
    mentions: Sequence[Mention],
    parts: Sequence[Part],
    question: Part,
    related: Sequence[int],
    by_kind: _ByKind,
) -> Signs | None:
    """Unknown = the larger − the smaller."""
    if question.kind != "apart" or len(related) != 2:
        return None
    larger, smaller = _values(mentions, related)
    return {larger: 1, smaller: -1}


def _overlap(
    mentions: Sequence[Mention],
    parts: Sequence[Part],
    question: Part,
    related: Sequence[int],
    by_kind: _ByKind,
) -> Signs | None:
    """All = the one + the other − both + neither."""
    both, neither = by_kind.get("both", []), by_kind.get("neither", [])
    if question.kind not in ("both", "neither") and not both and not neither:
        return None
    plain = [i for i in related if parts[i].kind not in ("both", "neither")]
    if len(both) > 1 or len(neither) > 1 or not plain:
        return None
    total = plain[0]
    signs: Signs = {}
    if question.kind in ("both", "neither"):
        groups = plain[1:]
        if len(groups) != 2:
            return None
        # all − one − other + both − neither = 0
        signs = {total: 1, **dict.fromkeys(groups, -1), **dict.fromkeys(both, 1)}
        signs.update(dict.fromkeys(neither, -1))
        if question.kind == "both":
            signs = {i: -sign for i, sign in signs.items()}
        return signs
    if len(plain) == 2 and question.kind == "whole":
        signs = dict.fromkeys(plain, 1)
        signs.update(dict.fromkeys(both, -1))
        signs.update(dict.fromkeys(neither, 1))
        return signs
    if len(plain) == 2:
        signs = {plain[0]: 1, plain[1]: -1}
        signs.update(dict.fromkeys(both, 1))
        signs.update(dict.fromkeys(neither, -1))
        return signs
    return None
