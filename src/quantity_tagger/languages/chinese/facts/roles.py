"""What each amount is in the story: a start, an event, what is left, a whole, a price paid …

The amount that is asked for is one of them: 还剩多少个 asks for what is left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from quantity_tagger.languages.chinese.facts.mentions import Key, Mention, entity_words, is_verb
from quantity_tagger.languages.chinese.facts.words import Hit
from quantity_tagger.languages.chinese.grammar import PRONOUNS
from quantity_tagger.languages.chinese.vocabulary import word_set
from quantity_tagger.problem.document import Token

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
#: Verb classes of what nobody does.
STILL: Final = frozenset(("", "hold", "exist", "need", "cost"))
_UNDONE: Final = word_set("word_groups", "not done")
_PRONOUNS: Final = PRONOUNS | {"我", "你", "他们", "她们", "我们"}


@dataclass(slots=True)
class Part:
    """What an amount is in the story."""

    kind: str = ""  # "start", "remain", "now", "whole", "event", "state", …
    verb: str = ""
    verb_class: str = ""
    carried: bool = False  # the verb stands with an earlier amount
    money: bool = False
    among: bool = False  # 其中: part of what was named before
    done: bool = False  # 已经
    portion: bool = False
    planned: bool = False  # 要修100米
    sized: bool = False  # 200页的书: how large something is
    described: bool = False  # known by what they do or are: 会游泳的有…
    alone: bool = False  # nothing in the text speaks of two groups
    effect: int = 0  # what the verb does to the amount spoken of


def parts(tokens: Sequence[Token], mentions: Sequence[Mention], kinds: Sequence[str]) -> list[Part]:
    """What each mention is; ``kinds`` are the kinds of their units."""
    found: list[Part] = []
    asked = next(mention for mention in mentions if mention.value is None)
    ends = [token[0][0] + token[0][-1] for token in tokens]
    alone = _SHARING.isdisjoint("".join(ends))
    for index, mention in enumerate(mentions):
        verb = _verb(mention)
        part = Part(money=kinds[index] == "money", alone=alone)
        if verb:
            part.verb, part.verb_class = verb.word, verb_class(verb)
        elif found and _carries(mentions, index) and not _priced(tokens, mention, part, found[-1]):
            part.verb, part.verb_class = found[-1].verb, found[-1].verb_class
            part.carried = True
        if kinds[index] == "length" and part.verb_class == "leave":
            part.verb_class = "do"  # 走了5米 goes along, 走了5人 goes away
        if kinds[index] == "count" and part.verb in _RUNNING and mention.value is not None:
            part.verb_class = "leave"  # 羊跑了5只
        if part.money and part.verb in ("还了", "还给"):
            part.verb_class = "lose"  # a debt shrinks; books come back
        part.effect = POLARITY.get(part.verb_class, 0)
        part.described = _described(tokens, mention)
        asks = mention.value is None
        if verb and not asks and "给" in verb.word and _received(tokens, mention, verb, asked.key):
            part.effect = 1
        part.among = "among" in mention.clause_cues
        part.done = "done" in mention.cues
        part.portion = "portion" in mention.cues
        after = [tokens[at].text for at in mention.right[:3]]
        part.sized = "的" in after and mention.value is not None
        part.planned = any("verb:need" in hit.classes for hit in mention.before)
        part.kind = _kind(tokens, mention, part)
        if part.carried and mention.follows and found[-1].kind == "pay":
            part.kind = "pay"  # 付了一张20元和一张10元
        found.append(part)
    return found


def _described(tokens: Sequence[Token], mention: Mention) -> bool:
    """Whether 的 stands right before the amount or its 有."""
    at = mention.token - 1
    while at >= mention.left.start and tokens[at].text in ("有", "是", "共", "共有", "一共"):
        at -= 1
    return at >= mention.left.start and tokens[at].text == "的"


_RUNNING: Final = word_set("word_groups", "running away")


def verb_class(hit: Hit) -> str:
    return _verb_class(hit.classes)


@lru_cache(maxsize=1 << 10)
def _verb_class(classes: frozenset[str]) -> str:
    return next(kind[5:] for kind in sorted(classes) if kind.startswith("verb:"))


def _verb(mention: Mention) -> Hit | None:
    """The verb that acts on the amount: the nearest before it, or what the counted do after it."""
    before = [hit for hit in mention.before if is_verb(hit)]
    after = [hit for hit in mention.after if is_verb(hit)]
    if before and verb_class(before[-1]) not in STILL:
        return before[-1]
    if len(before) > 1 and verb_class(before[-1]) == "hold" and mention.value is not None:
        acting = [hit for hit in before if verb_class(hit) in POLARITY]
        if acting and "的" in mention.words:  # 下车的有9人
            return acting[-1]
    if after and (not before or verb_class(before[-1]) in ("hold", "exist")):
        return after[0]
    if before:
        moving = [hit for hit in before if verb_class(hit) not in STILL]
        asks = mention.value is None and not mention.words & {"时", "后", "前", "以后"}
        return moving[-1] if moving and asks else before[-1]
    return None


def _received(tokens: Sequence[Token], mention: Mention, verb: Hit, asked: Key) -> bool:
    """Whether what is given comes to whom the question is about: 妈妈又给了他5元."""
    between = [tokens[index] for index in range(verb.stop, mention.token)]
    if any(token.text in _PRONOUNS for token in between):
        return True
    named = {character for token in between if token.tag[0] == "n" for character in token.text}
    return bool(named) and named <= asked


def _carries(mentions: Sequence[Mention], index: int) -> bool:
    """Whether an amount without a verb goes on with the one before: 上午卖出8个，下午5个."""
    mention, last = mentions[index], mentions[index - 1]
    return mention.sentence == last.sentence and mention.clause - last.clause <= 1


def _priced(tokens: Sequence[Token], mention: Mention, part: Part, last: Part) -> bool:
    """Whether it is what something costs, after what somebody has: 他有50元，一个球30元."""
    if not part.money or last.verb_class not in ("hold", "put") or not mention.left:
        return False
    return tokens[mention.token - 1].tag[0] == "n"


def _kind(tokens: Sequence[Token], mention: Mention, part: Part) -> str:
    before = {kind for hit in mention.before for kind in hit.classes}
    left, right = mention.left, mention.right
    words = {token[0] for token in tokens[left.start : left.stop]}
    words.update([token[0] for token in tokens[right.start : right.stop]])
    moving = part.verb_class in POLARITY or part.verb_class == "do"
    after_cue = _verb_after_cue(mention)
    shared = _shared(tokens, mention, part)
    if shared:
        return shared
    if "overlap" in before:
        return "overlap"
    if "repay" in before and (part.money or mention.value is None):
        return "repay"
    if part.money and ("pay" in before or words & entity_words("cashier")):
        return "pay"
    if part.money and mention.value is not None and _spends(mention):
        return "pay"
    if "apart" in mention.cues:
        return "apart"
    if "exceed" in before:
        return "exceed"
    if "start" in before and not after_cue:
        return "start"
    if mention.value is None and "earlier" in before and part.verb_class == "hold":
        return "start"
    lost = "whole" in before and part.verb_class == "decrease"  # 一共少了
    if (
        "lack" in before
        and not lost
        and ("remain" not in before or _has(mention, ("还差", "还缺")))
    ):
        return "lack"
    undone = any(hit.word in _UNDONE for hit in mention.after)
    if undone or ("remain" in before and not (after_cue and mention.value is not None)):
        return "remain"
    if "now" in before and not (after_cue and ("whole" in before or mention.value is not None)):
        return "now"
    if mention.value is not None and _reaches(tokens, mention, part):
        return "now"
    if "plan" in before and not part.money:
        return "plan"
    if "whole" in before:
        return "whole"
    if mention.value is None and _needs(mention, part):
        return "need"
    if "rest" in before and not moving:
        return "rest"
    return "event" if moving else "state"


def _reaches(tokens: Sequence[Token], mention: Mention, part: Part) -> bool:
    """增加到87: what there is after it."""
    if part.verb_class not in ("increase", "decrease") or not mention.left:
        return False
    return tokens[mention.token - 1].text in ("到", "为", "至") and "从" not in mention.words


def _has(mention: Mention, words: tuple[str, ...]) -> bool:
    return any(hit.word in words for hit in mention.before)


def _shared(tokens: Sequence[Token], mention: Mention, part: Part) -> str:
    """Whether the amount counts those in both groups or in neither: 既会…又会…, 两样都不会."""
    if part.money or part.alone:
        return ""
    span = range(mention.lead.start if mention.lead else mention.left.start, mention.right.stop)
    text = "".join(tokens[index].text for index in span)
    own = "".join(tokens[index].text for index in (*mention.left, *mention.right))
    denied = any(word in own for word in ("不", "没", "未"))
    if "既" in text or any(word in text for word in entity_words("in both")):
        return "neither" if "既不" in text or "既没" in text else "both"
    two = "两" in own or "双" in own or "二者" in own
    if _ALL.search(own):
        joined = "的" in own and _JOINT.search(own)
        if two or denied or "同时" in own or "、" in own or joined or mention.value is None:
            return "neither" if denied else "both"
        return ""
    if _TWICE.search(own):
        return "both"
    if _NONE.search(own):
        return "neither"
    if two and mention.unit and (denied or (mention.value is not None and "这两" in own)):
        return "neither" if denied else "both"
    return ""


_SHARING: Final = frozenset("都均既同双两又也")
_ALL: Final = re.compile("都(?![是要])|均|同时")
_JOINT: Final = re.compile("[和与].+都")  # 苹果和香蕉都喜欢的
_NONE: Final = re.compile("一[科门项样种个题]也[没不]")
_TWICE: Final = re.compile("(会|懂|爱|喜欢|参加|订)[^，]*又\\1")  # 会骑车又会游泳


def _needs(mention: Mention, part: Part) -> bool:
    """还要做多少, 再长多少: what is still to come."""
    words = {hit.word for hit in mention.before}
    if words & {"还要", "还需", "还需要"}:
        return True
    return "再" in words and part.verb_class != "hold" and bool(part.verb)


def _spends(mention: Mention) -> bool:
    """用50元买…: the sum that is spent from."""
    return (
        bool(mention.before)
        and mention.before[-1].word in ("用", "拿", "拿出", "带", "带着", "带了")
        and any("verb:gain" in hit.classes for hit in mention.after)
    )


def _verb_after_cue(mention: Mention) -> bool:
    """Whether something is done after the cue: 从剩下的里面又剪去3米."""
    seen = False
    for hit in mention.before:
        if hit.classes & {"remain", "now", "start"}:
            seen = True
        elif seen and is_verb(hit) and verb_class(hit) in POLARITY:
            return True
    return False
