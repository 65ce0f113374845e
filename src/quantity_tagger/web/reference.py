"""The page that tells what the API takes and gives, made from the OpenAPI document.

It is plain HTML with no script, so it works without any other host and under a strict policy.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from starlette.responses import HTMLResponse

from quantity_tagger.web.policy import content_policy

Node = Mapping[str, Any]

STYLE = """
:root { color-scheme: light dark; --line: #8886; background: Canvas; color: CanvasText; }
body { font: 1rem/1.6 system-ui, "Noto Sans CJK SC", sans-serif; max-width: 52rem;
  margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
code, pre { font: .9rem/1.5 ui-monospace, monospace; }
h2 code { font-size: 1.3rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem 1rem;
  border: 1px solid var(--line); border-radius: .5rem; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0;
  border-bottom: 1px solid var(--line); }
.method { font-weight: 700; }
"""


def page(document: Node) -> HTMLResponse:
    return HTMLResponse(
        "".join(_page(document)),
        headers={"Content-Security-Policy": content_policy(STYLE), "Cache-Control": "no-cache"},
    )


def _page(document: Node) -> Iterator[str]:
    info = document["info"]
    title = f"{escape(info['title'])} {escape(info['version'])}"
    yield (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}: the API</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{title}: the API</h1><p>{escape(info['description'])} "
        'For programs: <a href="openapi.json">openapi.json</a>. <a href="./">To the page</a>.</p>'
    )
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield from _operation(document, path, method.upper(), operation)
    yield "<h2>Objects</h2>"
    for name, schema in document["components"]["schemas"].items():
        if not name.startswith(("HTTPValidationError", "ValidationError")):
            yield f'<h3 id="{escape(name)}">{escape(name)}</h3>'
            yield f"<p>{escape(schema.get('description', ''))}</p>"
            yield from _fields(schema)
    yield "</main></body></html>"


def _operation(document: Node, path: str, method: str, operation: Node) -> Iterator[str]:
    yield f'<h2><span class="method">{escape(method)}</span> <code>{escape(path)}</code></h2>'
    for paragraph in operation.get("description", "").split("\n\n"):
        yield f"<p>{escape(paragraph)}</p>"
    if parameters := operation.get("parameters"):
        yield '<div class="scroll"><table><tr><th>query</th><th>type</th><th>meaning</th></tr>'
        for one in parameters:
            yield _row(one["name"], one["schema"], one.get("description", ""))
        yield "</table></div>"
    if body := operation.get("requestBody"):
        schema = body["content"]["application/json"]["schema"]
        yield f"<p>Takes {_kind(schema)}.</p>"
        yield f"<pre>{escape(_curl(path, _example(document, schema)))}</pre>"
    yield '<div class="scroll"><table><tr><th>status</th><th>answer</th><th>meaning</th></tr>'
    for status, answer in operation["responses"].items():
        kinds = ", ".join(
            _kind(content.get("schema", {})) or escape(media)
            for media, content in answer.get("content", {}).items()
        )
        description = escape(answer.get("description", "")).replace("Successful Response", "")
        yield f"<tr><td>{escape(status)}</td><td>{kinds}</td><td>{description}</td></tr>"
    yield "</table></div>"


def _fields(schema: Node) -> Iterator[str]:
    required = schema.get("required", ())
    yield '<div class="scroll"><table><tr><th>field</th><th>type</th><th>meaning</th></tr>'
    for name, field in schema.get("properties", {}).items():
        told = field.get("description", "")
        must = "" if name in required or "default" not in field else _default(field["default"])
        yield _row(name, field, f"{told} {must}".strip())
    yield "</table></div>"


def _default(value: object) -> str:
    return "" if value is None else f"({json.dumps(value)} where it is not told)"


def _row(name: str, schema: Node, told: str) -> str:
    return (
        f"<tr><td><code>{escape(name)}</code></td><td>{_kind(schema)}</td>"
        f"<td>{escape(told)}</td></tr>"
    )


def _kind(schema: Node) -> str:
    """A type in words, with links to the objects it names."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(_kind(one) for one in schema[key])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(json.dumps(one))}</code>" for one in schema["enum"])
    kind = schema.get("type", "")
    if kind == "array" and "items" in schema:
        return f"list of {_kind(schema['items'])}"
    return escape(kind)


def _example(document: Node, schema: Node) -> object:
    """A value of that type: its examples where they are given, else its defaults."""
    if "$ref" in schema:
        named = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return _example(document, named)
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return _example(document, schema[key][0])
    return {
        name: field["examples"][0] if "examples" in field else field.get("default")
        for name, field in schema.get("properties", {}).items()
        if name in schema.get("required", ()) or field.get("default") is not None
    }


def _curl(path: str, example: object) -> str:
    shown = json.dumps(example, ensure_ascii=False)
    return (
        f"curl http://127.0.0.1:8000{path} \\\n"
        f"  -H 'Content-Type: application/json' \\\n"
        f"  -d '{shown}'"
    )
