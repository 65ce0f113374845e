"""Where an amount of money stands in a purchase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.asked import asked_fact
from quantity_tagger.languages.chinese.frames.effects import SPENDING
from quantity_tagger.languages.chinese.frames.holders import Holders, is_plural
from quantity_tagger.languages.chinese.frames.mention import NOMINAL, Mention
from quantity_tagger.languages.chinese.frames.words import effect_of, role, words

if TYPE_CHECKING:
    from quantity_tagger.languages.chinese.frames.reader import Reader
    from quantity_tagger.situation.facts import Kind


def purse_side(mention: Mention, effect: str, holder: str, known: Holders) -> str:
    """Where an amount of money stands in a purchase."""
    verb = mention.verb.rstrip("了过着")
    if effect_of(verb) == "change" or (verb in role("left") and verb != "有"):
        return "change"
    if verb in role("pays") or (verb[:1] in "带存攒" and verb):
        return "purse"
    if verb[:1] == "买" and holder and holder not in known.people and holder not in known.groups:
        return "price"  # 买一盏台灯88元
    if effect in ("lose", "use"):
        return "spent"
    if effect == "gain":
        return "got"
    if effect == "lack":
        return "lack"
    if effect_of(verb) == "cost":
        return "price"
    if effect in ("rise", "fall"):
        return ""
    if effect == "state" and any(phrase.inside for phrase in mention.subject):
        return "purse"  # 饭卡里有28元
    if holder and holder not in known.people and holder not in known.groups:
        return "price"
    has = verb in ("有", "还有", "只有", "共有") or (not verb and "start" in mention.flags)
    if holder and has:
        return "purse"
    said = mention.subject[-1].words[-1].text if mention.subject else ""
    if holder and said in words("kinds", "dimension money told") and said[-1] != "费":
        return ""  # 妈妈的工资是4200元; a fee is a price
    return "price" if verb in ("需要", "要", "需", "是", "") else ""


def is_things(name: str) -> bool:
    """Whether a name stands for all things that were told of: 三样东西."""
    return is_plural(name) and name.endswith(tuple(words("kinds", "anything")))


def all_things(mention: Mention, after: Mention) -> bool:
    """Whether an amount only says of how many things together the next tells: 3样东西用了9元."""
    things = mention.noun.text in words("kinds", "anything") and not mention.word.asked
    return things and slots.dimension(after) == "money" and not slots.dimension(mention)


def bought(reader: Reader, mention: Mention) -> str:
    """What the money is for, told with it or right before: 买了2千克牛肉，付了46元."""
    if "total" in mention.flags:
        return ""
    last = reader.facts[-1] if reader.facts else None
    before = last is not None and last.verb[:1] == "买" and last.sentence == mention.sentence
    named = last.kind.head if last is not None and before and not last.kind.measure else ""
    named = named if mention.verb[:1] in SPENDING and not mention.word.asked else ""
    return _spent_on(mention) or named


def goods(mention: Mention, kind: Kind) -> Kind | None:
    """What all the money is for: 买篮球和足球一共用了860元."""
    together = "total" in mention.flags and kind.head == "money" and not mention.word.asked
    spent = _spent_on(mention) if together and mention.purpose[:1] == "买" else ""
    return slots.counted(spent, mention.word.unit) if spent else None


def _spent_on(mention: Mention) -> str:
    """What is named beside the money: 买文具花了32元, 买回一条围巾48元."""
    if mention.verb[:1] == "买":
        return slots.split(mention.object or mention.noun)[1]
    deed = next((n for n, word in enumerate(mention.after) if word.text[0] == "买"), None)
    if deed is not None and mention.verb not in role("pays"):  # 花135元买了一双皮鞋
        named = [w for w in mention.after[deed + 1 :] if w.role not in ("particle", "det")]
        text = "".join([word.text for word in named])
        several = any(word.role not in NOMINAL for word in named)
        return "" if several or text.endswith(tuple(words("kinds", "anything"))) else text
    return mention.purpose.removeprefix("买") if mention.purpose[:1] == "买" else ""


def paid(reader: Reader) -> None:
    """What was used to pay is the purse where change is given: 用200元买…，找回…. How much of a
    thing is paid for only says more of what is paid: 买了2千克牛肉，付了46元.
    """
    asked = asked_fact(reader)
    facts = [f for f in reader.facts if f.kind.head == "money"]
    goods = {f.place for f in facts if f.place} if asked and asked.kind.head == "money" else set()
    reader.facts = [
        f.but(effect="note") if f.kind.head in goods and f.effect == "gain" else f
        for f in reader.facts
    ]
    back = any("change" in f.extras for f in facts) or (
        asked is not None and bool(asked.extras & {"change", "left"})
    )
    if not back or any("purse" in f.extras for f in facts):
        return
    spent = [p for p, f in enumerate(reader.facts) if "spent" in f.extras]
    prices = any("price" in f.extras for f in facts)
    if prices and len(spent) == 1 and reader.facts[spent[0]].verb == "用":
        fact = reader.facts[spent[0]]
        reader.facts[spent[0]] = fact.but(extras=frozenset(["purse"]))
        return
    priced = asked is not None and bool(asked.extras & {"price", "spent"})
    if len(spent) == 1 and priced and (reader.facts[spent[0]].verb == "用" or len(facts) == 2):
        fact = reader.facts[spent[0]]
        reader.facts[spent[0]] = fact.but(extras=frozenset(["purse"]))
