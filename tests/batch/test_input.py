"""Inputs that are packed, cut off, damaged or wrong throughout; and how a run ends then."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import zlib
from base64 import b85decode
from pathlib import Path
from typing import Any

import pytest

from quantity_tagger import batch as stream
from quantity_tagger import cli
from quantity_tagger.batch import Job, State
from quantity_tagger.batch.formats import jsonl as json_lines
from quantity_tagger.batch.journal import journal_of, part_of
from quantity_tagger.cli import cores
from quantity_tagger.errors import DataError, QuantityTaggerError
from quantity_tagger.model import bundled as models
from quantity_tagger.support import processes

ENGLISH = "Ann had 9 pens and lost 4. How many pens has she left?"
CHINESE = "小红有9支铅笔,送给小明4支,还剩多少支铅笔?"

# A Parquet file of two rows, a page of which says that it is of 1,472,025,845 bytes; packed.
CLAIMS_GIGABYTES = (
    "c-qxeF>ljQ5PmjJno1dxif3%e!ws!fq$EvJB|=qD^&BNiMGGZqMb+&oah-"
    "q@2RkLue*;qnkPttC8L`0FUl1WNFtTvZj?<w<z{m~v?%j93@9y5ohpb(q3I)2pj|W*JBvX?}C>L^c5=!VARda}EX"
    "p$xkEfphLY7t9RvU!6yn?<z>0#GFBmW(Mr%JjV)bG?>kO~m$k9QwQmr3#GQ^I-sd)Prq!%Ke}KoxTlxVnY=Y#(Du"
    "--V}y>^eUU1`8K%r*<`naDUQ4$rU;<4RR-"
    "@2%7sc1dY<cIiX4<dx`Ve1djz)QtU9+jjQPNq@+X1UeHQFMe~}ahBjB#P8+JVZGXFXMKL3FoSIK7Q4-CS+q=-"
    "6*SVZt|Xtd^Eb{=9^y~nZf0IrW&uT_Ya47z=L$f-i8vLS2ophsvL4P|1#oNSPNL%f@!8+y(p27Xf^$&4<-"
    "sH`gLCrSM(nJqK*Z||*(Jt0&UTa&?~b~mY;L_tuHq!%P%2_em8Lj9aD-zw&%^dF4*T6gLPS&ti3XDg~=rqnkpL^r"
    "fFYquXg*@@mj`zCD(sX7ehF^l8@V^d~1tjU<e>LJ7|i?IV?)EV0g9akrdOslcHKRm*u_t0oGBj;4;23v}tvWllC{"
    "bGE#7C5S7!HfJYQAZ3$(x~5@Pn2ejPow${!tbY1eW4tO`aaR{P5kHQ_9WjOkMrF3ailM7KNxr;C|3)`LP^iz`iTv"
    "Ehii0*f1zJx^bI%"
)
MEASURED = """
import resource, sys
from quantity_tagger import cli
status = cli.main(["batch", *sys.argv[1:]])
print(status, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def as_jsonl(rows: list[Any]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str]:
    status = cli.main(["batch", *map(str, argv)])
    return status, capsys.readouterr().err


class TestPacked:
    @pytest.mark.parametrize("argv", [(), ("--format", "jsonl")])
    def test_it_is_unpacked(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, argv: tuple[str, ...]
    ) -> None:
        source, plain = tmp_path / "in.jsonl.gz", tmp_path / "in.jsonl"
        content = as_jsonl([{"text": ENGLISH}, {"text": CHINESE}] * 3)
        source.write_bytes(gzip.compress(content))
        plain.write_bytes(content)
        assert run(capsys, source, tmp_path / "out.jsonl", *argv)[0] == 0
        assert run(capsys, plain, tmp_path / "same.jsonl")[0] == 0
        assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "same.jsonl").read_bytes()

    def test_csv_too(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        source, target = tmp_path / "in.csv.gz", tmp_path / "out.csv"
        source.write_bytes(gzip.compress(f'id,text\n1,"{ENGLISH}"\n'.encode()))
        assert run(capsys, source, target)[0] == 0
        assert (
            target.read_text()
            .splitlines()[1]
            .startswith(f'1,"{ENGLISH}"' if "," in ENGLISH else f"1,{ENGLISH},5,")
        )

    @pytest.mark.parametrize("cut", [False, True])
    def test_one_that_is_damaged_is_refused(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, cut: bool
    ) -> None:
        packed = gzip.compress(as_jsonl([{"text": ENGLISH, "id": n} for n in range(50)]))
        source, target = tmp_path / "in.jsonl.gz", tmp_path / "out.jsonl"
        source.write_bytes(packed[:-20] if cut else as_jsonl([{"text": ENGLISH}]))
        status, err = run(capsys, source, target)
        assert status == 2
        assert "is no gzip file, or cut off or damaged" in err
        assert not target.exists()

    def test_an_output_is_not_packed(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        (tmp_path / "in.jsonl").write_bytes(as_jsonl([{"text": ENGLISH}]))
        status, err = run(capsys, tmp_path / "in.jsonl", tmp_path / "out.jsonl.gz")
        assert status == 2
        assert "name it without .gz" in err


class TestChanged:
    @pytest.mark.parametrize("target", ["out.jsonl", "-"])
    def test_an_input_that_is_cut_off_meanwhile(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
    ) -> None:
        monkeypatch.setattr(json_lines, "CHUNK_ROWS", 20)
        source = tmp_path / "in.jsonl"
        source.write_bytes(as_jsonl([{"text": ENGLISH, "note": "x" * 200} for _ in range(300)]))
        named = str(tmp_path / target) if target != "-" else target

        def cut(_: State) -> None:
            os.truncate(source, 30_000)

        with pytest.raises(DataError, match="was changed or cut off while it was read"):
            stream.solve_file(Job(str(source), named, "jsonl"), watch=cut)
        out = tmp_path / "out.jsonl"
        assert not any(path.exists() for path in (out, part_of(out), journal_of(out)))


class TestStatus:
    def test_rows_that_are_all_wrong(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_bytes(b"no JSON\n" * 3)
        status, err = run(capsys, source, target)
        assert status == 1
        assert "3 with an error" in err
        assert target.read_bytes().count(b"\n") == 3

    def test_some_wrong_rows_and_none_at_all_are_no_failure(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        source = tmp_path / "in.jsonl"
        for content in (b"", b"no JSON\n" + as_jsonl([{"text": ENGLISH}])):
            source.write_bytes(content)
            assert run(capsys, source, tmp_path / "out.jsonl")[0] == 0


class TestDamagedParquet:
    def test_a_page_in_the_middle(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        pa = pytest.importorskip("pyarrow")
        from pyarrow.parquet import write_table

        source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
        texts = [f"Ann had {n} pens and lost 4. How many pens has she left?" for n in range(9, 900)]
        write_table(pa.table({"text": texts}), source, row_group_size=300)
        content = bytearray(source.read_bytes())
        content[len(content) // 2 : len(content) // 2 + 400] = b"\xff" * 400
        source.write_bytes(content)
        status, err = run(capsys, source, target)
        assert status == 2
        assert err.splitlines()[-1].startswith(
            f"quantity-tagger: {source} cannot be read as Parquet ("
        )
        assert not target.exists()

    def test_a_page_that_claims_gigabytes(self, tmp_path: Path) -> None:
        """Memory is taken for what is there, not for what a damaged page says will come."""
        pytest.importorskip("pyarrow")
        pytest.importorskip("resource")
        source = tmp_path / "in.parquet"
        source.write_bytes(zlib.decompress(b85decode(CLAIMS_GIGABYTES)))
        process = subprocess.run(
            [sys.executable, "-c", MEASURED, source, tmp_path / "out.parquet"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        status, most = map(int, process.stdout.split())
        assert status == 2
        assert "cannot be read as Parquet" in process.stderr
        unit = 1 if sys.platform == "darwin" else 1024
        assert most * unit < 1 << 30


class TestWorkers:
    def test_more_than_there_are_cores(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(processes, "cores", lambda: 1)
        (tmp_path / "in.jsonl").write_bytes(as_jsonl([{"text": ENGLISH}]))
        status, err = run(capsys, tmp_path / "in.jsonl", tmp_path / "o.jsonl", "--workers", "100")
        assert status == 0
        assert err.splitlines()[0] == "--workers 100 is more than the 1 cores here: 1 it is."

    def test_as_many_as_are_wanted(self) -> None:
        assert cores.limited("--jobs", -1) == -1
        assert cores.limited("--jobs", 1) == 1


class TestModels:
    @pytest.mark.parametrize(
        ("name", "told"),
        [
            ("en", ("en", None)),
            ("qt-s", (None, "qt-s")),
            ("zh-qt-fix", ("zh", "qt-fix")),
            ("en-crf", None),
            ("fr", None),
            ("./en", None),
        ],
    )
    def test_names(self, name: str, told: object) -> None:
        assert models.named(name) == told

    @pytest.mark.parametrize("name", ["en", "qt-s", "zh-qt", "qt-g"])
    def test_a_bundled_one_is_known_by_name(self, tmp_path: Path, name: str) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_bytes(as_jsonl([{"text": ENGLISH}, {"text": CHINESE}]))
        stream.solve_file(Job(str(source), str(target), "jsonl", model=name, full=True))
        rows = [json.loads(line) for line in target.read_bytes().splitlines()]
        language, variant = models.named(name) or (None, None)
        told = [
            " ".join(filter(None, ("bundled", language or own, variant))) for own in ("en", "zh")
        ]
        assert [row["solution"]["model"] for row in rows] == told

    def test_one_that_is_not_there(self, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").write_bytes(as_jsonl([{"text": ENGLISH}]))
        job = Job(str(tmp_path / "in.jsonl"), str(tmp_path / "o.jsonl"), "jsonl", model="fr")
        with pytest.raises(QuantityTaggerError, match="fr cannot be read"):
            stream.solve_file(job)
