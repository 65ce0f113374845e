"""Files appear whole or not at all, and what a kill leaves of one does not stay."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.support.files import atomic_write, check_target

KILLED = """
import os, signal, sys
from pathlib import Path
from quantity_tagger.support.files import atomic_write
with atomic_write(Path(sys.argv[1])) as file:
    file.write(b"half of it, and longer than what comes after")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def written(path: Path, content: bytes) -> None:
    with atomic_write(path) as file:
        file.write(content)


def test_what_a_killed_writer_leaves_is_gone_after_the_next(tmp_path: Path) -> None:
    target = tmp_path / "a.model"
    written(target, b"old")
    for _ in range(3):
        killed = subprocess.run([sys.executable, "-c", KILLED, target], check=False)
        assert killed.returncode == -signal.SIGKILL
    assert target.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 2
    written(target, b"new")
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "a.model"
    written(target, b"old")
    with pytest.raises(TypeError), atomic_write(target) as file:
        file.writelines([b"half", "text"])  # type: ignore[list-item]
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_writers_take_turns(tmp_path: Path) -> None:
    target = tmp_path / "a.model"
    contents = [bytes([number]) * 200_000 for number in range(8)]
    threads = [Thread(target=written, args=(target, content)) for content in contents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert target.read_bytes() in contents
    assert list(tmp_path.iterdir()) == [target]


def test_who_may_read_it_is_as_the_user_has_it(tmp_path: Path) -> None:
    target = tmp_path / "a.model"
    before = os.umask(0o027)
    try:
        written(target, b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_link_in_its_way_is_not_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"precious")
    (tmp_path / ".a.model.part").symlink_to(precious)
    with pytest.raises(OSError), atomic_write(tmp_path / "a.model"):  # noqa: PT011
        pass
    assert precious.read_bytes() == b"precious"


class TestTarget:
    def test_one_that_can_be_written_leaves_no_trace(self, tmp_path: Path) -> None:
        check_target(tmp_path / "a.model")
        assert list(tmp_path.iterdir()) == []

    def test_one_that_is_there_stays_as_it_is(self, tmp_path: Path) -> None:
        (tmp_path / "a.model").write_bytes(b"old")
        check_target(tmp_path / "a.model")
        assert (tmp_path / "a.model").read_bytes() == b"old"

    def test_a_folder_that_takes_no_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(*_: object) -> int:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(os, "open", refused)
        with pytest.raises(QuantityTaggerError, match=r"cannot be written \(Permission denied\)"):
            check_target(tmp_path / "a.model")

    def test_what_is_no_file(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(QuantityTaggerError, match="is no file"):
            check_target(tmp_path / "pipe")
        with pytest.raises(QuantityTaggerError, match="is a folder"):
            check_target(tmp_path)
        with pytest.raises(QuantityTaggerError, match="is no folder"):
            check_target(tmp_path / "no" / "a.model")
