"""What is said in English."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.sentences import Sentences

SENTENCES: Final = Sentences(
    unreadable={
        "no_number": "No number was found in {text}: a word problem needs at least one quantity.",
        "no_question": "No question was found after {text}: a word problem asks for something, "
        "as in 'How many are left?'.",
    },
    use_it="Give the problem in English.",
    verdicts={
        "ok": "",
        "multiplication": "This needs multiplication or division, and I only add and subtract.",
        "missing_number": "A number is missing: without it I cannot work out the answer.",
        "number_twice": "A number is needed more than once here, and I cannot tell how.",
        "unsaid_number": "This needs a number that goes unsaid, and I do not know which.",
        "mixed_units": "The numbers are in units that I cannot convert into one another.",
        "clock_times": "This asks about times on the clock, and I do not count with those.",
        "several_questions": "This asks more than one question: give me one at a time.",
        "several_problems": "This is more than one problem: give me one at a time.",
        "no_problem": "This does not look like a word problem: it asks for no amount.",
    },
    question="The question is: {question}",
    unused="We do not need {quantities} for it.",
    unused_many="We do not need {quantities} for it.",
    convert="{step}.",
    first="Start with {quantity}.",
    add="Add {quantity}: {step}.",
    take_away="Take away {quantity}: {step}.",
    nothing="Nothing has to be added or taken away.",
    answer="The answer is {answer}.",
    perhaps="Perhaps the answer is {answer}.",
    unsure="Not sure: perhaps {answer}.",
    guess="With adding and taking away alone I would have said {equation}, x = {answer}.",
    headings={
        "state": "what there is",
        "part": "part of it",
        "event": "what happens",
        "end": "in the end",
        "comparison": "compared",
        "goal": "wanted",
        "question": "asked",
        "aside": "left out",
    },
    rivals="What else it could be",
    confidence_label="confidence",
    others_label="Other readings",
    steps_label="Step by step",
    reasons_label="Number by number",
    story_label="The story",
    guess_label="What adding and taking away alone would give",
    sheet_title="Word problems",
    sheet_name="Name",
    sheet_date="Date",
    sheet_answer="Answer",
    sheet_answers="Answers",
    example="Mia picked 52 apples while her brother filled 7 baskets with pears. "
    "She gave 34 of the apples to her neighbours. How many apples does Mia have now?",
    comma=", ",
    last_comma=" and ",
    noun_last=True,
    plural_units=True,
    reasons={
        "oneself": "the one who stands there",
        "told": "told without a number",
        "a rank": "the one who has the later rank",
        "in company": "the one whom they are with",
        "unsaid": "one that goes unsaid",
        "said": "{said}",
    },
)
