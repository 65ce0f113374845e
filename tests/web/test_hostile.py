"""Text that is out to harm gets an answer or one sentence, and is found in no log."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quantity_tagger.web import jobs as work
from quantity_tagger.web import routes
from quantity_tagger.web.privacy import place_of
from serving import CHINESE, ENGLISH, asking, error_of, serving

JSON = {"Content-Type": "application/json"}

HOSTILE = {
    "markup": "<script>alert(1)</script> Ida had 15 plums & ate 6. How many plums are left?",
    "image": '"><img src=x onerror=alert(1)> 15 and 6. How many?',
    "svg": "</svg><svg onload=alert(1)> Ida had 15 plums and ate 6. How many are left?",
    "right to left": "\u202eIda had 15 plums\u202c and \u2067ate 6\u2069. \u200fHow many are left?",
    "emoji": "Ida 👩‍👩‍👧 had 15 🍎 and ate 6 🍎🏽. How many 🍎 are left? 🏳️‍🌈",
    "nul": "Ida had\x00 15 plums\x00and ate 6. How many\x00 are left?",
    "controls": "Ida\x1b[31m had 15\x07 plums\r\nand ate 6\x7f.\x85 How many\u2028 are left?",
    "combining": "Ida h" + "\u0301" * 500 + "ad 15 plums and ate 6. How many are left?",
    "other digits": "Ida had ١٥ plums and ate ６. How many are left?",
    "huge number": "Ida had " + "9" * 4_000 + " plums and ate 1. How many are left?",
    "tiny fraction": "Ida had 1/" + "9" * 2_000 + " plums and 0." + "0" * 2_000 + "1. How many?",
    "division by zero": "Ida had 1/0 plums and 3/0 jars and 0/0 cups. How many?",
    "formats": "Ida had %s {0} ${x} 15 plums and ate 6 {{}}. How many are left?",
    "joined": "3️⃣ plums and 4⃣ jars ①②③ Ⅳ ½ ⅔. How many?",
    "lines": "15\n\n\n6\n\n\nHow many?",
    "question alone": "How many? 多少？",
    "both languages": ENGLISH + CHINESE,
    "unassigned": "\U000e0001\uffff\ufdd0 15 and 6. How many?",
    "ideographic": "𠀀有15个\u3000苹果，吃了6个，还剩多少个？",
    "long word": "a" * 4_900 + " 15 and 6. How many?",
    "many numbers": "1 " * 2_400 + "How many?",
    "100 kB": ENGLISH * 1_500,
    "blank": " \t\n\u3000",
    "empty": "",
}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with asking() as found:
        yield found


def answered(client: httpx.Client, **request: Any) -> dict[str, Any] | None:
    """The solution, or None where there is a sentence instead."""
    response = client.post("/api/solve", json=request)
    if response.status_code != 200:
        assert error_of(response)[0] == 422
        return None
    found: dict[str, Any] = response.json()
    return found


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("language", [None, "en", "zh"])
def test_an_answer_or_a_sentence(client: httpx.Client, text: str, language: str | None) -> None:
    found = answered(client, text=text, language=language, why=True, lattice=len(text) < 500)
    if found is not None:
        assert found["text"] == text
        for one in found["quantities"]:
            assert text[one["start"] : one["end"]] == one["text"]
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize("name", ["markup", "right to left", "emoji", "nul", "controls"])
def test_a_problem_is_solved_whatever_decorates_it(client: httpx.Client, name: str) -> None:
    found = answered(client, text=HOSTILE[name])
    assert found is not None
    assert {"15", "6"} <= {one["value"] for one in found["quantities"]}


def test_markup_stays_text_in_a_lattice(client: httpx.Client) -> None:
    for name in ("markup", "image", "svg"):
        found = answered(client, text=HOSTILE[name], lattice=True)
        assert found is not None
        drawn = found["lattice"]
        assert drawn.count("<svg") == drawn.count("</svg>") == 1
        assert "<script" not in drawn
        assert "<img" not in drawn


@pytest.mark.parametrize(
    "body",
    [
        rb'{"text": "\ud800 15 and 6. How many?"}',
        rb'{"text": "15 and 6. How many? \udfff"}',
        rb'{"\ud800": 1, "text": ""}',
        rb'{"text": "", "model": "\ud800"}',
    ],
)
def test_half_a_character(client: httpx.Client, body: bytes) -> None:
    assert error_of(client.post("/api/solve", content=body, headers=JSON)) == (422, "invalid")


def test_half_a_character_in_a_list(client: httpx.Client) -> None:
    body = rb'[{"text": "\udc00\ud800"}]'
    (found,) = client.post("/api/solve", content=body, headers=JSON).json()
    assert found["error"]["code"] == "invalid"


def test_a_whole_character_in_two_halves(client: httpx.Client) -> None:
    body = rb'{"text": "\ud83c\udf4e 15 and 6. How many?"}'
    found = client.post("/api/solve", content=body, headers=JSON).json()
    assert found["text"] == "🍎 15 and 6. How many?"
    assert [one["start"] for one in found["quantities"]] == [2, 9]  # characters, not halves


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
unhurried = settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


@unhurried
@given(
    body=anything
    | st.fixed_dictionaries(
        {"text": st.text() | st.just(ENGLISH)},
        optional={
            "language": st.sampled_from(["en", "zh", None, "fr"]),
            "model": st.sampled_from(["qt", "qt-g", None, "no"]),
            "why": st.booleans(),
            "lattice": st.booleans(),
            "signs": st.lists(st.integers(-2, 2), max_size=4) | st.none(),
        },
    )
)
def test_no_request_is_beyond_words(client: httpx.Client, body: object) -> None:
    content = json.dumps(body).encode()
    response = client.post("/api/solve", content=content, headers=JSON)
    if response.status_code != 200:
        assert error_of(response)[0] == 422


@unhurried
@given(body=st.binary(max_size=200))
def test_no_bytes_are_beyond_words(client: httpx.Client, body: bytes) -> None:
    response = client.post("/api/solve", content=body, headers=JSON)
    if response.status_code != 200:
        assert error_of(response)[0] in (400, 422)


class TestPrivacy:
    SECRET = "Zebulon"
    TEXTS = (
        f"{SECRET} had 15 plums and ate 6. How many are left?",
        f"{SECRET} is well.",
        f"{SECRET} " * 2_000,
    )

    def test_problems_are_in_no_log(
        self, client: httpx.Client, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.DEBUG):
            for text in self.TEXTS:
                client.post("/api/solve", json={"text": text})
                client.post("/api/solve", json={"text": text, "signs": [1]})
                client.post("/api/solve", json={"text": [text], text[:50]: 1})
                client.post("/api/solve", content=f"{{{text}".encode(), headers=JSON)
                client.get(f"/{text[:50]}", params={"text": text[:50]})
                client.get("/", params={"text": text[:50]})
        own = [record.getMessage() for record in caplog.records if _is_ours(record)]
        assert "POST /api/solve 200" in "\n".join(own)
        assert self.SECRET not in "\n".join(own)

    def test_the_command_prints_none_of_it(self) -> None:
        with serving() as (process, address):
            for text in self.TEXTS:
                httpx.post(f"{address}/api/solve", json={"text": text})
                httpx.get(f"{address}/{text[:50]}?text={text[:50]}")
            process.terminate()
            assert process.stderr is not None
            printed = process.stderr.read()
        assert "POST /api/solve 200" in printed
        assert "POST /api/solve 422" in printed
        assert self.SECRET not in printed

    def test_an_error_of_our_own_is_told_without_its_message(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def break_down(*_: object) -> None:
            raise RuntimeError(self.SECRET)

        monkeypatch.setattr(routes, "_models", break_down)
        with caplog.at_level(logging.DEBUG), asking() as client:
            response = client.get("/api/models")
        assert error_of(response) == (500, "internal")
        assert "RuntimeError" in caplog.text
        assert "break_down" in caplog.text
        assert self.SECRET not in caplog.text + response.text

    def test_an_error_in_a_worker_is_told_without_its_message(
        self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        def break_down(*_: object) -> None:
            raise RuntimeError(self.SECRET)

        job = {"do": "solve", "text": ENGLISH, "language": None, "model": None, "why": False,
               "lattice": False, "signs": None}  # fmt: skip
        monkeypatch.setattr(work, "read", break_down)
        (found,) = work.perform([job], longest=1_000, most=50)
        assert found.result == "failed"
        assert self.SECRET.encode() not in found.body
        assert self.SECRET not in "".join(capfd.readouterr())

    def test_a_place_names_where_it_happened(self) -> None:
        try:
            json.loads(f'"{self.SECRET}')
        except ValueError as error:
            told = place_of(error)
        assert told.startswith("json.decoder.JSONDecodeError at ")
        assert self.SECRET not in told


def _is_ours(record: logging.LogRecord) -> bool:
    return not record.name.startswith(("httpx", "httpcore"))


def test_one_that_breaks_does_not_spoil_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    own = work.solver.Solver.solve_problems

    def break_at_seven(self: Any, problems: Any, *, why: bool = False) -> Any:
        if any(quantity.value == 7 for problem in problems for quantity in problem.quantities):
            raise RuntimeError
        return own(self, problems, why=why)

    monkeypatch.setattr(work.solver.Solver, "solve_problems", break_at_seven)
    jobs = [
        {"do": "solve", "text": f"Ida had {n} plums and ate 2. How many are left?",
         "language": None, "model": None, "why": False, "lattice": False, "signs": None,
         "words": None}
        for n in (6, 7, 8)
    ]  # fmt: skip
    found = work.perform(jobs, longest=1_000, most=50)
    assert [one.result for one in found] == ["done", "failed", "done"]
    assert [json.loads(one.body).get("answer") for one in found] == ["4", None, "6"]
