"""The HTTP API against its own description: ``python -m benchmarks.api [--examples N]``.

Starts a server on loopback and has schemathesis, with all its checks, send what the OpenAPI
document allows and what it forbids. Needs the extra ``fuzz``; the exit status is schemathesis's.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from benchmarks.load import serving

CONFIG = Path(__file__).with_name("api.toml")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.api", description=__doc__)
    parser.add_argument("--examples", type=int, default=200, help="of each operation (200)")
    arguments = parser.parse_args(argv)
    command = Path(sys.executable).with_name("schemathesis")
    with serving(1) as (port, _):
        return subprocess.run(
            [command, "--config-file", CONFIG, "run", f"http://127.0.0.1:{port}/openapi.json",
             "--max-examples", str(arguments.examples), "--seed", "18", "--request-timeout", "30"],
            check=False,
        ).returncode  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
