"""A model file is data: it comes back as it was, and what is no model file is refused."""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from problems import ALL, ENGLISH, texts
from quantity_tagger import QuantityTagger
from quantity_tagger.errors import ModelFileError
from quantity_tagger.model import file as model_file
from quantity_tagger.model.file import load_model, save_model
from quantity_tagger.model.model import Model
from quantity_tagger.reading import read

VARIANTS = ("qt", "qt-s", "qt-r", "qt-fix")


@pytest.fixture(scope="module")
def tagger() -> QuantityTagger:
    return QuantityTagger(window=2, max_iterations=15).fit(ALL)


@pytest.fixture
def path(tagger: QuantityTagger, tmp_path: Path) -> Path:
    found = tmp_path / "a.model"
    tagger.save(found)
    return found


def parts(content: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the weights of a model file."""
    packed = content.split(b"\n", 2)[2]
    text, _, data = zlib.decompress(packed).partition(b"\n")
    return json.loads(text), data


def sealed(packed: bytes) -> bytes:
    """A model file of the current version around ``packed``, its checksum right."""
    digest = hashlib.sha256(packed).hexdigest()
    return b"quantity-tagger model %d\nsha256 %s\n" % (model_file.VERSION, digest.encode()) + packed


def forged(header: object, data: bytes) -> bytes:
    return sealed(zlib.compress(json.dumps(header).encode() + b"\n" + data))


def refusal(path: Path, content: bytes) -> str:
    """The sentence with which this content is refused."""
    path.write_bytes(content)
    with pytest.raises(ModelFileError) as caught:
        load_model(path)
    sentence = str(caught.value)
    assert sentence.startswith(str(path))
    assert "\n" not in sentence
    assert len(sentence) < 400
    return sentence


class TestRoundTrip:
    @pytest.mark.parametrize("variant", VARIANTS)
    @pytest.mark.parametrize("window", [1, "N"])
    def test_predictions_are_the_same(
        self, variant: str, window: int | str, tmp_path: Path
    ) -> None:
        tagger = QuantityTagger(variant, window, features="none", max_iterations=3).fit(ENGLISH)
        tagger.save(tmp_path / "a.model")
        loaded = QuantityTagger.load(tmp_path / "a.model")
        problems = [read(text) for text in texts()]
        assert loaded.predict_signs(problems) == tagger.predict_signs(problems)
        for ours, theirs in zip(
            loaded.predict_marginals(problems), tagger.predict_marginals(problems), strict=True
        ):
            np.testing.assert_array_equal(ours, theirs)

    def test_the_model_is_the_same(self, tagger: QuantityTagger, path: Path) -> None:
        model = load_model(path)
        assert isinstance(model, Model)
        assert model.settings == tagger.model_.settings
        assert list(model.encoder.tokens.items()) == list(tagger.model_.encoder.tokens.items())
        assert list(model.weights()) == list(tagger.model_.weights())

    def test_weights_can_be_read(self, path: Path) -> None:
        found = {(name, label): value for name, label, value in load_model(path).weights()}
        assert found["world:first=+", "N+"] > found["world:first=+", "N-"]
        assert {label for _, label in found} >= {"N+", "N0", "N-", "L+", "R-"}
        assert ("w-1=had", "N+") in found

    def test_a_loaded_tagger_says_what_it_is(self, path: Path) -> None:
        loaded = QuantityTagger.load(path)
        assert (loaded.variant, loaded.window, loaded.features) == ("qt", 2, "full")
        assert loaded.score(ALL) > 0.8

    def test_saving_twice_gives_the_same_bytes(self, path: Path, tmp_path: Path) -> None:
        save_model(load_model(path), tmp_path / "b.model")
        assert (tmp_path / "b.model").read_bytes() == path.read_bytes()

    def test_the_same_seed_and_data_give_the_same_bytes(
        self, tagger: QuantityTagger, path: Path, tmp_path: Path
    ) -> None:
        QuantityTagger(window=2, max_iterations=15).fit(ALL).save(tmp_path / "again.model")
        assert (tmp_path / "again.model").read_bytes() == path.read_bytes()
        QuantityTagger(window=2, max_iterations=15, seed=1).fit(ALL).save(tmp_path / "other.model")
        assert (tmp_path / "other.model").read_bytes() != path.read_bytes()


class TestRefusals:
    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(ModelFileError, match=r"nowhere.model cannot be read \(No such file"):
            load_model(tmp_path / "nowhere.model")

    def test_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(ModelFileError, match=r"cannot be read"):
            load_model(tmp_path)

    @pytest.mark.parametrize(
        "content",
        [b"", b"\n", b"\x80\x04\x95", b"PK\x03\x04", b"{}\n", b"quantity-tagger data 1\n"],
    )
    def test_a_foreign_file(self, path: Path, content: bytes) -> None:
        assert "is not a model file" in refusal(path, content)

    @pytest.mark.parametrize("version", [b"0", b"2", b"99", b"", b"\xff", b"1 "])
    def test_another_version(self, path: Path, version: bytes) -> None:
        content = path.read_bytes().replace(b"model 1\n", b"model " + version + b"\n", 1)
        assert "this package reads version 1" in refusal(path, content)

    def test_a_cut_file(self, path: Path) -> None:
        content = path.read_bytes()
        for length in (len(content) - 1, len(content) // 2, 60, 30):
            assert "cut or was changed" in refusal(path, content[:length])

    def test_a_file_with_more_at_its_end(self, path: Path) -> None:
        assert "cut or was changed" in refusal(path, path.read_bytes() + b"\0")

    @pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
    def test_a_changed_byte(self, path: Path, share: float) -> None:
        content = bytearray(path.read_bytes())
        content[int(share * len(content))] ^= 1
        assert "cut or was changed" in refusal(path, bytes(content))

    @pytest.mark.parametrize(
        ("packed", "reason"),
        [
            (b"not packed", "incorrect header check"),
            (zlib.compress(b""), "Expecting value"),
            (zlib.compress(b"{"), "Expecting"),
            (zlib.compress(b"{\xff}\n"), "codec"),
            (zlib.compress(b"[" * 100_000), "recursion"),
            (zlib.compress(b"{}\n"), "it lacks 'settings'"),
            (zlib.compress(b"[]\n"), "indices"),
            (zlib.compress(b"null\n"), "subscriptable"),
        ],
    )
    def test_a_right_checksum_around_nonsense(self, path: Path, packed: bytes, reason: str) -> None:
        sentence = refusal(path, sealed(packed))
        assert "is not a sound model file" in sentence
        assert reason in sentence

    def test_data_that_end_too_soon_or_too_late(self, path: Path) -> None:
        packed = path.read_bytes().split(b"\n", 2)[2]
        for changed in (packed[:-3], packed[: len(packed) - 100], packed + b"more"):
            assert "end too soon or too late" in refusal(path, sealed(changed))

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            (lambda head: head.pop("shapes"), "it lacks 'shapes'"),
            (lambda head: head["settings"].pop("variant"), "it lacks 'variant'"),
            (lambda head: head["settings"].update(variant="qt-x"), "'qt-x'"),
            (lambda head: head["settings"].update(variant=["qt"]), "does not know"),
            (lambda head: head["settings"].update(variant="qt-s"), "do not fit"),
            (lambda head: head["settings"].update(window=0), "window J"),
            (lambda head: head["settings"].update(window="wide"), "window J"),
            (lambda head: head["settings"].update(templates=["eval"]), "'eval'"),
            (lambda head: head["settings"].update(templates=3), "not iterable"),
            (lambda head: head.update(settings=[]), "indices"),
            (lambda head: head["shapes"].reverse(), "do not fit"),
            (lambda head: head["tokens"].pop(), "do not fit"),
            (lambda head: head["tokens"].append("w+0=new"), "do not fit"),
            (lambda head: head.update(tokens=7), "attributes"),
            (lambda head: head["tokens"].remove("bias"), "attributes"),
            (lambda head: head["quantities"].__setitem__(-1, "bias"), "attributes"),
            (lambda head: head["quantities"].__setitem__(-1, 7), "attributes"),
            (lambda head: head["quantities"].__setitem__(-1, []), "attributes"),
        ],
    )
    def test_a_header_that_is_not_one(
        self, path: Path, change: Callable[[dict[str, Any]], object], reason: str
    ) -> None:
        header, data = parts(path.read_bytes())
        change(header)
        sentence = refusal(path, forged(header, data))
        assert "is not a sound model file" in sentence
        assert reason in sentence

    def test_weights_too_few_too_many_or_no_numbers(self, path: Path) -> None:
        header, data = parts(path.read_bytes())
        assert "do not fit" in refusal(path, forged(header, data[:-8]))
        assert "do not fit" in refusal(path, forged(header, data + b"\0"))
        no_number = np.array([np.nan]).tobytes() + data[8:]
        assert "no number" in refusal(path, forged(header, no_number))

    def test_an_honest_header_is_read(self, path: Path) -> None:
        path.write_bytes(forged(*parts(path.read_bytes())))
        assert load_model(path).settings.variant == "qt"

    def test_a_file_that_unfolds_without_end(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(model_file, "LARGEST_HEADER", 1 << 17)
        sentence = refusal(path, sealed(zlib.compress(bytes(1 << 20))))
        assert "unfolds to more than a model can hold" in sentence

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes with names")
    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(ModelFileError, match=r"cannot be read \(it is not a plain file\)"):
            load_model(tmp_path / "pipe")

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="has no such device")
    def test_a_device_is_not_read_to_its_end(self) -> None:
        with pytest.raises(ModelFileError, match=r"cannot be read \(it is not a plain file\)"):
            load_model("/dev/zero")

    def test_a_file_of_great_size_is_not_read(self, path: Path) -> None:
        with path.open("r+b") as file:
            file.truncate(1 << 40)  # takes no room on the disk
        with pytest.raises(ModelFileError, match=r"cannot be read \(it is larger than "):
            load_model(path)

    @pytest.mark.parametrize("what", ["header", "weights"])
    def test_no_more_is_unfolded_than_a_model_needs(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, what: str
    ) -> None:
        """256 MB in a quarter of one: of a header within its bound, of weights as many as named."""
        unfolded = 0
        own = zlib.decompressobj

        class Counted:
            def __init__(self) -> None:
                self._own = own()

            def __getattr__(self, name: str) -> Any:
                return getattr(self._own, name)

            def decompress(self, *arguments: Any) -> bytes:
                nonlocal unfolded
                found = self._own.decompress(*arguments)
                unfolded += len(found)
                return found

        monkeypatch.setattr(zlib, "decompressobj", Counted)
        header, data = parts(path.read_bytes())
        unfolded = 0
        text = json.dumps(header).encode() + b"\n" if what == "weights" else b"["
        refusal(path, sealed(zlib.compress(text + bytes(1 << 28), 9)))
        most = len(text) + len(data) if what == "weights" else model_file.LARGEST_HEADER
        assert unfolded <= most + (1 << 17)

    @pytest.mark.parametrize("weight", [1e308, -1e308, 1e7, np.inf])
    def test_weights_that_no_training_gives(self, path: Path, weight: float) -> None:
        header, data = parts(path.read_bytes())
        heavy = np.array([weight]).tobytes() + data[8:]
        assert "a weight of it is no number from" in refusal(path, forged(header, heavy))
        header["calibration"] = {"bias": weight}
        assert "a weight of it is no number from" in refusal(path, forged(header, data))

    def test_a_calibration_beyond_every_float(self, path: Path) -> None:
        header, data = parts(path.read_bytes())
        header["calibration"] = {"bias": 10**400}
        assert "too large" in refusal(path, forged(header, data))

    def test_names_in_one_text(self, path: Path) -> None:
        header, data = parts(path.read_bytes())
        header["tokens"] = "bias"
        assert "attributes" in refusal(path, forged(header, data))


class TestWriting:
    def test_what_could_not_be_read_again_is_not_written(
        self, tagger: QuantityTagger, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = path.read_bytes()
        monkeypatch.setattr(model_file, "LARGEST_HEADER", 100)
        with pytest.raises(ModelFileError, match="more than a model file can name"):
            tagger.save(path)
        assert path.read_bytes() == old

    def test_a_failure_leaves_the_old_file_and_nothing_else(
        self, tagger: QuantityTagger, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = path.read_bytes()

        def full(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            QuantityTagger(window=1, max_iterations=1).fit(ENGLISH).save(path)
        assert path.read_bytes() == old
        assert list(path.parent.iterdir()) == [path]

    def test_a_new_file_replaces_the_old_one(self, tagger: QuantityTagger, path: Path) -> None:
        path.write_bytes(b"old")
        tagger.save(path)
        assert load_model(path).settings == tagger.model_.settings
        assert list(path.parent.iterdir()) == [path]


def test_a_file_with_the_names_of_before_is_the_same_model(path: Path) -> None:
    QuantityTagger("qt-g", max_iterations=2).fit(ENGLISH).save(path)
    older, data = parts(path.read_bytes())
    older["settings"]["model"] = older["settings"].pop("variant")
    now = load_model(path)
    path.write_bytes(forged(older, data))
    then = load_model(path)
    assert then.settings == now.settings
    assert np.array_equal(then.weights_.equations, now.weights_.equations)


def test_a_file_with_a_template_that_is_gone_has_to_be_trained_again(path: Path) -> None:
    QuantityTagger(max_iterations=1).fit(ENGLISH).save(path)
    header, data = parts(path.read_bytes())
    header["settings"]["templates"].append("proposal")
    path.write_bytes(forged(header, data))
    with pytest.raises(ModelFileError, match=r"template 'proposal'.*train it again"):
        load_model(path)
