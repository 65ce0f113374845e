"""Counts for Prometheus: how many requests, how long they took, how many problems."""

from __future__ import annotations

from collections.abc import Sequence

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from quantity_tagger.web.jobs import Outcome

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"  # the format of `generate_latest`
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The counts of one server. No label holds what a client may choose freely."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        mine = self.registry
        self._requests = Counter(
            "quantity_tagger_requests",
            "Requests answered.",
            ("method", "route", "status"),
            registry=mine,
        )
        self._latency = Histogram(
            "quantity_tagger_request_seconds", "Time from a request to its answer.", ("route",),
            buckets=SECONDS, registry=mine,
        )  # fmt: skip
        self.in_flight = Gauge(
            "quantity_tagger_requests_in_flight", "Requests under way.", registry=mine
        )
        self._problems = Counter(
            "quantity_tagger_problems",
            "Problems solved or made, and those refused.",
            ("work", "result"),
            registry=mine,
        )
        self.waiting = Gauge(
            "quantity_tagger_problems_waiting", "Problems that wait for a worker.", registry=mine
        )
        self.ready = Gauge(
            "quantity_tagger_workers_ready", "Workers that have loaded their models.", registry=mine
        )
        self.replaced = Gauge(
            "quantity_tagger_workers_replaced",
            "Workers that failed and were replaced.",
            registry=mine,
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._latency.labels(route).observe(seconds)

    def outcomes(self, work: str, outcomes: Sequence[Outcome]) -> None:
        for one in outcomes:
            self._problems.labels(work, one.result).inc(one.problems or 1)

    def text(self) -> bytes:
        return generate_latest(self.registry)
