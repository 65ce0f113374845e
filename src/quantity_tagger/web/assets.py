"""The files of the page: read from the package, with a tag to ask again by, and compressed."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

FOLDER = Path(__file__).with_name("static")
INDEX = "index.html"

# Told here, since what a system believes of file names differs from one to the next.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
PACKED = frozenset({".ico", ".png", ".woff2"})  # gain nothing by another compression


class Asset(NamedTuple):
    """A file as it is sent."""

    changed: int
    kind: str
    tag: str
    plain: bytes
    packed: bytes | None


class Assets:
    """Answers with a file of the page, or says that there is none."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._known: dict[str, Asset] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        name = scope["path"].removeprefix(scope.get("root_path", "")).removeprefix("/") or INDEX
        asset = self.find(name)
        if asset is None:
            raise HTTPException(404)
        scope["asset"] = f"/{name}"
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        await response(asset, Headers(scope=scope))(scope, receive, send)

    def find(self, name: str) -> Asset | None:
        """The file of that name below the folder: never one outside, whatever the name says."""
        path = self._folder / name
        if path.suffix not in TYPES or not _plain(name) or not path.is_file():
            return None
        changed = path.stat().st_mtime_ns
        known = self._known.get(name)
        if known is None or known.changed != changed:
            known = self._known[name] = load(path, changed)
        return known


def load(path: Path, changed: int) -> Asset:
    content = path.read_bytes()
    packed = None if path.suffix in PACKED else gzip.compress(content, mtime=0)
    if packed is not None and len(packed) >= len(content):
        packed = None
    return Asset(changed, TYPES[path.suffix], sha256(content).hexdigest()[:20], content, packed)


def response(asset: Asset, headers: Headers) -> Response:
    """The file, the compressed file, or that it is the one which the browser has."""
    packed = asset.packed if _takes_gzip(headers.get("accept-encoding", "")) else None
    tag = f'"{asset.tag}-gz"' if packed is not None else f'"{asset.tag}"'
    told = {"ETag": tag, "Cache-Control": "no-cache"}
    if asset.packed is not None:
        told["Vary"] = "Accept-Encoding"
    if tag in _tags(headers.get("if-none-match", "")):
        return Response(status_code=304, headers=told)
    if packed is not None:
        told["Content-Encoding"] = "gzip"
    return Response(asset.plain if packed is None else packed, headers=told, media_type=asset.kind)


def _plain(name: str) -> bool:
    """Whether each part of a path is a name of ours: no way up, no root, nothing hidden."""
    return all(
        part
        and part[0] != "."
        and part.replace(".", "").replace("-", "").replace("_", "").isalnum()
        for part in name.split("/")
    )


def _tags(header: str) -> list[str]:
    return [tag.strip().removeprefix("W/") for tag in header.split(",")]


def _takes_gzip(header: str) -> bool:
    for offer in header.split(","):
        name, _, quality = offer.partition(";")
        if name.strip().lower() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
