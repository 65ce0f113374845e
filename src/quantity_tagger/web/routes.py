"""The routes of the API: what is asked becomes jobs, what comes of them becomes an answer."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Response
from fastapi.responses import HTMLResponse, JSONResponse

from quantity_tagger import __version__, languages
from quantity_tagger.generation import FAMILIES, KINDS
from quantity_tagger.lattice import lattice
from quantity_tagger.model import bundled as models
from quantity_tagger.web import metrics, schemas
from quantity_tagger.web.errors import ApiError, error_body, sentence
from quantity_tagger.web.jobs import Job, Outcome
from quantity_tagger.web.metrics import Metrics
from quantity_tagger.web.policy import content_policy
from quantity_tagger.web.pool import Pool
from quantity_tagger.web.settings import Limits

SEEDS = 10**6
"""How many seeds are drawn from: few enough to be read out and typed."""

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)

_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": schemas.ErrorAnswer, "description": description}
    for status, description in {
        400: "The request cannot be understood.",
        413: "The request is too large.",
        415: "The request is not JSON.",
        422: "The request is understood, and cannot be done.",
        503: "Too busy: try again.",
        504: "It took too long.",
    }.items()
}
# The route answers with HTML, its errors are JSON all the same.
_PAGE_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": _ERRORS[status]["description"],
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}},
    }
    for status in (400, 422, 503, 504)
}


def router(pool: Pool, counts: Metrics, limits: Limits) -> APIRouter:
    """All routes, answered with the help of these."""
    routes = APIRouter()
    _add_problems(routes, pool, counts, limits)
    _add_server(routes, pool, counts)
    return routes


def _add_problems(routes: APIRouter, pool: Pool, counts: Metrics, limits: Limits) -> None:
    async def done(jobs: list[Job]) -> list[Outcome]:
        outcomes = await pool.do(jobs)
        if jobs:
            counts.outcomes(jobs[0]["do"], outcomes)
        return outcomes

    @routes.post(
        "/api/solve",
        tags=["problems"],
        response_model=schemas.SolveAnswer | list[schemas.SolveAnswer | schemas.ErrorAnswer],
        responses=_ERRORS,
    )
    async def solve(body: Annotated[schemas.SolveBody, Body()]) -> Response:
        """Solve a problem, or up to 100 in a list.

        One that cannot be solved has status 422; in a list its error stands in its place.
        """
        if isinstance(body, list):
            asked: Sequence[schemas.SolveRequest | schemas.Malformed] = body
            sound = [one for one in asked if isinstance(one, schemas.SolveRequest)]
            outcomes = iter(await done([_to_solve(one) for one in sound]))
            bodies = [
                _fault(at, one) if isinstance(one, schemas.Malformed) else next(outcomes).body
                for at, one in enumerate(asked)
            ]
            return _json(b"[" + b", ".join(bodies) + b"]")
        (outcome,) = await done([_to_solve(body)])
        return _json(outcome.body, _status(outcome))

    @routes.post(
        "/api/generate",
        tags=["problems"],
        response_model=schemas.GenerateAnswer,
        responses=_ERRORS,
    )
    async def generate(body: schemas.GenerateRequest) -> Response:
        """Make problems of every kind that early arithmetic names, with their answers."""
        (outcome,) = await done([_to_make("generate", body)])
        return _json(outcome.body, _status(outcome))

    @routes.get(
        "/api/worksheet",
        tags=["problems"],
        response_class=HTMLResponse,
        responses=_PAGE_ERRORS,
    )
    async def worksheet(asked: Annotated[schemas.WorksheetQuery, Query()]) -> Response:
        """Make a page to print: problems with room to work, the answers on a page of their own."""
        (outcome,) = await done([_to_make("worksheet", asked)])
        if outcome.result != "done":
            return _json(outcome.body, _status(outcome))
        style = _STYLE.search(outcome.body.decode())
        policy = content_policy(*style.groups()) if style else content_policy()
        return HTMLResponse(outcome.body, headers={"Content-Security-Policy": policy})

    @routes.get("/api/models", tags=["problems"], response_model=schemas.ModelsAnswer)
    async def bundled_models() -> Response:
        """List the bundled models, the limits of requests, and the kinds of problems to make."""
        return JSONResponse(_models(__version__, limits), headers={"Cache-Control": "no-cache"})


def _add_server(routes: APIRouter, pool: Pool, counts: Metrics) -> None:
    @routes.get("/healthz", tags=["server"])
    async def alive() -> schemas.Health:
        """Tell whether the server runs."""
        return schemas.Health(status="ok")

    @routes.get(
        "/readyz",
        tags=["server"],
        response_model=schemas.Health,
        responses={503: {"model": schemas.ErrorAnswer, "description": "Not ready yet."}},
    )
    async def ready() -> schemas.Health:
        """Tell whether a worker has loaded its models."""
        if not pool.ready:
            raise ApiError(503, "loading", "The models are being loaded.", {"Retry-After": "1"})
        return schemas.Health(status="ready")

    @routes.get("/metrics", tags=["server"], response_class=Response)
    async def numbers() -> Response:
        """Give the server's counts, for Prometheus."""
        counts.waiting.set(pool.waiting)
        counts.ready.set(pool.ready)
        counts.replaced.set(pool.replaced)
        return Response(counts.text(), media_type=metrics.CONTENT_TYPE)


def _to_solve(asked: schemas.SolveRequest) -> Job:
    return {"do": "solve", **asked.model_dump()}


def _fault(at: int, malformed: schemas.Malformed) -> bytes:
    """What is wrong with the problem at that place of a list."""
    _, code, message = sentence(malformed.errors, ("body", at))
    return error_body(code, message)


def _to_make(do: str, asked: schemas.GenerateRequest | schemas.WorksheetQuery) -> Job:
    kinds = asked.kinds
    if isinstance(kinds, str):
        kinds = [kind.strip() for kind in kinds.split(",") if kind.strip()]
    first, _, last = asked.steps.partition("-")
    return {
        "do": do,
        "language": asked.language,
        "count": asked.count,
        "options": {
            "seed": secrets.randbelow(SEEDS) if asked.seed is None else asked.seed,
            "kinds": kinds or None,
            "steps": (int(first), int(last or first)),
            "distractors": asked.distractors,
            "largest": asked.largest,
            "decimals": asked.decimals,
        },
    }


def _models(version: str, limits: Limits) -> dict[str, object]:
    return {
        "version": version,
        "languages": {
            language: [
                {
                    "name": name,
                    "title": lattice(name).title,
                    "default": name == models.default_variant(language),
                }
                for name in models.available(language)
            ]
            for language in languages.codes()
        },
        "limits": {
            name: getattr(limits, name) for name in ("body", "text", "numbers", "batch", "generate")
        },
        "kinds": dict(KINDS),
        "families": {name: list(kinds) for name, kinds in FAMILIES.items()},
    }


def _status(outcome: Outcome) -> int:
    return {"done": 200, "refused": 422, "failed": 500, "slow": 504}[outcome.result]


def _json(body: bytes, status: int = 200) -> Response:
    return Response(body, status, media_type="application/json")
