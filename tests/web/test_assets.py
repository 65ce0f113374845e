"""The files of the page are sent with their types, once, compressed, and never one that is not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers

from quantity_tagger.web.assets import FOLDER, TYPES, Assets, response
from quantity_tagger.web.settings import Settings
from serving import TOLD_WORKER, asking


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with asking(Settings(), worker=TOLD_WORKER) as found:
        yield found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "static"
    (inside / "views").mkdir(parents=True)
    (inside / "index.html").write_text("<!DOCTYPE html><title>x</title>" + " " * 500, "utf-8")
    (inside / "views" / "one.js").write_text("export const one = 1;\n", "utf-8")
    (inside / ".hidden.js").write_text("secret", "utf-8")
    (inside / "notes.py").write_text("secret", "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    return inside


class TestFiles:
    def test_every_file_of_the_page_has_a_type(self) -> None:
        files = [path for path in FOLDER.rglob("*") if path.is_file()]
        assert FOLDER / "index.html" in files
        assets = Assets()
        for path in files:
            assert path.suffix in TYPES, path.name
            found = assets.find(path.relative_to(FOLDER).as_posix())
            assert found is not None
            assert found.plain == path.read_bytes()

    @pytest.mark.parametrize(
        "name",
        ["../secret.txt", "views/../../secret.txt", "/etc/passwd", "//etc/passwd", ".hidden.js",
         "notes.py", "views", "views/", "", ".", "..", "views//one.js", "one.js", "index.html\0.js",
         "..\\secret.txt", "%2e%2e/secret.txt", "views/one.js/", "index.html/x.js"],
    )  # fmt: skip
    def test_what_is_none_of_the_page(self, folder: Path, name: str) -> None:
        assert Assets(folder).find(name) is None

    def test_one_in_a_folder(self, folder: Path) -> None:
        found = Assets(folder).find("views/one.js")
        assert found is not None
        assert found.kind == "text/javascript; charset=utf-8"

    def test_one_that_changes_is_read_again(self, folder: Path) -> None:
        assets = Assets(folder)
        before = assets.find("index.html")
        (folder / "index.html").write_text("other", "utf-8")
        os.utime(folder / "index.html", ns=(1, 1))
        after = assets.find("index.html")
        assert before is not None
        assert after is not None
        assert before.tag != after.tag
        assert after.plain == b"other"


class TestAnswers:
    def test_the_page_is_at_the_root(self, client: httpx.Client) -> None:
        found = client.get("/")
        assert found.headers["content-type"] == "text/html; charset=utf-8"
        assert found.content == (FOLDER / "index.html").read_bytes()
        assert found.headers["cache-control"] == "no-cache"

    def test_it_is_compressed_for_who_takes_it(self, client: httpx.Client) -> None:
        plain = client.get("/", headers={"Accept-Encoding": "identity"})
        packed = client.get("/", headers={"Accept-Encoding": "br, gzip;q=0.8"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
        assert packed.content == plain.content
        assert packed.headers["vary"] == "Accept-Encoding"
        assert packed.headers["etag"] != plain.headers["etag"]

    def test_it_is_not_sent_twice(self, client: httpx.Client) -> None:
        tag = client.get("/").headers["etag"]
        for known in (tag, f'"x", {tag}', f"W/{tag}"):
            again = client.get("/", headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == tag
        assert client.get("/", headers={"If-None-Match": '"x"'}).status_code == 200

    @pytest.mark.parametrize("path", ["/%2e%2e/app.py", "/..%2fapp.py", "/static/index.html"])
    def test_ways_around(self, client: httpx.Client, path: str) -> None:
        assert client.get(path).status_code == 404

    @pytest.mark.parametrize(
        ("offer", "packed"),
        [("gzip", True), ("*", True), ("GZIP", True), ("gzip;q=0", False), ("gzip; q=0.0", False),
         ("", False), ("br", False), ("deflate, gzip;q=1.0, *;q=0.5", True)],
    )  # fmt: skip
    def test_what_is_an_offer(self, folder: Path, offer: str, packed: bool) -> None:
        asset = Assets(folder).find("index.html")
        assert asset is not None
        found = response(asset, Headers({"accept-encoding": offer}))
        assert ("content-encoding" in found.headers) == packed
