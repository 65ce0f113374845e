"""What a clause does to its amount: by the verb, and by what is measured, wanted or possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.mention import Mention, Word
from quantity_tagger.languages.chinese.frames.words import (
    dimensions,
    effect_of,
    is_level,
    listed_effect,
    role,
)
from quantity_tagger.situation.facts import Effect, Fact, Kind

SPENDING = frozenset("买购花付交用订捐")
_EFFECTS = frozenset(get_args(Effect))
_ARRIVALS = frozenset(["gain", "come", "put"])


def effect_and_verb(mention: Mention, *, asks_room: bool, holds: bool) -> tuple[Effect, str]:
    """What the clause of an amount does to it, and by which verb; flags that follow are set."""
    verb = mention.verb
    if mention.word.unit and not verb:
        return "state", "有"
    effect = effect_of(verb) if verb else "state"
    if mention.flags & role("able") and listed_effect(f"能{verb}") == "room":
        effect = "room"  # 最多能装50升
    if mention.flags & role("able") and _holds(mention, effect, asks_room):
        effect = "room"  # 最多能蓄水80立方米
    if "by" in mention.flags and "counted subject" in mention.flags and effect in _ARRIVALS:
        effect = "lose"  # 3人被调到别处
    if effect == "need" and "done" in mention.flags:
        effect = "state"  # 准备了50条
    if verb[1:].endswith("够") and not mention.word.asked:
        effect = "need"  # 存够1000元就能买
    if "new" in mention.flags and effect in ("lose", "do", "make"):
        effect = "gain"  # 分出来13箱新的
    if effect == "do" and "toward" in mention.flags and mention.source.inside:
        effect = "put"  # 往罐里投了16枚
    if slots.feeds(mention):
        effect = "use"
    if "need" in mention.flags and verb in role("copula") and not mention.word.asked:
        effect = "need"  # 目标是1000元
    full = holds and effect in ("put", "come", "gain") and not mention.flags & {"more", "need"}
    if "lasting" in mention.flags or (full and not mention.word.asked):
        effect = "state"  # 能放30个，已经放了22个
    if is_level(verb):  # 减少到64只: where the change ends
        mention.flags.add("level to")
        verb = "有"
    if effect == "change" and slots.dimension(mention) != "money":
        effect = "gain"
    if effect == "cost":
        effect = "state"
    if slots.dimension(mention) == "money" and verb[:1] in SPENDING and effect != "state":
        effect = "give" if mention.to and verb.endswith("给") else "lose"
    if effect == "change":
        effect = "state" if mention.word.asked else "gain"
    if effect == "pay":
        effect = "give" if mention.to else "lose"
    if effect in ("come", "leave") and slots.dimension(mention) in ("time", "length"):
        effect = "do"  # 走了850米, 上了28分钟
    if verb == "跑" and mention.word.unit in tuple("只头匹"):
        effect = "leave"  # 跑了9只
    if verb == "拍" and mention.word.unit == "张":
        effect = "make"  # photographs
    if verb in ("原价", "现价", "原有", "现有"):
        mention.flags.add("start" if verb[0] == "原" else "now")
    if mention.sign and mention.standard is None:
        effect = "gain" if mention.sign > 0 else "lose"
        if slots.dimension(mention) == "money" and verb[:1] in SPENDING and verb:
            effect = "rise" if mention.sign > 0 else "fall"  # 一起买少付20元
    return (effect if effect in _EFFECTS else "do"), verb  # type: ignore[return-value]


def told_verb(mention: Mention, verb: str) -> str:
    """The verb as told, where ``verb`` is what it comes to: 多 of a comparison, 上涨, 是."""
    ways = role("more than") | role("less than")
    way = mention.purpose if mention.purpose in ways else ""
    given = [w.text for w in mention.after if w.role == "verb" and effect_of(w.text) == "give"]
    if given and effect_of(mention.verb) in ("remove", "take", "pay"):
        return given[0]  # 拿出8本捐给
    own = mention.verb and "relative verb" not in mention.flags and not dimensions().get(verb)
    if mention.sign and not own:
        return way or ("多" if mention.sign > 0 else "少")
    if "is" in mention.flags:
        return "是"
    if verb == "有" and "de" in mention.flags and slots.dimension(mention) == "money":
        return ""  # 买一本48元的词典
    changed = way and mention.verb in ("增加", "减少")
    return way if changed else "" if mention.verb == verb else mention.verb


def _holds(mention: Mention, effect: str, asks_room: bool) -> bool:
    """Whether it tells how much there is room for: at most, or where more can still go."""
    fits = effect in ("put", "gain", "come") and not any(
        word.role in ("person", "pronoun", "plural") for p in mention.subject for word in p.words
    )
    return fits and (bool(mention.flags & role("at most")) or asks_room)


def cooks(effect: str, verb: str, words: Sequence[Word], told: Sequence[Fact], kind: Kind) -> bool:
    """As in 有24个鸡蛋，蒸了5个，还剩几个: what is cooked was there before, and is used up."""
    if effect != "make" or verb[:1] not in role("cooking"):
        return False
    held = any(fact.effect == "state" and fact.kind.head == kind.head for fact in told)
    return held and any(word.text in role("left") for word in words)
