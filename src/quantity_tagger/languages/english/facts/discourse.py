"""What other sentences of an English text tell of a number or of the question."""

from __future__ import annotations

from collections import Counter

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.events import Event
from quantity_tagger.languages.english.facts.mentions import Mention
from quantity_tagger.languages.english.facts.noun_phrases import Phrases
from quantity_tagger.languages.english.facts.people import People
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.grammar import NAMES


def spoken_of_most(told: list[Mention], unknown: int) -> Mention | None:
    """What "How many did she pick?" asks for: what was spoken of most, of equals the last."""
    counted = [
        mention
        for mention in told
        if mention.token < unknown and mention.unit and mention.role not in ("price", "label")
    ]
    if not counted:
        return None
    times = Counter(mention.unit for mention in counted)
    return max(reversed(counted), key=lambda mention: times[mention.unit])


def possessor(told: list[Mention], asked: str, place: str) -> str:
    """As in "Ben's rope is 9 feet long … how long is the rope": what is stated of Ben is meant,
    unless his dog and his cat are spoken of, and one of them is asked about.
    """
    if not asked:
        if not place:
            return asked
        holders = {mention.owner for mention in told if mention.thing == place}
        return holders.pop() if len(holders) == 1 else asked  # "how many are on his phone"
    owner = _owner_of(told, asked)
    if owner is None:
        return asked
    things = {mention.thing for mention in told if mention.owner == owner}
    return owner if len(things) == 1 or "" in things else asked


def tell_things_apart(told: list[Mention], asked: str) -> None:
    """Where Ben's dog and Ben's cat are spoken of and the dog is ``asked`` about, each of them is
    told of by itself.
    """
    owner = _owner_of(told, asked) if asked else None
    if owner is not None:
        for mention in told:
            if mention.owner == owner:
                mention.owner, mention.person = mention.thing, False


def _owner_of(told: list[Mention], thing: str) -> str | None:
    """Whose a thing is, where all that is stated of it is stated of its one owner."""
    owner: str | None = None
    for mention in told:
        if mention.owner == thing:
            return None
        if mention.thing == thing:
            if owner is not None and owner != mention.owner:
                return None
            owner = mention.owner
    return owner


def give_all(
    document: Text, phrases: Phrases, events: list[Event], people: People, told: list[Mention]
) -> None:
    """As in "Tom gives all of his cards to Ann" moves what Tom was said to have."""
    tags = document.tags
    for event in events:
        if event.verb_class != "give":
            continue
        after, end = event.verb + 1, event.end
        if "all" not in document.lemmas[after:end] or "CD" in tags[after:end]:
            continue
        giver, _ = people.subject_of(event)
        for noun in phrases.between(after, end):
            if noun.preposition == "to" or tags[noun.at] in NAMES:
                taker = people.named(noun.head, giver)
                for mention in told:
                    if mention.owner == giver and mention.role == "state":
                        mention.recipient = taker
                        mention.cues = (*mention.cues, "all")


def put_there(
    document: Text, words: Words, phrases: Phrases, events: list[Event], told: list[Mention]
) -> None:
    """As in "Ann cut 9 roses and put them in a vase": it is the vase that gets 9 roses."""
    lemmas = document.lemmas
    for event in events:
        if event.verb_class != "put" or event.passive or event.verb + 2 >= len(lemmas):
            continue
        if lemmas[event.verb + 1] not in ("they", "them"):
            continue
        places = [
            noun.name
            for noun in phrases.between(event.verb + 2, event.end)
            if noun.preposition in words.places
        ]
        before = [mention for mention in told if mention.token < event.verb]
        if not places or not before or before[-1].sentence != event.sentence:
            continue
        last = before[-1]
        if last.verb_class in ("remove", "gain", "make", "take"):
            last.verb_class, last.role, last.direction = "put", "change", 1
            last.place = last.recipient = places[0]


def compare_with_last(told: list[Mention]) -> None:
    """As in "Tom has 9 pins. Ann has 2 more." where nothing else was said of what Ann has."""
    for number, mention in enumerate(told):
        if not mention.direction:
            continue
        if not mention.owner:
            if (
                mention.time
                and mention.role == "change"
                and mention.verb_class == "exist"
                and (before := _time_before(told, number))
            ):
                # "on Tuesday it was 9 degrees warmer"
                mention.role, mention.reference = "difference", before
            continue
        if (
            mention.verb_class not in ("hold", "exist")
            or mention.joint
            or mention.reference
            or mention.is_last
        ):
            continue
        stated = [
            other for other in told[:number] if other.owner and other.unit_kind == mention.unit_kind
        ]
        if not stated or any(other.whose == mention.whose for other in stated):
            continue
        last = stated[-1]
        if last.role in ("state", "difference") and not last.joint:
            mention.role, mention.reference = "difference", last.whose


def _time_before(told: list[Mention], number: int) -> str:
    """The last time that a measure was stated for, where it is another than the mention's."""
    mention = told[number]
    if mention.unit_kind == "count":
        return ""
    for other in reversed(told[:number]):
        if other.role in ("state", "difference") and other.unit == mention.unit:
            return other.time if other.time != mention.time else ""
    return ""


def take_among(told: list[Mention]) -> None:
    """As in "There are 20 cows. 3 cows are sick." where the sick are among those told before."""
    for mention in told:
        if "condition" in mention.cues and mention.role in ("state", ""):
            for other in told:
                if (
                    other.role == "state"
                    and (mention.unit == other.unit or mention.unit in other.kinds)
                    and other.sentence < mention.sentence
                    and "condition" not in other.cues
                    and other.value > mention.value
                ):
                    mention.role = "part"
                    break


def share_times(told: list[Mention]) -> None:
    """As in "35 cakes and 20 pies on Monday"."""
    for number in range(len(told) - 2, -1, -1):
        this, following = told[number], told[number + 1]
        if (
            following.time
            and not this.time
            and this.sentence == following.sentence
            and this.verb == following.verb
        ):
            this.time = following.time


def grow_older(document: Text, told: list[Mention], owner: str, unknown: int) -> None:
    """As in "how old will she be in 3 years", "how old was he 3 years ago"."""
    lemmas = document.lemmas
    for mention in told:
        if mention.token < unknown or not mention.in_question or mention.unit != "year":
            continue
        after = lemmas[min(mention.token + 2, len(lemmas) - 1)]
        if after == "ago":
            mention.direction, mention.verb_class = -1, "decrease"
        elif after in ("from", "later") or lemmas[mention.token - 1] in ("in", "after"):
            mention.direction, mention.verb_class = 1, "increase"
        else:
            continue
        mention.role = "change"
        mention.owner, mention.person = owner, True
        mention.cues = ()
