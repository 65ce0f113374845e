"""What the verb of a fact does, by its effect."""

from __future__ import annotations

from typing import Final

from quantity_tagger.problem.facts import VerbClass
from quantity_tagger.situation.facts import Fact

_CLASSES: Final[dict[str, VerbClass]] = {
    "gain": "gain", "lose": "lose", "give": "give", "take": "take", "put": "put",
    "remove": "remove", "come": "come", "leave": "leave", "make": "make", "use": "use", "do": "do",
    "rise": "increase", "fall": "decrease", "need": "need", "room": "need", "lack": "need",
}  # fmt: skip


def verb_class(fact: Fact) -> VerbClass:
    """The class of what is told or asked."""
    if fact.effect == "state":
        if "price" in fact.extras or fact.verb == "cost":
            return "cost"
        return "hold" if fact.holder else "exist"
    return _CLASSES.get(fact.effect, "")
