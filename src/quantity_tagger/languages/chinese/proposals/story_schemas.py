"""Schemas of stories: something is left over, parts make a whole, a start is asked for …

A schema fits when the question and the amounts have the right kinds; it then proposes a sign for
every amount.
"""

from __future__ import annotations

from quantity_tagger.languages.chinese.facts.mentions import is_verb, likeness
from quantity_tagger.languages.chinese.facts.roles import Part, verb_class
from quantity_tagger.languages.chinese.grammar import PARTICLES
from quantity_tagger.languages.chinese.proposals.money_schemas import paid
from quantity_tagger.languages.chinese.proposals.special_schemas import (
    Signs,
    Story,
    whole_less_rest,
)


def remainder(story: Story) -> Signs | None:
    """Unknown = what was there + what came − what went."""
    question, related, parts = story.question, story.related, story.parts
    if question.kind not in ("remain", "now", "repay") or len(related) < 2 or story.compared:
        return None
    states = [i for i in related if parts[i].kind == "remain"]
    if states and states[-1] != related[0] and states[-1] != related[-1]:
        related = [i for i in related if i >= states[-1]]  # a new state: what was before is settled
    purse = story.of_kind("pay") or [
        i for i in related if parts[i].money and parts[i].verb_class == "hold"
    ]
    if question.money and len(purse) > 1 and purse == story.of_kind("pay"):
        return {i: 1 if i in purse else -1 for i in related}
    if question.money and question.kind == "repay":
        purse = purse or [story.largest()]
        bought = [i for i in related if i in story.bought and i not in purse]
        if bought:
            return {**dict.fromkeys(purse, 1), **dict.fromkeys(bought, -1)}
        return {i: 1 if i in purse else -1 for i in related}
    if question.money and len(purse) == 1:
        bought = [i for i in related if i in story.bought]
        if bought and purse[0] not in bought:
            return {purse[0]: 1, **dict.fromkeys(bought, -1)}
        return {
            i: 1 if i in purse or (parts[i].verb_class == "give" and parts[i].effect > 0) else -1
            for i in related
        }
    going = any(parts[i].effect < 0 for i in related)
    stocked = any(
        parts[i].kind in ("start", "whole", "state", "plan") and not parts[i].effect
        for i in related
    )
    signs: Signs = {}
    for index in related:
        part = parts[index]
        if part.done and question.kind == "remain":
            signs[index] = -1
        elif part.kind in ("event", "whole", "rest", "state", "lack") and part.effect:
            kept = (
                going
                or question.kind == "now"
                or part.verb_class not in ("make", "put")
                or (index == related[0] and not stocked)
            )
            signs[index] = part.effect if kept else -1
        elif part.kind == "event":
            kept = not stocked and going and part.verb_class == "do"  # 养了16只和9只，卖掉4只
            signs[index] = 1 if question.kind == "now" or kept else -1
        else:
            signs[index] = 1
    if 1 not in signs.values():
        signs[story.largest()] = 1
    elif -1 not in signs.values() and question.kind == "remain":
        # Others bought what the shop had: 阿军买了5个.
        topic = story.mentions[related[0]].topic
        takers = [
            i
            for i in related[1:]
            if parts[i].effect > 0
            and story.mentions[i].topic
            and not story.mentions[i].topic & topic
        ]
        if takers:
            return {i: -1 if i in takers else 1 for i in related}
        return (
            whole_less_rest(story) if story.largest() == related[0] or len(related) == 2 else None
        )
    return signs


def start(story: Story) -> Signs | None:
    """Unknown = what is left + what went − what came."""
    if story.question.kind != "start" or len(story.related) < 2 or story.compared:
        return None
    signs: Signs = {}
    for index in story.related:
        part = story.parts[index]
        moved = part.kind in ("event", "whole", "rest") and not (
            part.kind == "whole" and part.effect > 0
        )
        signs[index] = -part.effect or 1 if moved else 1
    return signs


def whole(story: Story) -> Signs | None:
    """Unknown = all the parts; of what is done twice, only what is done."""
    question, related, parts = story.question, story.related, story.parts
    if question.kind != "whole" or len(related) < 2 or story.compared:
        return None
    bought = paid(story)
    if bought:
        return bought
    if question.money and question.verb_class not in ("", "hold", "exist", "gain"):
        purse = [i for i in related if parts[i].kind == "pay" or parts[i].verb_class == "hold"]
        if len(purse) == 1 and len(related) > 2:
            return {i: 1 for i in related if i not in purse}
    if question.verb_class == "decrease":  # 一共少了多少: all that went
        lost = [i for i in related if parts[i].effect < 0]
        if 1 < len(lost) < len(related):
            return dict.fromkeys(lost, 1)
    if question.verb_class not in ("", "hold", "exist"):
        same = [i for i in related if _same_act(parts[i], question) and not parts[i].sized]
        if same and len(same) < len(related):
            same += [i for i in related[1:] if not parts[i].verb]
        if 2 <= len(same) < len(related):
            return dict.fromkeys(same, 1)
        left = story.of_kind("remain")
        if question.effect < 0 and len(left) == 1:
            return {i: -1 if i in left else 1 for i in related}
    elif not story.of_kind("remain"):
        effects = {parts[i].effect for i in related}
        if -1 in effects and (1 in effects or 0 in effects) and parts[related[0]].effect >= 0:
            return {i: parts[i].effect or 1 for i in related}
    return dict.fromkeys(related, 1)


def _same_act(part: Part, question: Part) -> bool:
    if part.kind == "plan" or part.planned:
        return False
    if part.verb and set(part.verb) & set(question.verb) - PARTICLES:
        return True
    return part.verb_class == question.verb_class and bool(part.verb_class)


def named(story: Story) -> Signs | None:
    """The whole of those that the question names: 红花和黄花一共多少朵, of three colours."""
    asked = story.mentions[story.asked]
    names = asked.groups
    if story.question.kind not in ("whole", "state") or story.compared or len(names) < 2:
        return None
    if asked.words & {"之间", "中间"}:
        return None
    chosen = set()
    for name in names:
        scored = [(likeness(name, story.mentions[i].key), i) for i in story.related]
        score, index = max(scored, default=(0.0, -1))
        if score < 0.5:
            return None
        chosen.add(index)
    if len(chosen) != len(names):
        return None
    if len(chosen) == len(story.related) and story.question.kind == "whole":
        return None
    return dict.fromkeys(chosen, 1)


def rest(story: Story) -> Signs | None:
    """Unknown = the whole − the other parts."""
    question, parts = story.question, story.parts
    if question.kind in ("start", "now", "apart", "both", "neither", "pay") or story.compared:
        return None
    among = [i for i in story.related if parts[i].among]
    rest_of = story.cues & {"rest of"}
    if question.kind == "whole" and not (among and rest_of):
        return None
    wholes = [i for i in story.of_kind("whole") if parts[i].effect >= 0 or not among]
    if among:
        earlier = [i for i in story.related if i < among[0]]
        wholes = earlier[-1:] if len(earlier) == 1 or len(wholes) != 1 else wholes
    if not wholes and (question.kind == "rest" or rest_of) and story.largest() == story.related[0]:
        wholes = [story.related[0]] if story.related else []
    if len(wholes) != 1 or len(story.related) < 2:
        return None
    return whole_less_rest(story, wholes[0])


def again(story: Story) -> Signs | None:
    """The same is done several times, and the question asks how much was done."""
    question = story.question
    if question.kind not in ("event", "need") or story.compared or question.carried:
        return None
    if question.kind == "need" or story.of_kind("remain", "now", "lack", "start"):
        return None
    same = [
        i for i in story.related if _same_act(story.parts[i], question) and not story.parts[i].sized
    ]
    if len(same) < 2 or not story.several:
        return None
    return dict.fromkeys(same, 1)


def change(story: Story) -> Signs | None:
    """The unknown is what came or went between two states, or what there was to begin with."""
    question, related, parts = story.question, story.related, story.parts
    if question.kind not in ("event", "state", "whole", "pay") or len(related) < 2:
        return None
    if story.compared:
        return None
    ends = story.of_kind("remain", "now")
    if len(ends) != 1:
        return None
    end = ends[0]
    others = [i for i in related if i != end]
    if question.kind == "whole" and not any(parts[i].effect < 0 for i in others):
        return None
    if question.kind == "event" and len(others) == 1 and _same_act(parts[others[0]], question):
        return whole_less_rest(story, others[0])
    spent = [i for i in others if parts[i].kind == "event" or parts[i].done]
    if len(spent) == len(others) and all(parts[i].effect <= 0 or parts[i].done for i in others):
        return dict.fromkeys(related, 1)
    stock = question.verb_class in ("exist", "hold") and question.kind != "event"
    if parts[end].kind == "remain" and stock and all(parts[i].kind == "event" for i in others):
        return dict.fromkeys(related, 1)
    signs = {i: (parts[i].effect or -1) if parts[i].kind == "event" else 1 for i in others}
    if 1 not in signs.values():
        return dict.fromkeys(related, 1)
    signs[end] = -1
    if question.effect > 0 and parts[end].kind == "now":
        signs = {i: -sign for i, sign in signs.items()}
    return signs


def need(story: Story) -> Signs | None:
    """Unknown = the goal − what there is."""
    asks = story.question.kind in ("need", "lack") or (
        story.question.kind == "event" and story.question.planned and bool(story.of_kind("plan"))
    )
    if not asks or len(story.related) < 2 or story.compared:
        return None
    if story.question.money and story.question.kind == "lack":
        held = [
            i
            for i in story.related
            if story.parts[i].verb_class in ("hold", "put")
            or (story.parts[i].verb_class == "give" and story.parts[i].effect > 0)
        ]
        if held and len(held) < len(story.related):
            return {i: -1 if i in held else 1 for i in story.related}
    goals = story.of_kind("plan", "whole") or [
        i for i in story.related if story.parts[i].verb_class == "need"
    ]
    return whole_less_rest(story, goals[0] if len(goals) == 1 else -1)


def exceed(story: Story) -> Signs | None:
    """Unknown = what was done − what was planned."""
    plans = story.of_kind("plan")
    if story.question.kind not in ("exceed", "plan") or len(plans) != 1 or len(story.related) < 2:
        return None
    sign = story.compared or 1
    return {i: -sign if i == plans[0] else sign for i in story.related}


def reduction(story: Story) -> Signs | None:
    """By how much it is less than at first: all that went."""
    question, parts = story.question, story.parts
    cues = story.mentions[story.asked].cues
    asks = question.verb_class == "decrease" and question.kind in ("event", "state", "apart")
    if not (story.compared and "start" in cues) and not asks:
        return None
    starts, nows = story.of_kind("start"), story.of_kind("now", "remain")
    if len(starts) == 1 and len(nows) == 1 and len(story.related) == 2:
        sign = -1 if story.compared > 0 else 1
        return {starts[0]: sign, nows[0]: -sign}
    moved = {i: -parts[i].effect for i in story.related if parts[i].effect}
    if story.related and parts[story.related[0]].effect > 0 and story.compared < 0:
        moved.pop(story.related[0])  # what was brought in at first
    if story.compared > 0:
        moved = {i: -sign for i, sign in moved.items()}
    return moved if moved and len(moved) < len(story.related) else None


def apart(story: Story) -> Signs | None:
    """Unknown = the larger − the smaller; of those who go opposite ways, the sum."""
    if len(story.related) < 2 or story.compared:
        return None
    asked = story.mentions[story.asked]
    last = asked.before[-1] if asked.before else None
    bare = (
        last is not None
        and last.stop == asked.token
        and bool(last.classes & {"than:more", "than:less"})
        and (
            not is_verb(last) or last.word.endswith(("了", "出")) or "exist" not in verb_class(last)
        )
    )
    if story.question.kind != "apart" and not (bare and not story.tied):
        return None
    chosen = list(story.related)
    if len(chosen) > 2:
        verbs = [story.parts[i].verb for i in chosen]
        chosen = [i for i in chosen if verbs.count(story.parts[i].verb) == 2]
    if len(chosen) != 2:
        return None
    if "opposite" in story.cues:
        return dict.fromkeys(chosen, 1)
    chosen.sort(key=lambda i: story.mentions[i].value or 0)
    return {chosen[0]: -1, chosen[1]: 1}


def after(story: Story) -> Signs | None:
    """Events without a cue in the question: what came + what went −."""
    question, parts, related = story.question, story.parts, story.related
    if question.kind not in ("state", "event") or len(related) < 2 or story.compared:
        return None
    eased = any(parts[i].verb_class == "decrease" for i in related)
    if question.kind == "event" and not eased:
        return None
    if question.verb_class not in ("hold", "exist", "", "do") or story.of_kind(
        "remain", "now", "lack"
    ):
        return None
    effects = [parts[i].effect for i in related]
    if -1 not in effects or parts[related[0]].effect < 0:
        return None
    return {i: effect or 1 for i, effect in zip(related, effects, strict=True)}
