"""What is guessed from facts alone, in whatever language they were told."""

from __future__ import annotations

from quantity_tagger.situation.facts import Amount, Fact, Kind, Question, Side, Story
from quantity_tagger.situation.guesses import COST, MOST, guess

_CUPS = Kind("cup")


def _cups(place: int, effect: str = "state", holder: str = "ada", **more: object) -> Fact:
    return Fact(Amount(place), "state", _CUPS, holder=holder).but(effect=effect, **more)


def _story(facts: list[Fact], values: list[int], *cues: str, **asked: object) -> Story:
    fact = Fact(Amount(), "state", _CUPS, holder="ada").but(**asked)
    return Story(tuple(facts), Question(fact, cues=frozenset(cues)), tuple(values))


def _signs(story: Story) -> list[tuple[int, ...] | None]:
    return [one.signs for one in guess(story)]


def test_each_amount_is_left_out_in_turn_and_a_stranger_first() -> None:
    facts = [_cups(0), _cups(1, "lose"), _cups(2, holder="bo")]
    found = _signs(_story(facts, [30, 8, 5], "left"))
    assert found[0] == (1, -1, 0)
    assert (0, 1, -1) in found


def test_one_amount_is_counted_the_other_way() -> None:
    """A verb that was taken to bring something may have taken it."""
    facts = [_cups(0), _cups(1, "gain"), _cups(2, "gain")]
    found = _signs(_story(facts, [30, 8, 5], "now"))
    assert found[0] == (1, 1, 1)
    assert {(1, -1, 1), (1, 1, -1)} <= set(found)


def test_what_comes_and_goes_counts_towards_a_goal() -> None:
    facts = [_cups(0, "need"), _cups(1), _cups(2, "lose")]
    assert _signs(_story(facts, [40, 25, 6], "need"))[0] == (1, -1, 1)


def test_a_goal_may_be_surpassed() -> None:
    facts = [_cups(0, "need"), _cups(1), _cups(2)]
    assert _signs(_story(facts, [40, 25, 21], "need"))[0] == (-1, 1, 1)


def test_the_missing_change_lies_between_the_stocks() -> None:
    facts = [
        _cups(0, clause=0),
        _cups(1, "lose", clause=1),
        _cups(2, "gain", clause=2),
        _cups(3, clause=3),
    ]
    assert _signs(_story(facts, [60, 25, 18, 43], effect="lose"))[0] == (1, -1, 1, -1)


def test_a_told_difference_is_turned_where_its_first_side_is_told() -> None:
    facts = [_cups(0, holder="bo"), _cups(1, holder="bo", than=Side(holder="cy"), sign=1)]
    assert _signs(_story(facts, [30, 8]))[0] == (1, -1)


def test_a_told_sum_leaves_the_asked_part() -> None:
    facts = [_cups(0, "lose", total=True), _cups(1, "lose"), _cups(2, "lose")]
    assert _signs(_story(facts, [50, 12, 9], effect="lose"))[0] == (1, -1, -1)


def test_two_stocks_are_compared_unless_they_are_listed() -> None:
    assert _signs(_story([_cups(0), _cups(1, verb="own")], [30, 8]))[0] == (1, -1)
    assert _signs(_story([_cups(0), _cups(1, more=True)], [30, 8]))[0] == (1, 1)
    assert _signs(_story([_cups(0, holder="bo"), _cups(1, holder="cy")], [30, 8]))[0] == (1, 1)


def test_numbers_that_no_clause_tells_of_are_guessed_with() -> None:
    assert set(_signs(_story([], [30, 8]))) == {(1, 1), (1, -1)}


def test_guesses_are_few_and_cost_more_and_more() -> None:
    found = guess(_story([_cups(place) for place in range(7)], [64, 32, 16, 8, 4, 2, 1]))
    assert len(found) == MOST
    costs = [one.cost for one in found]
    assert costs == sorted(costs)
    assert costs[0] == COST
    assert not any(one.trusted for one in found)
