"""Every door that bytes from outside come in by, as a function of bytes: what is behind it may
refuse them with an error of the package, or take them, and nothing else.

`benchmarks.fuzz` knocks with inputs guided by coverage, `tests/test_doors.py` with those of
Hypothesis and with all that was ever found.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import tempfile
import warnings
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from quantity_tagger.errors import LONGEST, QuantityTaggerError

SEED_TEXTS = (
    "Ida had 15 plums and 3 jars. She ate 6 plums. How many plums are left?",
    "Tom has 1/2 of 2.50 dollars, 2 1/2 dozen eggs and a pair of socks: how many in all?",
    "In 2019 Ann had twenty-five hundred and three kites, Ben had -3 more. How many has Ben?",
    "园里有三百零五棵桃树，又种了1.2万棵，砍了4棵，现在有多少棵桃树？",
    "小红比小明多四分之三元，小明有2(1/2)元5角，25%是小红的，他们一共有几元？",
)


MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
FOLDER = "QUANTITY_TAGGER_DOORS"
"""Names the folder for a process that ends without clearing up, as those of libFuzzer do."""


@dataclass(frozen=True)
class Door:
    """``knock`` with bytes; ``seeds`` are such as the door is for, ``words`` pieces of them."""

    knock: Callable[[bytes], None]
    seeds: tuple[bytes, ...]
    words: tuple[str, ...] = ()


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")


@cache
def folder() -> Path:
    """Where files for the doors that want one are put, in memory if there is such a place."""
    if FOLDER in os.environ:
        return Path(os.environ[FOLDER])
    kept = tempfile.TemporaryDirectory(prefix="doors-", dir=MEMORY)
    folder.kept = kept  # type: ignore[attr-defined] - removed when the process ends
    return Path(kept.name)


def file_of(data: bytes, name: str) -> Path:
    path = folder() / f"{os.getpid()}-{name}"
    path.write_bytes(data)
    return path


def is_sentence(error: QuantityTaggerError) -> None:
    """Whether an error is told as one should be: short, one line, no type's name."""
    told = str(error)
    assert told, "an error says something"
    assert "\n" not in told, f"an error is one line: {told!r}"
    assert "Traceback" not in told
    assert len(told) < 10 * LONGEST, f"an error is short: {told[:300]!r}"  # escapes are longer


def refused(action: Callable[[], object]) -> None:
    try:
        action()
    except QuantityTaggerError as error:
        is_sentence(error)


# --- numbers and texts ----------------------------------------------------------------------------


def chinese_numerals(data: bytes) -> None:
    from quantity_tagger.languages.chinese.numerals import number_value, numeral_value

    text = text_of(data)
    for value in (numeral_value(text), number_value(text)):
        assert value is None or abs(value) < 10**120


def english_numerals(data: bytes) -> None:
    from quantity_tagger.languages.english.cutting import cut
    from quantity_tagger.languages.english.numerals import numerals
    from quantity_tagger.problem.document import Columns, Token

    text = text_of(data)

    def look() -> None:
        tokens = tuple(
            Token(text[start:end], start, end, text[start:end].lower(), "X")
            for start, end in cut(text)
        )
        before = 0
        for one in numerals(text, Columns.of(tokens)):
            assert before <= one.start < one.end <= len(text)
            before = one.end

    refused(look)


def data_values(data: bytes) -> None:
    from quantity_tagger.datasets.convert.expression import parse_equation
    from quantity_tagger.datasets.values import parse_answer, parse_value

    text = text_of(data)
    parse_value(text)
    parse_answer(text)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # Python's parser may warn of what it is given
        refused(lambda: parse_equation(text))


def _read(language: str | None) -> Callable[[bytes], None]:
    def reader(data: bytes) -> None:
        from quantity_tagger.reading import read

        text = text_of(data)

        def look() -> None:
            for quantity in read(text, language).quantities:
                assert quantity.text == text[quantity.start : quantity.end]

        refused(look)

    return reader


def solver(data: bytes) -> None:
    from quantity_tagger import solver as library

    refused(lambda: json.dumps(library.solve(text_of(data), why=True).to_dict(why=True)))


# --- files of problems ----------------------------------------------------------------------------


def data_line(data: bytes) -> None:
    from quantity_tagger.datasets import jsonl

    def look() -> None:
        record = jsonl.parse(text_of(data))
        again = jsonl.parse(jsonl.dump(record))
        assert again == record

    refused(look)


def data_file(data: bytes) -> None:
    from quantity_tagger.datasets import jsonl

    refused(lambda: list(jsonl.faults(file_of(data, "set.jsonl"))))


def _batch(kind: str) -> Callable[[bytes], None]:
    def batch(data: bytes) -> None:
        from quantity_tagger.batch.chunk import Position
        from quantity_tagger.batch.job import Job
        from quantity_tagger.errors import ReadingError

        source = file_of(data, f"in.{kind}")
        job = Job(str(source), str(folder() / f"out.{kind}"), kind)

        def look() -> None:
            for chunk in job.module.chunks(job, Position()):
                job.module.answered(
                    job, chunk.payload, lambda texts: [ReadingError("no") for _ in texts]
                )

        refused(look)

    return batch


def journal(data: bytes) -> None:
    from quantity_tagger.batch.journal import journal_of, part_file, part_of

    target = folder() / f"{os.getpid()}-journalled"
    part_of(target).write_bytes(b"some rows\n")
    seal = hashlib.sha256(data).hexdigest().encode()
    journal_of(target).write_bytes(seal + b"\n" + data)

    def look() -> None:
        with part_file(target, {"input": "same"}, resume=True, resumable=True) as unfinished:
            assert unfinished.progress.output_bytes <= 10

    refused(look)


def _convert(name: str, ending: str) -> Callable[[bytes], None]:
    def convert(data: bytes) -> None:
        from quantity_tagger.datasets.convert import FORMATS

        refused(lambda: list(FORMATS[name](file_of(data, f"set{ending}"))))

    return convert


# --- models, checkpoints, lexicons, results -------------------------------------------------------


def raw_model(data: bytes) -> None:
    from quantity_tagger.model.file import load_model

    refused(lambda: load_model(file_of(data, "raw.model")))


def sealed_model(data: bytes) -> None:
    """What a model file unfolds to, its checksum right."""
    packed = zlib.compress(data, 0)
    seal = hashlib.sha256(packed).hexdigest()
    raw_model(b"quantity-tagger model 1\nsha256 " + seal.encode() + b"\n" + packed)


def _unsealed(path: Path) -> bytes:
    return zlib.decompress(path.read_bytes().split(b"\n", 2)[2])


@cache
def small_model() -> bytes:
    """What the file of a small model unfolds to: a dozen attributes."""
    import numpy as np

    from quantity_tagger.features import BIAS
    from quantity_tagger.features.encoder import Encoder
    from quantity_tagger.lattice import lattice
    from quantity_tagger.model.file import save_model
    from quantity_tagger.model.model import Model, Settings, Weights

    settings = Settings("qt", 2, ("word",), False)
    tokens = {name: at for at, name in enumerate([BIAS, "w+0=had", "w-1=ate"])}
    quantities = {BIAS: 0}
    chosen = lattice("qt")
    model = Model(
        settings,
        Encoder(settings.templates, tokens, quantities),
        Weights(
            np.zeros((len(tokens), len(chosen.token_labels))),
            np.zeros((1, 3)),
            np.zeros(len(chosen.structure)),
            np.zeros(0),
        ),
        None,
    )
    path = folder() / "small.model"
    save_model(model, path)
    return _unsealed(path)


def checkpoint(data: bytes) -> None:
    from quantity_tagger.learning.checkpoint import Checkpoint

    refused(lambda: Checkpoint.load(file_of(data, "search.npz"), "same"))


def checkpoint_head(data: bytes) -> None:
    """A sound archive whose head says what it likes."""
    import numpy as np

    held = io.BytesIO()
    arrays = {name: np.zeros(2) for name in ("point", "gradient")}
    arrays |= {name: np.zeros((1, 2)) for name in ("steps", "changes")}
    np.savez(held, head=np.frombuffer(data, np.uint8), **arrays)

    def look() -> None:
        from quantity_tagger.learning.checkpoint import Checkpoint
        from quantity_tagger.learning.monitor import ConvergenceMonitor

        found = Checkpoint.load(file_of(held.getvalue(), "head.npz"), "same")
        monitor = ConvergenceMonitor(history=list(found.history))
        assert monitor.finished in (True, False)
        assert abs(found.state.value) < float("inf")

    refused(look)


@cache
def small_checkpoint() -> bytes:
    import numpy as np

    from quantity_tagger.learning.checkpoint import Checkpoint
    from quantity_tagger.learning.lbfgs import State
    from quantity_tagger.learning.monitor import Step

    path = folder() / "small.npz"
    state = State(np.ones(2), 1.0, np.ones(2), (np.ones(2),), (np.ones(2),))
    Checkpoint(state, [Step(1, 1.0, 1.0, 1)], "same").save(path)
    return path.read_bytes()


def lexicon(data: bytes) -> None:
    from quantity_tagger.languages.lexicon import parse

    refused(lambda: parse(file_of(data, "words.txt")))


def result_of_a_run(data: bytes) -> None:
    from quantity_tagger.reproduction import plan
    from quantity_tagger.reproduction.runner import Store

    path = file_of(data, "run.json")

    class Held(Store):
        def path(self, run: Any) -> Path:
            return path

    refused(lambda: Held(folder(), plan.QUICK, "same").read(None))  # type: ignore[arg-type]


# --- the command and the server -------------------------------------------------------------------

COMMANDS = ("solve", "read", "batch", "evaluate", "data", "generate", "train", "demo", "--version")


def command_line(data: bytes) -> None:
    """Arguments with a NUL between them, for a command that neither serves nor runs for long."""
    from quantity_tagger import cli

    words = [word.decode("utf-8", "surrogateescape") for word in data.split(b"\0")]
    words[0] = COMMANDS[data[0] % len(COMMANDS)] if data else ""
    banned = ("serve", "reproduce", "cross-validate", "--interactive", "-i")
    words = [word for word in words if word not in banned and not word.startswith("--inter")]
    place = folder() / "here"
    place.mkdir(exist_ok=True)
    before = os.getcwd()
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(b""))
    try:
        os.chdir(place)
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            _standard_input(stdin),
        ):
            status = cli.main(words)
    finally:
        os.chdir(before)
    assert status in (0, 1, 2), status
    assert "Traceback" not in err.getvalue()
    if status == 2:
        assert err.getvalue().startswith("quantity-tagger: ") or "\n" in err.getvalue()


@contextlib.contextmanager
def _standard_input(stream: Any) -> Any:
    import sys

    before, sys.stdin = sys.stdin, stream
    try:
        yield
    finally:
        sys.stdin = before


def api_body(data: bytes) -> None:
    """The body of a request, taken through validation to a worker's answer."""
    from quantity_tagger.web import jobs, routes

    body = _adapter()
    from pydantic import ValidationError

    with suppress(ValidationError):
        asked = body.validate_json(data)
        found = asked if isinstance(asked, list) else [asked]
        sound = [routes._to_solve(one) for one in found if not hasattr(one, "errors")]
        for outcome in jobs.perform(sound[:2], longest=300, most=20):
            assert outcome.result in ("done", "refused"), outcome
            json.loads(outcome.body)


@cache
def _adapter() -> Any:
    from pydantic import TypeAdapter

    from quantity_tagger.web.schemas import SolveBody

    return TypeAdapter(SolveBody)


@cache
def _parquet() -> tuple[bytes, ...]:
    try:
        import pyarrow as pa
        from pyarrow.parquet import write_table
    except ImportError:
        return ()
    path = folder() / "seed.parquet"
    write_table(pa.table({"id": [1, 2], "text": list(SEED_TEXTS[:2])}), path)
    return (path.read_bytes(),)


RECORD = {
    "id": "a", "lang": "en", "text": "Ann had 9 pens and lost 4. How many?", "answer": "5",
    "equation": "x = 9 - 4", "signs": [1, -1], "fold": 0, "tokens": ["Ann"], "pos": ["NNP"],
    "quantities": [{"text": "9", "value": "9", "start": 8, "end": 9}], "note": 1.5,
}  # fmt: skip
MAWPS = [
    {"iIndex": 1, "sQuestion": "Ann had 9 pens .", "lEquations": ["X=9-4"], "lSolutions": [5.0]},
    {"id": "2", "original_text": "有9支笔", "equation": "x=9-4", "ans": "5"},
    {"Question": "Ann had N_00 pens", "Numbers": "9 4", "Equation": "- N_00 N_01", "Answer": 5,
     "Grade": 2},
]  # fmt: skip
SVAMP = [{"ID": "c-1", "Body": "Ann had 9 pens", "Question": "How many?", "Equation": "( 9 - 4 )",
          "Answer": 5.0, "Type": "Subtraction"}]  # fmt: skip
ADDSUB = [{"iIndex": 1, "sQuestion": "Ann had 9 pens .", "lEquations": ["X=9-4"],
           "lSolutions": [5.0], "lSigns": ["plus minus zero"], "original_text": ""}]  # fmt: skip
ASDIV = b"""<ProblemSet><Problem ID="a1" Grade="1"><Body>Ann had 9 pens.</Body><Question>How many?
</Question><Solution-Type>Sub</Solution-Type><Answer>5 (pens)</Answer><Formula>9-4=5</Formula>
</Problem></ProblemSet>"""
JOURNAL = {
    "output_bytes": 10, "position": [10, 1], "fingerprint": {"input": "same"},
    "tally": {"rows": 1, "solved": 1, "out_of_scope": 0, "errors": 0},
}  # fmt: skip
HEAD = {"identity": "same", "history": [[1, 1.0, 1.0, 1]], "value": 1.0, "evaluations": 1}
RUN = {"run": {}, "signs": [[1, -1], None], "seconds": 1.5, "confidence": [0.5, None]}
JSON_WORDS = ("null", "true", "NaN", "1e999", "\\ud800", "[[", "{}", '""', "-1", "9" * 30)


def _json(*values: object) -> tuple[bytes, ...]:
    return tuple(json.dumps(value, ensure_ascii=False).encode() for value in values)


def doors() -> dict[str, Door]:
    """All of them, by name."""
    texts = tuple(text.encode() for text in SEED_TEXTS)
    numerals = ("三百零五", "四分之三", "一万二", "2(1/2)", "25%", "½", "-3", "五亿", "十点五")
    english = ("twenty-five", "2 1/2", "one hundred and four", "1/0", "3 dozen", "a pair", "½")
    rows = b"\n".join(_json({"text": SEED_TEXTS[0], "id": 1}, {"text": 3}, "no"))
    csv = b'id,text\n1,"Ann had 9, lost 4. How many?"\n2,"a\nb"\n3,x,y\n'
    asked = {"text": "3 and 4. How many?", "language": "en", "model": "qt", "why": True,
             "lattice": True, "words": "zh", "signs": [1, 0]}  # fmt: skip
    return {
        "chinese numerals": Door(chinese_numerals, tuple(one.encode() for one in numerals),
                                 (*"零一两半十百千万亿点又%/½-.,", "分之")),
        "english numerals": Door(english_numerals, tuple(one.encode() for one in english),
                                 ("hundred", " and ", "twenty", "dozen", " half", "thirds", "½")),
        "values and equations": Door(data_values, (b"x = 7 - (2 + 1)", b"4((7)/(24))", b"$1,200"),
                                     ("x=", "(1/3)", "%", "+", "-", "0x", "if ", "1_0", "e9")),
        "english reader": Door(_read("en"), texts[:3], english),
        "chinese reader": Door(_read("zh"), texts[3:], numerals),
        "solver": Door(solver, texts),
        "data line": Door(data_line, _json(RECORD), JSON_WORDS),
        "data file": Door(data_file, (b"\n".join(_json(RECORD, RECORD)),), JSON_WORDS),
        "batch jsonl": Door(_batch("jsonl"), (rows,), JSON_WORDS),
        "batch csv": Door(_batch("csv"), (csv,), ('"', ",", "\r\n", "\n", '""', "text")),
        "batch parquet": Door(_batch("parquet"), _parquet()),
        "batch journal": Door(journal, _json(JOURNAL), JSON_WORDS),
        "convert addsub": Door(_convert("addsub", ".json"), _json(ADDSUB), JSON_WORDS),
        "convert mawps": Door(_convert("mawps", ".json"), _json(MAWPS), JSON_WORDS),
        "convert mawps csv": Door(_convert("mawps", ".csv"),
                                  (b"Question,Numbers,Equation,Answer\nN_00 a,3,+ N_00 1,4\n",),
                                  ('"', ",", "\n")),
        "convert svamp": Door(_convert("svamp", ".json"), _json(SVAMP), JSON_WORDS),
        "convert asdiv": Door(_convert("asdiv", ".xml"), (ASDIV,), ("<", "&#", "<?xml ", "]]>")),
        "model file": Door(raw_model, (b"quantity-tagger model 1\nsha256 00\nx",)),
        "model header": Door(sealed_model, (small_model(),), JSON_WORDS),
        "checkpoint": Door(checkpoint, (small_checkpoint(),)),
        "checkpoint head": Door(checkpoint_head, _json(HEAD), JSON_WORDS),
        "lexicon": Door(lexicon, (b"# words\n[verb]\ngive\ntake away\n",), ("[", "]", "#", "\n")),
        "result of a run": Door(result_of_a_run, _json(RUN), JSON_WORDS),
        "command line": Door(command_line,
                             (b"s\0Ann had 9 pens and lost 4. How many?\0--json",
                              b"g\0--count\x003\0--seed\x001\0--language\0zh", b"b\0-\0-\0--full"),
                             ("\0--json", "\0--help", "\0--signs", "\0-o", "\0-", "\0--")),
        "api body": Door(api_body, _json(asked, [asked, 3]), JSON_WORDS),
    }  # fmt: skip
