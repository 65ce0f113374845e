"""The schemas of a story in their order: those that say most stand first."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.chinese.proposals.money_schemas import lacking, paid, profit, spent
from quantity_tagger.languages.chinese.proposals.special_schemas import (
    Signs,
    Story,
    ages,
    between,
    calendar,
    later,
    overlap,
    portion,
    series,
    tare,
)
from quantity_tagger.languages.chinese.proposals.story_schemas import (
    after,
    again,
    apart,
    change,
    exceed,
    named,
    need,
    reduction,
    remainder,
    rest,
    start,
    whole,
)


def schemas(story: Story) -> list[tuple[str, Signs]]:
    """The schemas that fit, each with the signs it proposes to the related amounts."""
    found: list[tuple[str, Signs]] = []
    for schema in _SCHEMAS:
        signs = schema(story)
        if signs:
            found.append((schema.__name__, signs))
            if schema in _SETTLING:
                break
    return found


#: Where one of these fits, a looser schema has nothing to add.
_SETTLING: Final = frozenset(
    (*(overlap, named, exceed, reduction, series, tare), *(ages, later, profit, calendar, between))
)
_SCHEMAS: Final = (
    overlap,
    named,
    rest,
    series,
    tare,
    ages,
    later,
    calendar,
    between,
    profit,
    exceed,
    reduction,
    remainder,
    start,
    portion,
    lacking,
    paid,
    change,
    need,
    apart,
    whole,
    spent,
    again,
    after,
)
