"""The server for an hour, with those who mean no good mixed in: ``python -m benchmarks.soak``.

Loopback only, bounded, Linux. Capacity is measured first (closed loop, 20 s). Then, for an hour:

- steady: good requests by the clock at half of it, each answer compared with the library's;
- bad: one request in ten is broken in one of the ways of `BAD`, and must be refused as it says;
- slow: twenty clients that send or read by drops, or say nothing, each must end as `SLOW` says;
- overload: three times 20 s of 700 connections that ask again at once: what is more than the server
  can take must be refused, quickly, and afterwards it must be as quick as before.

Exit status 1 where an answer was wrong, lost, or memory still grows.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.load import family, request_of, resident, serving
from quantity_tagger import solver
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.generation import generate

PROBLEMS = 500  # of each language
CONNECTIONS = 32  # of the steady load
SLOW_OF_EACH = 4
CROWD = 700  # connections of an overload
OVERLOAD = 20.0  # seconds
SETTLING = 15.0  # seconds after a crowd has gone in which those it kept waiting may be refused
PATIENCE = 60.0  # seconds after which an answer counts as lost
GIVE_UP = 5.0  # seconds after which a steady client in a crowd does not ask any more
EVERY = 10.0  # seconds between looks at the memory

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Case = tuple[bytes, dict[str, Any]]


@dataclass
class Tally:
    """What happened; the lists of ``latency`` are in seconds."""

    outcomes: Counter[str] = field(default_factory=Counter)
    latency: dict[str, list[float]] = field(default_factory=dict)
    memory: list[tuple[float, float]] = field(default_factory=list)
    recovery: list[float] = field(default_factory=list)
    overloaded: bool = False

    def took(self, what: str, seconds: float) -> None:
        self.latency.setdefault(what, []).append(seconds)


# --- one exchange ---------------------------------------------------------------------------------


async def answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Status and body of the next answer."""
    status, _, body = await whole_answer(reader)
    return status, body


async def whole_answer(reader: asyncio.StreamReader) -> tuple[int, dict[bytes, bytes], bytes]:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).rstrip().split(b"\r\n")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines)
    }
    body = await reader.readexactly(int(headers.get(b"content-length", b"0")))
    return int(first.split(b" ", 2)[1]), headers, body


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Streams]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


def cases(port: int) -> list[Case]:
    """Requests, each with what the library says of its text."""
    found = []
    for language in ("en", "zh"):
        for record in generate(language, PROBLEMS, seed=18):
            solution = solver.solve(record.text).to_dict()
            body = json.dumps({"text": record.text}).encode()
            found.append((request_of(port, body), json.loads(json.dumps(solution))))
    random.Random(18).shuffle(found)
    return found


def is_right(body: bytes, expected: dict[str, Any]) -> bool:
    """Whether an answer says what the library says, to the last digit."""
    found = json.loads(body)
    return {name: found.get(name) for name in expected} == expected


# --- bad requests ---------------------------------------------------------------------------------


def post(body: bytes, kind: str = "application/json", path: str = "/api/solve") -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def get(path: str, method: str = "GET", host: str = "localhost") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()


BAD: dict[str, tuple[bytes, int]] = {
    "no JSON": (post(b'{"text": '), 400),
    "no text": (post(b"{}"), 422),
    "a number for a text": (post(b'{"text": 3}'), 422),
    "an unknown field": (post(b'{"text": "3 and 4. How many?", "x": 1}'), 422),
    "half a character": (post(rb'{"text": "\ud800"}'), 422),
    "no problem": (post(b'{"text": "Good morning."}'), 422),
    "a text too long": (post(json.dumps({"text": "3 plums. " * 1_000}).encode()), 422),
    "too many problems": (post(json.dumps([{"text": "3"}] * 101).encode()), 422),
    "too many numbers": (post(json.dumps({"text": "3 " * 200 + "how many?"}).encode()), 422),
    "too deep": (post(b"[" * 100_000), 400),
    "no such place": (get("/etc/passwd"), 404),
    "out of the folder": (get("/../../../../etc/passwd"), 404),
    "no such method": (get("/api/solve", "DELETE"), 405),
    "another type": (post(b"3", "text/plain"), 415),
    "another host": (get("/", host="evil.example"), 400),
    "too large": (post(b" " * 1_200_000), 413),
    "a long head": (b"GET /" + b"a" * 20_000, 431),
    "no request": (b"Good morning\r\n\r\n", 400),
}


async def bad(port: int, name: str, tally: Tally) -> None:
    request, expected = BAD[name]
    async with connected(port) as (reader, writer):
        with suppress(ConnectionError):  # refused before all of it was sent: the answer is there
            writer.write(request)
            await writer.drain()
        status, _ = await answer(reader)
    if status == 503 and tally.overloaded:
        tally.outcomes["bad, refused as busy"] += 1
    else:
        tally.outcomes[
            "bad, refused" if status == expected else f"bad, WRONG: {name} {status}"
        ] += 1


# --- slow clients ---------------------------------------------------------------------------------


async def by_drops(writer: asyncio.StreamWriter, content: bytes) -> None:
    for byte in content:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.5)


async def slow_head(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """A head that comes by drops: the server hangs up."""
    drops = asyncio.create_task(by_drops(writer, b"GET /" + b"a" * 500))
    try:
        return await reader.read() == b""
    finally:
        drops.cancel()


async def slow_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """A body that comes by drops: the server says so."""
    head = post(b" " * 1_000).partition(b"\r\n\r\n")[0]
    writer.write(head + b"\r\n\r\n")
    drops = asyncio.create_task(by_drops(writer, b" " * 1_000))
    try:
        return (await answer(reader))[0] == 408
    finally:
        drops.cancel()


async def silent(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> bool:
    """Nothing at all: the server hangs up."""
    return await reader.read() == b""


async def idle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """One request, then nothing: the server answers and hangs up."""
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    status, _ = await answer(reader)
    return status == 200 and await reader.read() == b""


async def slow_reader(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """A page taken by drops: it arrives whole."""
    writer.write(get("/api/worksheet?count=100&seed=1"))
    await asyncio.sleep(5)
    found = b""
    while part := await reader.read(4_096):
        found += part
        await asyncio.sleep(0.2)
    return found.startswith(b"HTTP/1.1 200") and found.rstrip().endswith(b"</html>")


SLOW: tuple[Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bool]], ...] = (
    slow_head, slow_body, silent, idle, slow_reader,
)  # fmt: skip


async def keep_slow(port: int, kind: Any, tally: Tally, until: float) -> None:
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        crowded = tally.overloaded
        try:
            async with asyncio.timeout(PATIENCE), connected(port) as streams:
                ended = await kind(*streams)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            ended = False
        if ended:
            tally.outcomes[f"slow, {kind.__name__} ended"] += 1
        elif crowded or tally.overloaded:
            tally.outcomes["slow, refused as busy"] += 1
        else:
            tally.outcomes[f"slow, WRONG: {kind.__name__}"] += 1
        await asyncio.sleep(0.1)


# --- the steady load and the overload -------------------------------------------------------------


async def ask(streams: Streams, case: Case, tally: Tally, who: str) -> tuple[int, float]:
    """Sends one request and judges what comes back; status, and seconds to stay away for."""
    request, expected = case
    streams[1].write(request)
    async with asyncio.timeout(PATIENCE):
        status, headers, body = await whole_answer(streams[0])
    if status == 200:
        tally.outcomes[f"{who}, right" if is_right(body, expected) else f"{who}, WRONG"] += 1
    elif status == 503 and tally.overloaded:
        tally.outcomes[f"{who}, refused as busy"] += 1
    elif status == 504 and tally.overloaded:
        tally.outcomes[f"{who}, told that it took too long"] += 1
    else:
        tally.outcomes[f"{who}, WRONG: status {status}"] += 1
    return status, float(headers.get(b"retry-after", b"0"))


async def steady(port: int, due: asyncio.Queue[Any], tally: Tally) -> None:
    loop = asyncio.get_running_loop()
    item = await due.get()
    while item is not None:
        with suppress(OSError):
            async with connected(port) as streams:
                while item is not None:
                    time, case = item
                    if tally.overloaded and loop.time() - time > GIVE_UP:
                        tally.outcomes["steady, not asked in a crowd"] += 1
                        item = await due.get()
                        continue
                    try:
                        if isinstance(case, str):
                            await bad(port, case, tally)
                        elif (await ask(streams, case, tally, "steady"))[0] == 200:
                            tally.took("overload" if tally.overloaded else "steady",
                                       loop.time() - time)  # fmt: skip
                    except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
                        # A connection that was idle too long is closed as the request is sent.
                        kind = type(error).__name__
                        again = not isinstance(error, TimeoutError) and not isinstance(case, str)
                        crowded = tally.overloaded and not isinstance(error, TimeoutError)
                        lost = "bad, hung up on in a crowd" if crowded else f"LOST: {kind}"
                        tally.outcomes["steady, sent again" if again else lost] += 1
                        if not again:
                            item = await due.get()
                        break
                    item = await due.get()


async def one_of_a_crowd(port: int, all_cases: list[Case], tally: Tally, until: float) -> None:
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        try:
            async with connected(port) as streams:
                while loop.time() < until:
                    start = loop.time()
                    status, later = await ask(streams, random.choice(all_cases), tally, "crowd")
                    what = {200: "served", 503: "refused"}.get(status, "given up")
                    tally.took(what, loop.time() - start)
                    await asyncio.sleep(later)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            tally.outcomes["crowd, hung up on"] += 1
            await asyncio.sleep(1)


async def overloads(port: int, all_cases: list[Case], tally: Tally, minutes: float) -> None:
    """Three of them, or one where there is little time."""
    shares = (0.25, 0.5, 0.75) if minutes >= 10 else (0.4,)
    start = asyncio.get_running_loop().time()
    for share in shares:
        wait = start + share * 60 * minutes - asyncio.get_running_loop().time()
        await asyncio.sleep(max(wait, 0))
        await overload(port, all_cases, tally)


async def overload(port: int, all_cases: list[Case], tally: Tally) -> None:
    loop = asyncio.get_running_loop()
    before = sorted(tally.latency.get("steady", [0.0])[-500:])
    usual = max(0.25, 3 * before[len(before) // 2])  # as quick as before, on a busy machine too
    tally.overloaded = True
    until = loop.time() + OVERLOAD
    await asyncio.gather(*(one_of_a_crowd(port, all_cases, tally, until) for _ in range(CROWD)))
    over = loop.time()
    while True:
        start = loop.time()
        async with connected(port) as streams:
            status, _ = await ask(streams, random.choice(all_cases), tally, "after the crowd")
        if status == 200 and loop.time() - start < usual:
            break
    tally.recovery.append(loop.time() - over)
    await asyncio.sleep(SETTLING)
    tally.overloaded = False


async def capacity(port: int, all_cases: list[Case], seconds: float) -> float:
    tally = Tally()
    until = asyncio.get_running_loop().time() + seconds
    await asyncio.gather(
        *(one_of_a_crowd(port, all_cases, tally, until) for _ in range(CONNECTIONS))
    )
    return tally.outcomes["crowd, right"] / seconds


async def watch_memory(pid: int, tally: Tally, until: float) -> None:
    loop = asyncio.get_running_loop()
    start = loop.time()
    while loop.time() < until:
        tally.memory.append((loop.time() - start, sum(map(resident, family(pid)))))
        await asyncio.sleep(EVERY)


async def soak(port: int, pid: int, minutes: float, rate: float | None) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    chance = random.Random(18)
    all_cases = cases(port)
    tally = Tally()
    most = await capacity(port, all_cases, 20)
    rate = rate or most / 2
    print(f"holds {most:.0f} requests a second; {rate:.0f} are sent", file=sys.stderr, flush=True)
    start = loop.time()
    until = start + 60 * minutes
    due: asyncio.Queue[Any] = asyncio.Queue()
    workers = [asyncio.create_task(steady(port, due, tally)) for _ in range(CONNECTIONS)]
    others = [asyncio.create_task(keep_slow(port, kind, tally, until))
              for kind in SLOW for _ in range(SLOW_OF_EACH)]  # fmt: skip
    others.append(asyncio.create_task(watch_memory(pid, tally, until)))
    others.append(asyncio.create_task(overloads(port, all_cases, tally, minutes)))
    sent = 0
    while (now := loop.time()) < until:
        while start + sent / rate <= now:
            is_bad = chance.random() < 0.1
            case = chance.choice([*BAD]) if is_bad else all_cases[sent % len(all_cases)]
            due.put_nowait((start + sent / rate, case))
            sent += 1
        await asyncio.sleep(max(start + sent / rate - loop.time(), 0))
    for _ in workers:
        due.put_nowait(None)
    await asyncio.gather(*workers, *others)
    return told(tally, most, rate, loop.time() - start)


def told(tally: Tally, most: float, rate: float, seconds: float) -> dict[str, Any]:
    """The figures of a run."""
    settled = [mb for time, mb in tally.memory if time >= seconds / 4]
    half = len(settled) // 2
    return {
        "minutes": round(seconds / 60, 1),
        "capacity_per_second": round(most, 1),
        "sent_per_second": round(rate, 1),
        "outcomes": dict(sorted(tally.outcomes.items())),
        "wrong": sum(n for name, n in tally.outcomes.items() if "WRONG" in name),
        "lost": sum(n for name, n in tally.outcomes.items() if name.startswith("LOST")),
        "latency_ms": {name: quantiles(found) for name, found in sorted(tally.latency.items())},
        "recovery_seconds": [round(one, 2) for one in tally.recovery],
        "memory_mb": {
            "start": round(tally.memory[0][1], 1),
            "second_quarter": round(mean(settled[:half]), 1),
            "last": round(mean(settled[half:]), 1),
            "most": round(max(mb for _, mb in tally.memory), 1),
        },
    }


def mean(values: list[float]) -> float:
    return sum(values) / max(len(values), 1)


def quantiles(seconds: list[float]) -> dict[str, float]:
    seconds = sorted(seconds)
    return {
        name: round(1e3 * seconds[int(share * (len(seconds) - 1))], 1)
        for name, share in (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("max", 1.0))
    }


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=1, help="of the server (1)")
    parser.add_argument("--rate", type=float, help="requests a second (half of the capacity)")
    parser.add_argument("--json", type=Path, help="also write the figures to a file")
    arguments = parser.parse_args(argv)
    try:
        with serving(arguments.workers) as (port, pid):
            figures = asyncio.run(soak(port, pid, arguments.minutes, arguments.rate))
    except QuantityTaggerError as error:
        print(error, file=sys.stderr)
        return 2
    text = json.dumps(figures, indent=2, ensure_ascii=False)
    print(text)
    if arguments.json:
        arguments.json.write_text(text + "\n", "utf-8")
    memory = figures["memory_mb"]
    grows = memory["last"] > 1.1 * memory["second_quarter"] + 5
    return 1 if figures["wrong"] or figures["lost"] or grows else 0


if __name__ == "__main__":
    raise SystemExit(main())
