"""What is said in the toy's language."""

from __future__ import annotations

from quantity_tagger.confidence.verdict import VERDICTS
from quantity_tagger.languages.sentences import Sentences
from quantity_tagger.solution.story import KINDS

SENTENCES = Sentences(
    unreadable={"no_number": "Mankas nombro en {text}.", "no_question": "Mankas demando: {text}."},
    use_it="Skribu Esperante.",
    verdicts={code: "" if code == "ok" else f"Ne eblas ({code})." for code in VERDICTS},
    question="La demando: {question}",
    unused="Ni ne bezonas {quantities}.",
    unused_many="Ni ne bezonas {quantities}.",
    convert="{step}.",
    first="Komencu per {quantity}.",
    add="Aldonu {quantity}: {step}.",
    take_away="Forprenu {quantity}: {step}.",
    nothing="Nenio plu.",
    answer="La respondo estas {answer}.",
    perhaps="La respondo eble estas {answer}.",
    unsure="Ne certe: eble {answer}.",
    guess="Eble {equation}, x = {answer}.",
    headings={kind: kind for kind in KINDS},
    rivals="Aliaj eblecoj",
    confidence_label="certeco",
    others_label="Aliaj legoj",
    steps_label="Pas-al-pase",
    reasons_label="Kialoj",
    story_label="La rakonto",
    guess_label="Diveno",
    sheet_title="Problemoj",
    sheet_name="Nomo",
    sheet_date="Dato",
    sheet_answer="Respondo",
    sheet_answers="Respondoj",
    example="Ana havas 9 pomojn. Poste ili perdas 4 pomojn. Kiom da pomoj restas?",
    comma=", ",
    last_comma=" kaj ",
    noun_last=True,
    reasons={"oneself": "oni mem"},
    plural_units=True,
)
