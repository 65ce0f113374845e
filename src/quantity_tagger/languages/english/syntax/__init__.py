"""English syntax: `parse` gives a sentence's tags and its dependency tree.

    from quantity_tagger.languages.english.syntax import parse
    tree = parse(["Ann", "gave", "3", "to", "Bo", "."])
    tree.heads      # (1, -1, 1, 4, 1, 1): places from 0, −1 for the root
    tree.relations  # ("nsubj", "root", "obj", "case", "obl", "punct")

Trees are those of Universal Dependencies (English Web Treebank, version 2.15 or so), tags both
universal (``upos``) and Penn's (``xpos``). Relations: ``root nsubj nsubj:pass nsubj:outer csubj obj
iobj obl obl:agent obl:unmarked xcomp ccomp advcl advcl:relcl acl acl:relcl aux aux:pass cop mark
expl advmod amod nummod det det:predet case nmod nmod:poss nmod:unmarked nmod:desc compound
compound:prt flat fixed appos conj cc cc:preconj parataxis list orphan vocative discourse goeswith
reparandum dislocated dep punct``.

What matters for amounts: a number with its noun is ``nummod`` of it ("24 crayons"); one whose noun
is not said takes the noun's place ("then 2 popped": nsubj; "he has 32": obj; "9 of them": obj with
nmod). In "12 more" the number is ``nummod`` of "more", in "12 more pages" both hang on "pages"; "$"
is the head of its number. A measure of an adjective or a comparative is ``obl:unmarked`` ("3 m
long", "5 years older", "4 km less"), of a verb ``obj`` ("walked 3 miles", "cost $5"). "than" hangs
its phrase on the comparative: ``obl`` ("more than Bo"), ``advcl`` ("than he has", "than on
Friday"). What is asked for is where it would stand in a statement ("How many pens did he buy":
obj). "has 5 left": "left" is ``xcomp`` of "has"; "5 were left": ``nsubj:pass``. A list that shares
its verb is a list of amounts ("35 tulips on Monday and 28 on Tuesday": 28 ``conj`` of "tulips",
Tuesday ``nmod`` of 28); with another subject ("Ben had 40 cards and Tom 25") "Tom" is ``conj`` of
the verb and "25" its ``orphan``, with a phrase in front ("on Tuesday 47") "47" is, and "Tuesday"
its ``orphan``; in a list behind a colon ("Pages: Ann 14, Bo 22") the first name is ``appos``, the
others ``conj`` of it, and each number is its name's ``orphan``. A preposition is ``case`` of its
noun; a conjunct's head is the first conjunct.

The model is loaded at the first call. Its card is ``card.md``, its file is under CC BY-SA 4.0.
"""

from quantity_tagger.languages.english.syntax.parser import Parser, bundled, parse, parse_all
from quantity_tagger.languages.english.syntax.tree import Node, Tree

__all__ = ["Node", "Parser", "Tree", "bundled", "parse", "parse_all"]
