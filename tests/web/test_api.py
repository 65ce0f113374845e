"""The API answers as it says it does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from quantity_tagger import __version__, solve
from quantity_tagger.explanation.feature_words import in_words
from quantity_tagger.languages import get
from quantity_tagger.lattice import lattice, variants
from quantity_tagger.model import bundled as models
from quantity_tagger.web import schemas
from quantity_tagger.web.policy import content_policy
from serving import CHINESE, ENGLISH, asking, error_of


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with asking() as found:
        yield found


def solved(client: httpx.Client, **request: object) -> dict[str, Any]:
    response = client.post("/api/solve", json=request)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


class TestSolve:
    @pytest.mark.parametrize("text", [ENGLISH, CHINESE])
    def test_an_answer_is_what_the_package_gives(self, client: httpx.Client, text: str) -> None:
        here = solve(text)
        found = solved(client, text=text)
        assert {key: found[key] for key in here.to_dict()} == json.loads(json.dumps(here.to_dict()))
        assert found["steps"] == list(here.steps)
        assert found["latex"] == here.latex
        assert found["answer_text"] == here.answer_text
        assert found["text"] == text

    @pytest.mark.parametrize("text", [ENGLISH, CHINESE, "5 boxes with 6 pens each. How many?"])
    @pytest.mark.parametrize("why", [False, True])
    def test_an_answer_is_as_the_document_says(
        self, client: httpx.Client, text: str, why: bool
    ) -> None:
        found = solved(client, text=text, why=why)
        told = schemas.SolveAnswer.model_validate(found, strict=False)
        assert json.loads(told.model_dump_json(exclude_unset=True)) == found
        assert ("story" in found) == why

    @pytest.mark.parametrize(("words", "start"), [("en", "Not sure"), ("zh", "没有把握")])
    def test_an_unsure_answer_comes_with_its_doubt(
        self, client: httpx.Client, words: str, start: str
    ) -> None:
        assert solved(client, text=ENGLISH, words=words)["doubt"] is None
        text = "Snow fell on 14 roofs and 5 sheds near 11 trees. How many are white?"
        unsure = solved(client, text=text, words=words)
        assert not unsure["sure"]
        assert unsure["doubt"].startswith(start)
        given = solved(client, text=text, words=words, signs=[1, 1, 1])
        assert (given["sure"], given["doubt"]) == (True, None)

    def test_out_of_scope_there_is_no_answer(self, client: httpx.Client) -> None:
        for signs in (None, [1, 1]):
            found = solved(
                client, text="A tray holds 6 eggs. How many eggs are on 4 trays?", signs=signs
            )
            for key in ("answer", "answer_text", "answer_with_unit", "equation", "latex"):
                assert found[key] is None
            assert (found["steps"], found["alternatives"]) == ([], [])
            assert (found["confidence"], found["sure"]) == (0, False)
        assert found["guess"] == {"answer": "10", "equation": "6 + 4 - x = 0"}

    def test_offsets_are_those_of_the_text(self, client: httpx.Client) -> None:
        for one in solved(client, text=CHINESE)["quantities"]:
            assert CHINESE[one["start"] : one["end"]] == one["text"]

    def test_reasons_come_when_they_are_asked_for(self, client: httpx.Client) -> None:
        plain = solved(client, text=ENGLISH)
        assert "why" not in plain["quantities"][0]
        assert "members" not in plain["unknown"]
        assert not plain.keys() & {"world", "worlds", "story", "clearness"}
        found = solved(client, text=ENGLISH, why=True)
        for one in (*found["quantities"], found["unknown"]):
            assert all(0 <= share <= 1.000001 for _, _, share in one["members"])
            assert all(start < end for start, end, _ in one["members"])
        assert {"feature", "attribute", "seen_at", "weight"} == set(
            found["quantities"][0]["why"][0]
        )

    def test_what_is_said_of_a_solution_is_said_in_the_language_asked_for(
        self, client: httpx.Client
    ) -> None:
        for language, expected in ((None, "en"), ("en", "en"), ("zh", "zh")):
            found = solved(client, text=ENGLISH, why=True, words=language)
            headings = get(expected).sentences.headings
            assert {line["heading"] for line in found["story"]} <= set(headings.values())
            for one in found["quantities"]:
                for reason in one["why"]:
                    assert reason["feature"] == in_words(reason["attribute"], expected)
            for world in found["worlds"]:
                for reason in world["decided"]:
                    assert reason["feature"] == in_words(reason["attribute"], expected)
            refused = client.post("/api/solve", json={"text": "Hello.", "words": language}).json()
            unreadable = get(expected).sentences.unreadable["no_number"]
            assert refused["error"]["message"] == unreadable.format(text="'Hello.'")

    def test_a_lattice_comes_when_it_is_asked_for(self, client: httpx.Client) -> None:
        assert "lattice" not in solved(client, text=ENGLISH)
        drawn = solved(client, text="<b>" + ENGLISH, lattice=True)["lattice"]
        assert ElementTree.fromstring(drawn).tag.endswith("svg")

    def test_the_language_can_be_told(self, client: httpx.Client) -> None:
        text = "3, 4. How many? 多少？"
        for language in ("en", "zh"):
            assert solved(client, text=text, language=language)["language"] == language

    def test_several_keep_their_order_and_an_error_stands_in_its_place(
        self, client: httpx.Client
    ) -> None:
        asked = [{"text": ENGLISH}, {"text": "Hello."}, {"text": CHINESE, "why": True}]
        response = client.post("/api/solve", json=asked)
        assert response.status_code == 200
        english, refused, chinese = response.json()
        assert english["answer"] == "9"
        assert chinese["answer"] == "38"
        assert refused["error"]["code"] == "no_number"
        assert "No number" in refused["error"]["message"]

    def test_a_hundred_at_once(self, client: httpx.Client) -> None:
        texts = [f"Ida had {n + 9} plums and ate 9. How many plums are left?" for n in range(100)]
        found = client.post("/api/solve", json=[{"text": text} for text in texts]).json()
        assert [one["answer"] for one in found] == [str(n) for n in range(100)]

    def test_none_at_all(self, client: httpx.Client) -> None:
        response = client.post("/api/solve", json=[])
        assert (response.status_code, response.json()) == (200, [])

    @pytest.mark.parametrize(
        ("text", "code"),
        [(" ", "empty"), ("Hello.", "no_number"), ("Ida has 15 plums.", "no_question")],
    )
    def test_one_that_cannot_be_read_is_an_error(
        self, client: httpx.Client, text: str, code: str
    ) -> None:
        assert error_of(client.post("/api/solve", json={"text": text})) == (422, code)

    def test_every_bundled_model_can_be_chosen(self, client: httpx.Client) -> None:
        for language, text in (("en", ENGLISH), ("zh", CHINESE)):
            for variant in models.available(language):
                found = solved(client, text=text, model=variant, why=True, lattice=True)
                assert found["variant"] == variant
                assert found["lattice"].startswith("<svg")

    def test_a_model_that_is_not_bundled_is_named(self, client: httpx.Client) -> None:
        absent = [name for name in variants() if name not in models.available("en")]
        if not absent:
            pytest.skip("every variant is bundled")
        response = client.post("/api/solve", json={"text": ENGLISH, "model": absent[0]})
        assert error_of(response) == (422, "no_such_model")
        assert absent[0] in response.json()["error"]["message"]


class TestWhatIf:
    def test_equation_answer_and_steps_follow(self, client: httpx.Client) -> None:
        own = solved(client, text=ENGLISH)
        found = solved(client, text=ENGLISH, signs=[1, 1, 1])
        assert found["answer"] == "24"
        assert found["equation"] == "15 + 3 + 6 - x = 0"
        assert [one["sign"] for one in found["quantities"]] == [1, 1, 1]
        assert "Add 3 jars: 15 + 3 = 18." in found["steps"]
        assert found["alternatives"][0]["equation"] == own["equation"]
        assert found["alternatives"][0]["signs"] == [one["sign"] for one in own["quantities"]]

    @pytest.mark.parametrize("signs", [[1], [1, 0, 1, 0], [0, 0, 0], []])
    def test_what_does_not_fit_is_told(self, client: httpx.Client, signs: list[int]) -> None:
        asked = {"text": ENGLISH, "signs": signs}
        assert error_of(client.post("/api/solve", json=asked)) == (422, "signs")

    @pytest.mark.parametrize("signs", [[1, 2, 0], ["+", 0, 0], 1, [1.5, 0, 0], [True, 0, 0]])
    def test_what_is_no_sign_is_one_sentence(self, client: httpx.Client, signs: object) -> None:
        asked = {"text": ENGLISH, "signs": signs}
        response = client.post("/api/solve", json=asked)
        assert error_of(response) == (422, "invalid")
        assert "signs" in response.json()["error"]["message"]


class TestRequestsThatAreWrong:
    @pytest.mark.parametrize(
        ("body", "told"),
        [
            ({}, "The field text is missing."),
            ({"text": 7}, "The field text should be a valid string."),
            ({"text": None}, "The field text should be a valid string."),
            ({"text": ENGLISH, "why": "yes"}, "The field why should be a valid boolean."),
            ({"text": ENGLISH, "language": "fr"}, "The field language should be 'en' or 'zh'."),
            ({"text": ENGLISH, "lang": "en"}, "There is a field that is not known"),
            (None, "The request"),
            (7, "The request should be a valid dictionary"),
            ("text", "The request should be a valid dictionary"),
        ],
    )
    def test_a_sentence_says_where(self, client: httpx.Client, body: object, told: str) -> None:
        response = client.post("/api/solve", json=body)
        assert error_of(response) == (422, "body" if body is None else "invalid")
        assert response.json()["error"]["message"].startswith(told)

    def test_one_of_a_list_does_not_refuse_the_others(self, client: httpx.Client) -> None:
        wrong = [{}, [], {"text": 5}, {"text": ENGLISH, "model": "best"}]
        response = client.post("/api/solve", json=[{"text": ENGLISH}, *wrong, {"text": CHINESE}])
        first, *faults, last = response.json()
        assert response.status_code == 200
        assert (first["answer"], last["answer"]) == ("9", "38")
        assert [fault["error"]["code"] for fault in faults] == ["invalid"] * 4
        told = [fault["error"]["message"] for fault in faults]
        assert told[0] == "The field [1].text is missing."
        assert told[1].startswith("The field [2] should be a valid dictionary")
        assert told[2] == "The field [3].text should be a valid string."
        assert told[3].startswith("The field [4].model should be 'qt-g'")

    @pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b'{"text": "\xff"}', b"[" * 5000, b"NaN"])
    def test_what_is_not_json(self, client: httpx.Client, body: bytes) -> None:
        response = client.post(
            "/api/solve", content=body, headers={"Content-Type": "application/json"}
        )
        status, _ = error_of(response)
        assert status in (400, 422)

    def test_nothing_at_all(self, client: httpx.Client) -> None:
        headers = {"Content-Type": "application/json"}
        assert error_of(client.post("/api/solve", headers=headers)) == (422, "body")

    @pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
    def test_what_a_form_of_another_site_could_send(self, client: httpx.Client, kind: str) -> None:
        content = json.dumps({"text": ENGLISH}).encode()
        response = client.post("/api/solve", content=content, headers={"Content-Type": kind})
        assert error_of(response) == (415, "media_type")

    @pytest.mark.parametrize("path", ["/api", "/api/", "/api/solve/", "/api/nothing", "/nothing"])
    @pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
    def test_an_address_that_is_none(self, client: httpx.Client, path: str, method: str) -> None:
        assert error_of(client.request(method, path)) == (404, "not_found")

    @pytest.mark.parametrize(
        ("method", "path", "allowed"),
        [
            ("GET", "/api/solve", "POST"),
            ("PUT", "/api/generate", "POST"),
            ("POST", "/api/models", "GET"),
            ("DELETE", "/healthz", "GET"),
            ("PURGE", "/api/solve", "POST"),
            ("POST", "/", "GET, HEAD"),
        ],
    )
    def test_a_method_that_is_none(
        self, client: httpx.Client, method: str, path: str, allowed: str
    ) -> None:
        response = client.request(method, path)
        assert error_of(response) == (405, "method")
        assert response.headers["allow"] == allowed


class TestModels:
    def test_it_lists_what_is_bundled(self, client: httpx.Client) -> None:
        found = client.get("/api/models").json()
        assert found["version"] == __version__
        for language in ("en", "zh"):
            listed = found["languages"][language]
            assert [one["name"] for one in listed] == list(models.available(language))
            assert [one["name"] for one in listed if one["default"]] == [
                models.default_variant(language)
            ]
            assert all(one["title"] == lattice(one["name"]).title for one in listed)

    def test_it_tells_the_limits(self, client: httpx.Client) -> None:
        limits = client.get("/api/models").json()["limits"]
        texts = [{"text": "x" * (limits["text"] + 1)}, {"text": "x" * limits["text"]}]
        long, fitting = client.post("/api/solve", json=texts).json()
        assert long["error"]["code"] == "text_too_long"
        assert fitting["error"]["code"] == "no_number"


class TestGenerate:
    def test_a_whole_number_may_have_a_point(self, client: httpx.Client) -> None:
        """JSON has one kind of number, and what the schema calls an integer may be 7.0."""
        found = client.post("/api/generate", json={"count": 2.0, "seed": 3.0, "largest": 50.0})
        assert found.status_code == 200
        assert found.json()["seed"] == 3
        assert client.post("/api/generate", json={"count": 2.5}).status_code == 422

    def test_what_is_long_is_not_told_back(self, client: httpx.Client) -> None:
        response = client.post("/api/generate", json={"kinds": ["x" * 9_000]})
        assert error_of(response)[0] == 422
        assert len(response.text) < 1_200

    def test_problems_with_what_is_known_of_them(self, client: httpx.Client) -> None:
        asked = {"language": "zh", "count": 7, "seed": 3, "kinds": ["compare"], "steps": "1"}
        found = client.post("/api/generate", json=asked).json()
        assert found["seed"] == 3
        assert len(found["problems"]) == 7
        for one in found["problems"]:
            assert len(one["signs"]) == len(one["quantities"])
            assert one["text"]
            assert one["answer"]
            assert one["equation"]
            assert one["kind"].startswith("compare")

    def test_a_drawn_seed_gives_the_same_again(self, client: httpx.Client) -> None:
        first = client.post("/api/generate", json={"count": 3}).json()
        again = client.post("/api/generate", json={"count": 3, "seed": first["seed"]}).json()
        assert again == first

    @pytest.mark.parametrize(
        "asked",
        [
            {"count": 0},
            {"count": 101},
            {"count": 1.5},
            {"seed": -1},
            {"seed": 2**53},
            {"steps": "0-3"},
            {"steps": "4"},
            {"steps": 2},
            {"language": "fr"},
            {"largest": 9},
            {"largest": 10**9},
            {"distractors": "many"},
            {"kinds": "compare"},
            {"kinds": ["x"] * 41},
        ],
    )
    def test_what_cannot_be_made(self, client: httpx.Client, asked: dict[str, object]) -> None:
        assert error_of(client.post("/api/generate", json=asked)) == (422, "invalid")

    @pytest.mark.parametrize("asked", [{"kinds": ["sing"]}, {"steps": "3-1"}])
    def test_what_the_generator_refuses(
        self, client: httpx.Client, asked: dict[str, object]
    ) -> None:
        assert error_of(client.post("/api/generate", json=asked)) == (422, "generate")


class _Styles(HTMLParser):
    """The style sheets inside a page, and whatever could load or run something."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sheets: list[str] = []
        self.suspects: list[str] = []
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "style"
        names = {name for name, _ in attrs}
        if tag in ("script", "link", "img", "iframe") or names & {"style", "src", "onclick"}:
            self.suspects.append(tag)

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.sheets.append(data)
            self._inside = False


class TestPages:
    def test_a_worksheet_to_print(self, client: httpx.Client) -> None:
        query = {
            "language": "en",
            "count": 4,
            "seed": 5,
            "kinds": "change, combine",
            "steps": "1-2",
        }
        response = client.get("/api/worksheet", params=query)
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        made = client.post("/api/generate", json=query | {"kinds": ["change", "combine"]}).json()[
            "problems"
        ]
        assert response.text.count("<li>") == 8
        assert made[0]["answer"] in response.text

    def test_a_worksheet_that_cannot_be_made(self, client: httpx.Client) -> None:
        assert error_of(client.get("/api/worksheet?count=1000")) == (422, "invalid")
        assert error_of(client.get("/api/worksheet?kinds=sing")) == (422, "generate")
        assert error_of(client.get("/api/worksheet?colour=red")) == (422, "invalid")

    @pytest.mark.parametrize("path", ["/api/worksheet?seed=1", "/docs"])
    def test_the_policy_allows_the_style_of_the_page_and_no_other(
        self, client: httpx.Client, path: str
    ) -> None:
        response = client.get(path)
        found = _Styles(response.text)
        assert len(found.sheets) == 1
        assert found.suspects == []
        assert response.headers["content-security-policy"] == content_policy(*found.sheets)

    def test_the_policy_allows_the_style_of_a_lattice(self, client: httpx.Client) -> None:
        drawn = solved(client, text=ENGLISH, lattice=True)["lattice"]
        (sheet,) = re.findall(r"<style>(.*?)</style>", drawn, re.DOTALL)
        assert client.get("/").headers["content-security-policy"] == content_policy(sheet)
        assert " style=" not in drawn

    def test_the_reference_tells_of_every_route(self, client: httpx.Client) -> None:
        document = client.get("/openapi.json").json()
        page = client.get("/docs").text
        assert {"/api/solve", "/api/generate", "/api/models", "/api/worksheet"} <= set(
            document["paths"]
        )
        for path in document["paths"]:
            assert f"<code>{path}</code>" in page
        for name in document["components"]["schemas"]:
            assert f'id="{name}"' in page
        assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'id="([^"]+)"', page))

    def test_the_reference_names_no_other_host(self, client: httpx.Client) -> None:
        for path in ("/docs", "/openapi.json"):
            hosts = set(re.findall(r"https?://([^/\"' <]+)", client.get(path).text))
            assert hosts <= {"127.0.0.1:8000"}


class TestServer:
    def test_it_is_alive_and_ready(self, client: httpx.Client) -> None:
        assert client.get("/healthz").json() == {"status": "ok"}
        assert client.get("/readyz").json() == {"status": "ready"}

    def test_it_counts(self, client: httpx.Client) -> None:
        before = counted(client)
        client.post("/api/solve", json=[{"text": ENGLISH}, {"text": "Hello."}])
        client.get("/no/such/page")
        client.request("PURGE", "/healthz")
        after = counted(client)

        def more(name: str, **labels: str) -> float:
            key = name, tuple(sorted(labels.items()))
            return after[key] - before.get(key, 0)

        requests = "quantity_tagger_requests_total"
        assert more(requests, method="POST", route="/api/solve", status="200") == 1
        assert more(requests, method="GET", route="(unknown)", status="404") == 1
        assert more(requests, method="(other)", route="/healthz", status="405") == 1
        assert more("quantity_tagger_problems_total", work="solve", result="done") == 1
        assert more("quantity_tagger_problems_total", work="solve", result="refused") == 1
        assert more("quantity_tagger_request_seconds_count", route="/api/solve") == 1
        assert after["quantity_tagger_requests_in_flight", ()] == 1  # this one
        assert after["quantity_tagger_workers_ready", ()] == 1
        assert not any("PURGE" in str(key) or "such" in str(key) for key in after)

    def test_head_is_get_without_the_body(self, client: httpx.Client) -> None:
        for path in ("/", "/healthz", "/api/models", "/docs"):
            head, get = client.head(path), client.get(path)
            assert head.content == b""
            assert head.status_code == get.status_code == 200
            assert head.headers["content-length"] == get.headers["content-length"]


def counted(client: httpx.Client) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    response = client.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }
