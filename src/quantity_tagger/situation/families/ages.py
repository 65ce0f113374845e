"""Ages grow together: age(P, t) = age(P, now) + t."""

from __future__ import annotations

from quantity_tagger.situation.facts import Fact, Time
from quantity_tagger.situation.scene import Scene, given
from quantity_tagger.situation.statements import Form, Given

_ONE = 1


def age(scene: Scene, asked: Fact) -> Form:
    """The asked age as a form: a person's age at a moment."""
    name = ("age", asked.holder, _moment(asked.time))
    _say_shift(scene, asked.holder, asked.time)
    return {name: _ONE}


def say(scene: Scene, place: int, fact: Fact) -> None:
    """A told age is the person's age at its moment."""
    name = ("age", fact.holder, _moment(fact.time))
    scene.world.say({("f", place): 1, name: -1}, None, "age", fact.words)
    together = [one for one in scene.members(fact.holder) if one != fact.holder]
    if together:  # "The sum of their ages is 50"
        form: Form = {("age", one, name[2]): -_ONE for one in together}
        scene.world.say(form | {name: _ONE})
    for one in together or [fact.holder]:
        _say_shift(scene, one, fact.time)


def _moment(time: Time) -> tuple[object, ...]:
    if time.shift is not None:
        return (time.shift_sign, time.shift.quantity, time.shift.value)
    return (time.label,) if time.label and time.phase == "start" else ()


def _say_shift(scene: Scene, holder: str, time: Time) -> None:
    if time.shift is None:
        return
    key = ("shifted", holder, _moment(time))
    if key in scene.memo:
        return
    scene.memo[key] = True
    told = given(time.shift)
    if told is None:  # "when Mum is 50": as much later for all
        then = ("age", holder, _moment(time))
        scene.world.say({then: 1, ("age", holder, ()): -1, ("passes", _moment(time)): -1})
        return
    sign = time.shift_sign
    signed = Given(
        {q: share * sign for q, share in told.quantities.items()}, told.constant * sign, told.reason
    )
    later: tuple[object, ...] = ("age", holder, _moment(time))
    scene.world.say({later: 1, ("age", holder, ()): -1}, signed, "time passes")
