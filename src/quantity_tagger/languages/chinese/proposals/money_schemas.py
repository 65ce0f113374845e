"""Schemas of money: what is paid, what comes back, what is lacking."""

from __future__ import annotations

from quantity_tagger.languages.chinese.proposals.special_schemas import (
    Signs,
    Story,
    whole_less_rest,
)


def paid(story: Story) -> Signs | None:
    """What was bought cost what was paid − what came back − the other prices."""
    back = story.of_kind("repay")
    if len(back) != 1 or story.question.kind in ("repay", "start") or len(story.related) < 2:
        return None
    given = story.of_kind("pay") or [
        i for i in story.related if story.parts[i].verb_class == "hold"
    ]
    if len(given) != 1 or not story.question.money:
        return None
    return whole_less_rest(story, given[0])


def spent(story: Story) -> Signs | None:
    """Unknown = all the prices."""
    question = story.question
    kinds = ("pay", "event", "state", "need", "plan")
    if not question.money or question.kind not in kinds or story.compared or story.tied:
        return None
    wanted = question.kind == "plan" or story.parts[story.asked].planned
    if question.kind == "state" and question.verb_class not in ("need", "cost") and not wanted:
        return None
    if len(story.related) < 2 or any(
        story.parts[i].kind in ("remain", "now", "pay", "start", "whole") for i in story.related
    ):
        return None
    return dict.fromkeys(story.related, 1)


def lacking(story: Story) -> Signs | None:
    """The price where the money falls short: what there is + what is lacking."""
    lacks = story.of_kind("lack")
    if len(lacks) != 1 or not story.question.money or story.question.kind in ("remain", "repay"):
        return None
    others = [i for i in story.related if i not in lacks]
    if not all(story.parts[i].verb_class in ("hold", "") for i in others):
        if len(others) == 2:
            return {
                others[0]: 1,
                lacks[0]: -1,
                others[1]: -1,
            }  # not enough for one, the other bought
        return None
    return dict.fromkeys(story.related, 1)


def profit(story: Story) -> Signs | None:
    """What is earned by buying and selling: all that was got − all that was paid."""
    if story.question.verb not in ("赚", "赚了", "盈利", "获利") or not story.question.money:
        return None
    signs = {
        i: -1 if "买" in story.parts[i].verb or "购" in story.parts[i].verb else 1
        for i in story.related
    }
    return signs if len(set(signs.values())) == 2 else None
