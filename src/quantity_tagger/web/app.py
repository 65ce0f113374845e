"""The application: middleware before the routes, the page behind them, the workers beside them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, Response

from quantity_tagger import __version__
from quantity_tagger.web import reference
from quantity_tagger.web.assets import Assets
from quantity_tagger.web.errors import ApiError, sentence
from quantity_tagger.web.metrics import Metrics
from quantity_tagger.web.middleware import Bounded, KnownHosts, Observed
from quantity_tagger.web.pool import WORKER, Pool
from quantity_tagger.web.routes import router
from quantity_tagger.web.settings import Settings

DESCRIPTION = (
    "Solves addition-subtraction word problems in English and Chinese, and shows why. "
    "Problems that are sent are neither logged nor kept."
)


def create_app(settings: Settings, worker: Sequence[str] = WORKER) -> FastAPI:
    """The web page and its API; ``worker`` is the command that starts one."""
    limits = settings.limits
    metrics = Metrics()
    pool = Pool(settings.workers, limits, worker)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        pool.start()
        try:
            yield
        finally:
            await pool.stop()

    app = FastAPI(
        title="Quantity Tagger",
        version=__version__,
        description=DESCRIPTION,
        # FastAPI's pages load their scripts from another host: ours are below.
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        middleware=[
            Middleware(Observed, metrics=metrics, limits=limits),
            Middleware(KnownHosts, hosts=settings.hosts),
            Middleware(Bounded, limits=limits),
        ],
        redirect_slashes=False,
    )
    app.include_router(router(pool, metrics, limits))
    app.add_exception_handler(HTTPException, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_body)

    @app.get("/openapi.json", include_in_schema=False)
    async def document(request: Request) -> JSONResponse:
        root: str = request.scope.get("root_path", "")
        found = {**app.openapi(), "servers": [{"url": root or "/"}]}
        return JSONResponse(found, headers={"Cache-Control": "no-cache"})

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return reference.page(app.openapi())

    app.router.default = Assets()
    return app


async def _refuse(_: Request, error: Exception) -> Response:
    """What the framework refuses, in the words and the shape of our own errors."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    code, message = {
        400: ("body", "The request cannot be read: send JSON in UTF-8."),
        404: ("not_found", "There is nothing at this address; /docs tells what there is."),
        405: ("method", "This address does not take that method; /docs tells which it takes."),
    }.get(status, ("http", "The request cannot be answered."))
    return ApiError(status, code, message, headers).response()


async def _refuse_body(_: Request, error: Exception) -> Response:
    if not isinstance(error, RequestValidationError):
        raise error
    status, code, message = sentence(error.errors())
    return ApiError(status, code, message).response()
