"""The server under load, on loopback: ``python -m benchmarks.load`` (needs ``wrk`` and Linux).

1. Capacity: wrk keeps 64 connections busy for 60 s.
2. Half of it: requests are sent by the clock at half of the measured rate, over 64 connections, for
   60 s. wrk has no such clock, and a client that waits for an answer before it asks again would
   leave out just the requests that would have waited (coordinated omission). So the client here is
   an open loop in a process of its own: every request has its time, and its latency counts from
   that time, not from when a connection was free for it.
3. One connection that is kept: a client that asks again as soon as it is answered, as a page or a
   script does.

Each request is one problem of our own generator, English and Chinese by turns. Memory is that of
the server and its workers.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any, NamedTuple
from urllib.request import urlopen

from quantity_tagger.generation import generate

PROBLEMS = 2_000  # of each language
SETTLED = 10.0  # seconds after which memory is compared with that at the end
ANNOUNCED = re.compile(r"http://127\.0\.0\.1:(\d+)/")

LUA = """
local bodies = {%s}
local next = 0
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
request = function()
  next = next %% #bodies + 1
  return wrk.format(nil, "/api/solve", nil, bodies[next])
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests": %%d, "seconds": %%f, "errors": %%d, ' ..
    '"p50_ms": %%f, "p99_ms": %%f}\\n', summary.requests, summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
"""


class Load(NamedTuple):
    """What a run of load gave: requests, those that failed, rate, latencies in ms."""

    requests: int
    errors: int
    per_second: float
    p50_ms: float
    p99_ms: float


def main() -> None:
    """Runs all parts and prints what was measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", type=Path, help="also write the figures to a file")
    parser.add_argument(
        "--client", help=argparse.SUPPRESS
    )  # PORT:RATE, the open loop's own process
    arguments = parser.parse_args()
    if arguments.client:
        port, rate = arguments.client.split(":")
        found = asyncio.run(
            open_loop(int(port), float(rate), arguments.seconds, arguments.connections)
        )
        print(json.dumps(found._asdict()))
        return
    figures = measure(arguments.seconds, arguments.connections, arguments.workers)
    print(json.dumps(figures, indent=2))
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")


def measure(seconds: int, connections: int, workers: int) -> dict[str, Any]:
    with serving(workers) as (port, pid):
        before = processor_seconds(pid)
        with memory(pid) as full_memory:
            full = at_full_speed(port, seconds, connections)
        spent = [end - start for start, end in zip(before, processor_seconds(pid), strict=True)]
        rate = full.per_second / 2
        with memory(pid) as half_memory:
            half = at_rate(port, rate, seconds, connections)
        one = asyncio.run(one_by_one(port, seconds))
    return {
        "seconds": seconds,
        "connections": connections,
        "workers": workers,
        "full": {
            **full._asdict(),
            "memory_mb": told(full_memory),
            # What a request costs, whatever else the machine does.
            "server_cpu_ms": 1e3 * spent[0] / full.requests,
            "workers_cpu_ms": 1e3 * sum(spent[1:]) / full.requests,
        },
        "half": {**half._asdict(), "memory_mb": told(half_memory)},
        "one_connection": one._asdict(),
    }


@contextmanager
def serving(workers: int) -> Iterator[tuple[int, int]]:
    """A server of our own: its port and process."""
    command = [sys.executable, "-m", "quantity_tagger", "serve", "--port", "0", "--quiet"]
    with subprocess.Popen(
        [*command, "--workers", str(workers)], stderr=subprocess.PIPE, text=True
    ) as server:
        if server.stderr is None:
            raise RuntimeError("the server has no stderr")
        line = server.stderr.readline()
        found = ANNOUNCED.search(line)
        if found is None:
            raise RuntimeError(f"the server did not start: {line}")
        port = int(found.group(1))
        try:
            wait_until_ready(port)
            yield port, server.pid
        finally:
            server.terminate()


def wait_until_ready(port: int) -> None:
    until = monotonic() + 60
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                return
        except OSError:
            if monotonic() > until:
                raise
            Event().wait(0.2)


# --- load ----------------------------------------------------------------------------------------


def bodies() -> list[bytes]:
    pairs = zip(generate("en", PROBLEMS, seed=1), generate("zh", PROBLEMS, seed=1), strict=True)
    return [json.dumps({"text": one.text}).encode() for pair in pairs for one in pair]


def at_full_speed(port: int, seconds: int, connections: int) -> Load:
    texts = ",".join(f"[==[{body.decode()}]==]" for body in bodies())
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "load.lua")
        script.write_text(LUA % texts, "utf-8")
        output = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s",
             "-s", str(script), f"http://127.0.0.1:{port}"],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
    found = json.loads(output[output.rindex("{") :])
    return Load(
        found["requests"],
        found["errors"],
        found["requests"] / found["seconds"],
        found["p50_ms"],
        found["p99_ms"],
    )


def at_rate(port: int, rate: float, seconds: int, connections: int) -> Load:
    output = subprocess.run(
        [sys.executable, "-m", "benchmarks.load", "--client", f"{port}:{rate}",
         "--seconds", str(seconds), "--connections", str(connections)],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    return Load(**json.loads(output))


async def open_loop(port: int, rate: float, seconds: int, connections: int) -> Load:
    """Sends request n at n / rate seconds, whatever has become of those before it."""
    loop = asyncio.get_running_loop()
    due: asyncio.Queue[tuple[float, bytes] | None] = asyncio.Queue()
    latencies: list[float] = []
    errors = 0

    async def connection() -> None:
        nonlocal errors
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while (item := await due.get()) is not None:
            time, request = item
            try:
                writer.write(request)
                status = await answered(reader)
                errors += status != 200
            except (OSError, asyncio.IncompleteReadError):
                errors += 1
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            latencies.append(loop.time() - time)
        writer.close()
        await writer.wait_closed()

    requests = [request_of(port, body) for body in bodies()]
    tasks = [asyncio.create_task(connection()) for _ in range(connections)]
    await asyncio.sleep(0.5)
    start = loop.time()
    total = int(rate * seconds)
    sent = 0
    while sent < total:
        now = loop.time()
        while sent < total and start + sent / rate <= now:
            due.put_nowait((start + sent / rate, requests[sent % len(requests)]))
            sent += 1
        await asyncio.sleep(max(start + sent / rate - loop.time(), 0))
    for _ in tasks:
        due.put_nowait(None)
    await asyncio.gather(*tasks)
    return load_of(latencies, errors, loop.time() - start)


async def one_by_one(port: int, seconds: int) -> Load:
    """Asks over one connection, each time as soon as the answer before is read."""
    loop = asyncio.get_running_loop()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    requests = cycle([request_of(port, body) for body in bodies()])
    latencies: list[float] = []
    errors = 0
    start = loop.time()
    while (sent := loop.time()) < start + seconds:
        writer.write(next(requests))
        errors += await answered(reader) != 200
        latencies.append(loop.time() - sent)
    writer.close()
    await writer.wait_closed()
    return load_of(latencies, errors, loop.time() - start)


def load_of(latencies: list[float], errors: int, took: float) -> Load:
    latencies.sort()
    p50, p99 = (latencies[int(share * (len(latencies) - 1))] * 1e3 for share in (0.5, 0.99))
    return Load(len(latencies), errors, len(latencies) / took, p50, p99)


def request_of(port: int, body: bytes) -> bytes:
    return (
        f"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body


async def answered(reader: asyncio.StreamReader) -> int:
    """The status of the next answer, which is read to its end."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    await reader.readexactly(int(length.group(1)) if length else 0)
    return int(head.split(b" ", 2)[1])


# --- memory --------------------------------------------------------------------------------------


@contextmanager
def memory(pid: int) -> Iterator[list[tuple[float, float]]]:
    """Fills a list with (seconds, MB of the server and its workers) until it is left."""
    seen: list[tuple[float, float]] = []
    stop = Event()
    start = monotonic()

    def look() -> None:
        while True:
            seen.append((monotonic() - start, sum(map(resident, family(pid)))))
            if stop.wait(1):
                return

    thread = Thread(target=look)
    thread.start()
    try:
        yield seen
    finally:
        stop.set()
        thread.join()


def family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def processor_seconds(pid: int) -> list[float]:
    """Processor time of the server and of each worker so far."""
    found = []
    for one in family(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        user, system = int(fields[11]), int(fields[12])
        found.append((user + system) / os.sysconf("SC_CLK_TCK"))
    return found


def resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found.group(1)) / 1000 if found else 0.0


def told(seen: list[tuple[float, float]]) -> dict[str, float]:
    settled = next((mb for time, mb in seen if time >= SETTLED), seen[0][1])
    return {
        "start": round(seen[0][1], 1),
        "settled": round(settled, 1),
        "end": round(seen[-1][1], 1),
    }


if __name__ == "__main__":
    main()
