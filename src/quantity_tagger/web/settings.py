"""What the server is told: where it listens, whom it serves, how much it takes on."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one request may ask for; beyond it there is a sentence instead of an answer.

    ``body`` is in bytes, ``text`` in characters; ``numbers`` are those of one text; ``batch`` and
    ``generate`` are problems of one request. ``seconds`` is what a request may take in all,
    ``solving`` what a worker may spend on those it got at once before it is replaced, ``upload``
    how long a body may be on its way. ``waiting`` is how many problems may wait for a worker,
    ``wait`` the seconds that a request may have to wait for those before it, as far as can be told;
    ``requests`` is how many requests may be under way.

    ``connections`` is how many may be open; ``head`` the bytes of a request before its body, whole
    within ``head_seconds``; ``idle`` the seconds between requests of a connection; ``download`` the
    seconds in which an answer must be taken. What still arrives of a refused request is read and
    thrown away, so that its client gets to see the refusal: at most ``discarded`` bytes, until
    nothing has come for ``linger`` seconds.
    """

    body: int = 1 << 20
    text: int = 5_000
    numbers: int = 50
    batch: int = 100
    generate: int = 100
    seconds: float = 10.0
    solving: float = 5.0
    upload: float = 10.0
    waiting: int = 1_000
    wait: float = 3.0
    requests: int = 512
    connections: int = 640
    head: int = 1 << 14
    head_seconds: float = 10.0
    idle: int = 5
    download: float = 60.0
    discarded: int = 1 << 24
    linger: float = 2.0


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole of it; ``hosts`` are the names, beside localhost, that the server answers to."""

    hosts: tuple[str, ...] = ()
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
