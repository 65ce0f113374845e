"""Fetching, against a server of our own that can also misbehave."""

from __future__ import annotations

import hashlib
import json
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from quantity_tagger.cli import main
from quantity_tagger.datasets import fetch, load
from quantity_tagger.datasets.fetch import DataSet, RemoteFile
from quantity_tagger.errors import DataError, MissingExtraError

PROBLEMS = json.dumps(
    [
        {
            "iIndex": 1,
            "lEquations": ["X = 9 - 4"],
            "lSolutions": ["5"],
            "sQuestion": "Mia has 9 plums . She eats 4 plums . How many plums are left ?",
        },
        {
            "iIndex": 2,
            "lEquations": ["X = 8 + 6"],
            "lSolutions": ["14"],
            "sQuestion": "Al has 8 kites and buys 6 kites . How many kites has he now ?",
        },
    ]
).encode()
FILES = {"/own/set.json": PROBLEMS, "/own/fold-0/test.txt": b"2\n", "/own/fold-1/test.txt": b"1\n"}


def remote(path: str) -> RemoteFile:
    return RemoteFile(path, hashlib.sha256(FILES[f"/{path}"]).hexdigest())


OWN = DataSet(
    name="addsub",
    language="en",
    problems=2,
    origin="this test",
    licence="MIT",
    file=remote("own/set.json"),
    folds=(remote("own/fold-0/test.txt"), remote("own/fold-1/test.txt")),
)


class Server(ThreadingHTTPServer):
    """Serves FILES; ``mischief`` says how it fails meanwhile."""

    daemon_threads = True
    mischief = ""
    requests = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.requests += 1
        mischief = self.server.mischief
        if mischief.isdigit():
            self.send_error(int(mischief))
            return
        body = FILES[self.path]
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if mischief == "wrong":
            body = body.replace(b"9", b"8").replace(b"1", b"3")
        elif mischief == "half":
            body = body[: len(body) // 2]
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Nothing on stderr: tests look at it."""


@pytest.fixture
def server():
    with Server(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A cache and data folder of the test's own, and no proxy between it and its server."""
    monkeypatch.delenv(fetch.DATA_VARIABLE, raising=False)
    monkeypatch.delenv(fetch.URL_VARIABLE, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv(fetch.CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(fetch, "DATA_SETS", {"addsub": OWN})
    return tmp_path / "cache"


def files_below(folder):
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


class TestFetch:
    def test_fetches_checks_and_converts_with_folds(self, server, cache):
        path = fetch.fetch(OWN, base_url=server.url)
        assert path == cache / "addsub.jsonl"
        records = load(path, strict=True)
        assert [(r.id, r.fold, r.signs) for r in records] == [
            ("addsub-1", 1, (1, -1)),
            ("addsub-2", 0, (1, 1)),
        ]
        assert server.requests == 3

    def test_a_bar_on_stderr_shows_progress(self, server, capsys):
        fetch.fetch(OWN, base_url=server.url, progress=True)
        captured = capsys.readouterr()
        assert "100%" in captured.err
        assert captured.out == ""

    def test_what_is_here_is_not_fetched_again_unless_asked(self, server, cache):
        first = fetch.fetch(OWN, base_url=server.url)
        first.write_text("")
        server.mischief = "500"
        assert fetch.fetch(OWN, base_url=server.url) == first
        # The originals are still good, so no request is needed for the conversion.
        assert len(load(fetch.fetch(OWN, base_url=server.url, again=True))) == 2
        assert server.requests == 3

    def test_an_original_that_was_damaged_since_is_fetched_anew(self, server, cache):
        fetch.fetch(OWN, base_url=server.url)
        (original,) = cache.rglob("*set.json")
        original.write_bytes(b"damaged")
        fetch.fetch(OWN, base_url=server.url, again=True)
        assert original.read_bytes() == PROBLEMS

    def test_the_base_address_can_come_from_the_environment(self, server, monkeypatch):
        monkeypatch.setenv(fetch.URL_VARIABLE, server.url + "/")
        assert len(load(fetch.fetch(OWN))) == 2

    def test_the_users_own_folder_comes_first(self, server, tmp_path, monkeypatch):
        fetch.fetch(OWN, base_url=server.url)
        own = tmp_path / "own"
        own.mkdir()
        (own / "addsub.jsonl").write_text("")
        monkeypatch.setenv(fetch.DATA_VARIABLE, str(own))
        assert fetch.fetch(OWN, base_url=server.url) == own / "addsub.jsonl"
        assert fetch.locate("addsub") == own / "addsub.jsonl"

    @pytest.mark.parametrize(
        ("mischief", "sentence"),
        [
            ("wrong", r"own/set\.json is not the published file \(its SHA-256 sum differs\)"),
            ("half", r"own/set\.json arrived only in part; try again"),
            ("404", r"own/set\.json cannot be fetched \(the server answered 404\)"),
            ("500", r"own/set\.json cannot be fetched \(the server answered 500\)"),
        ],
    )
    def test_a_bad_server_leaves_nothing_behind(self, server, cache, mischief, sentence):
        server.mischief = mischief
        with pytest.raises(DataError, match=sentence) as caught:
            fetch.fetch(OWN, base_url=server.url)
        assert "\n" not in str(caught.value)
        assert files_below(cache) == []
        server.mischief = ""
        assert len(load(fetch.fetch(OWN, base_url=server.url))) == 2

    def test_no_server(self, cache):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{unused.getsockname()[1]}"
            with pytest.raises(DataError, match="cannot be reached; check the network"):
                fetch.fetch(OWN, base_url=url)
        assert files_below(cache) == []

    def test_an_address_that_is_none(self):
        with pytest.raises(DataError, match=r"set\.json cannot be fetched"):
            fetch.fetch(OWN, base_url="http://[")

    def test_a_cache_that_cannot_be_written(self, server, cache):
        cache.write_text("a file where the folder should be")
        with pytest.raises(DataError, match=r"the cache .* cannot be written"):
            fetch.fetch(OWN, base_url=server.url)

    def test_the_extra_is_named_where_it_is_missing(self, monkeypatch):
        monkeypatch.delenv(fetch.CACHE_VARIABLE)
        monkeypatch.setitem(sys.modules, "pooch", None)
        with pytest.raises(MissingExtraError, match=r"pip install 'quantity-tagger\[data\]'"):
            fetch.fetch(OWN)

    def test_the_published_sets_are_named_by_sums_of_the_right_length(self, monkeypatch):
        monkeypatch.undo()
        for known in fetch.DATA_SETS.values():
            remotes = (known.file, *known.folds)
            assert len(known.folds) == 3
            assert len({r.sha256 for r in remotes}) == len({r.path for r in remotes}) == 4
            assert all(len(bytes.fromhex(r.sha256)) == 32 for r in remotes)


class TestLocate:
    def test_a_path(self, tmp_path):
        path = tmp_path / "own.jsonl"
        path.write_text("")
        assert fetch.locate(path) == path
        assert fetch.locate(str(path)) == path

    def test_what_is_not_here_but_can_be_fetched(self):
        with pytest.raises(DataError, match='run "quantity-tagger data fetch addsub"'):
            fetch.locate("addsub")

    def test_what_is_nowhere(self, tmp_path, monkeypatch):
        with pytest.raises(DataError, match='there is no file "own", and no data set'):
            fetch.locate("own")
        (tmp_path / "folder").mkdir()
        (tmp_path / "secret.jsonl").write_text("")
        monkeypatch.setenv(fetch.DATA_VARIABLE, str(tmp_path / "folder"))
        with pytest.raises(DataError, match="there is no file"):
            fetch.locate("../secret")

    def test_without_the_extra_the_users_folder_still_counts(self, tmp_path, monkeypatch):
        monkeypatch.delenv(fetch.CACHE_VARIABLE)
        monkeypatch.setitem(sys.modules, "pooch", None)
        monkeypatch.setenv(fetch.DATA_VARIABLE, str(tmp_path))
        (tmp_path / "own.jsonl").write_text("")
        assert fetch.locate("own") == tmp_path / "own.jsonl"
        assert fetch.find("addsub") is None


class TestCommand:
    def test_list_says_what_is_here(self, server, tmp_path, monkeypatch, capsys):
        assert main(["data", "list"]) == 0
        assert "not here: quantity-tagger data fetch addsub" in capsys.readouterr().out
        path = fetch.fetch(OWN, base_url=server.url)
        (tmp_path / "mine.jsonl").write_text("")
        monkeypatch.setenv(fetch.DATA_VARIABLE, str(tmp_path))
        assert main(["data", "list", "--json"]) == 0
        listed = json.loads(capsys.readouterr().out)["data_sets"]
        assert [(entry["name"], entry["path"]) for entry in listed] == [
            ("addsub", str(path)),
            ("mine", str(tmp_path / "mine.jsonl")),
        ]
        assert main(["data", "list"]) == 0
        assert f"addsub: 2 problems (en), this test; licence: MIT\n  {path}\nmine: in QUANT" in (
            capsys.readouterr().out
        )

    def test_fetch(self, server, cache, capsys):
        assert main(["data", "fetch", "addsub", "--base-url", server.url, "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        path = str(cache / "addsub.jsonl")
        assert report == {"name": "addsub", "path": path, "problems": 2, "signed": 2}
        assert main(["data", "fetch", "addsub"]) == 0
        assert capsys.readouterr().out == f"{path}: 2 problems, 2 with signs\n"

    def test_errors_are_one_sentence_and_status_2(self, server, capsys):
        server.mischief = "404"
        assert main(["data", "fetch", "addsub", "--base-url", server.url]) == 2
        assert capsys.readouterr().err.count("\n") == 1
        assert main(["data", "fetch", "moon"]) == 2
        assert 'no data set "moon" to fetch; there are addsub' in capsys.readouterr().err
        assert main(["data"]) == 2

    def test_convert(self, tmp_path, capsys):
        source, target = tmp_path / "AddSub.json", tmp_path / "out.jsonl"
        source.write_bytes(PROBLEMS)
        assert main(["data", "convert", "addsub", str(source), str(target)]) == 0
        assert capsys.readouterr().out == (
            f"{target}: 2 of 2 problems\n  2 with signs, 0 of them from the answer alone\n"
        )
        assert len(load(target, strict=True)) == 2
        assert main(["data", "convert", "addsub", str(source), str(target), "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {
            "path": str(target),
            "problems": 2,
            "kept": 2,
            "signed": 2,
            "searched": 0,
            "ambiguous": 0,
            "unsigned": {},
        }

    def test_check_reports_faults_and_answers_that_no_or_several_signs_give(self, tmp_path, capsys):
        path = tmp_path / "own.jsonl"
        text = "Mia has 5 figs, 5 dates and 3 nuts. How many has she eaten?"
        lines = [
            {"id": "a", "text": text, "answer": 13},
            {"text": text, "answer": 8},
            {"text": text, "answer": 99},
            {"text": "", "answer": 1},
            {"text": text, "answer": 1, "tokens": ["a"], "pos": ["b", "c"], "quantities": [],
             "signs": []},
        ]  # fmt: skip
        path.write_text("\n".join(map(json.dumps, lines)))
        assert main(["data", "check", str(path)]) == 1
        out = capsys.readouterr().out.splitlines()
        assert [line.removeprefix(f"{path}") for line in out[:2]] == [
            ", line 2: 2 sign assignments give the answer equally well; add the field signs",
            ", line 3: no signs give the answer",
        ]
        assert "line 4: the text cannot be read: " in out[2]
        assert out[3].endswith("line 5: the field signs gives 0, not the answer 1")
        assert out[4].endswith("line 5: the field pos has 2 tags for 1 tokens")
        assert out[5:] == [f"{path}: 5 problems, 5 faults"]

    def test_check_of_a_file_in_order(self, tmp_path, capsys):
        path = tmp_path / "own.jsonl"
        path.write_text('{"text": "2 cats and 3 dogs: how many animals?", "answer": 5}')
        assert main(["data", "check", str(path), "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {
            "path": str(path),
            "problems": 1,
            "faults": [],
        }
