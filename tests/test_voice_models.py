# SPDX-License-Identifier: GPL-3.0-or-later
"""Models by path and name, broken ones, and fetching one with and without a network."""

import io
import shutil
import types
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import requests
import vosk

from voice.hearing import models
from voice.hearing.models import BUNDLED, ModelError, find_model, get_model
from voice.hearing.recogniser import Recogniser
from voice.hearing.second_pass import load_engine
from voice.language import lexicon


def model_at(folder: Path) -> Path:
    """What looks like a model."""
    (folder / "am").mkdir(parents=True)
    (folder / "am" / "final.mdl").write_bytes(b"")
    return folder


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Hektor's own directory of models, in a temporary home without any other."""
    monkeypatch.setattr(models, "model_directories", lambda: (tmp_path / "own", tmp_path / "vosk"))
    return tmp_path


# --- Finding --------------------------------------------------------------------------------------


def test_bundled_model_knows_every_word_to_say() -> None:
    assert find_model() == BUNDLED
    assert Recogniser(BUNDLED).missing_words(lexicon.vocabulary()) == ()


def test_a_model_is_found_by_path(tmp_path: Path) -> None:
    assert find_model(str(model_at(tmp_path / "mine"))) == tmp_path / "mine"


@pytest.mark.parametrize("place", ["own", "vosk"])
def test_model_is_found_by_its_name(places: Path, place: str) -> None:
    model_at(places / place / "vosk-model-small-de-0.15")
    assert find_model("vosk-model-small-de-0.15") == places / place / "vosk-model-small-de-0.15"


def test_vosk_s_own_directories_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOSK_MODEL_PATH", "/from/the/environment")
    found = models.model_directories()
    assert Path("/from/the/environment") in found
    assert Path.home() / ".cache" / "vosk" in found


def test_unknown_name_ends_in_a_helpful_sentence(places: Path) -> None:
    with pytest.raises(ModelError, match=r"no speech model nobody.*hektor model get nobody\.$"):
        find_model("nobody")


def test_folder_without_a_model_gives_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"holds no Vosk speech model"):
        find_model(tmp_path)


def test_a_broken_model_ends_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"cannot be loaded\.$"):
        Recogniser(model_at(tmp_path / "broken"))


def test_a_model_that_would_end_the_program_is_tried_in_a_child(tmp_path: Path) -> None:
    """libvosk aborts the process over an empty configuration."""
    damaged = tmp_path / "damaged"
    shutil.copytree(BUNDLED, damaged)
    (damaged / "conf" / "model.conf").write_text("")
    with pytest.raises(ModelError, match=r"cannot be loaded\.$"):
        load_engine(damaged)


# --- Fetching -------------------------------------------------------------------------------------

NAME = "vosk-model-tiny-de-1.0"
LISTED = [{"name": NAME, "size_text": "0.1MiB"}]


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Vosk's server, holding one archive; without calling it there is no network."""

    def unplugged(*_: object, **__: object) -> None:
        raise requests.ConnectionError

    def plug(archive: bytes) -> None:
        answer = types.SimpleNamespace(json=lambda: LISTED, raise_for_status=lambda: None)
        monkeypatch.setattr(requests, "get", lambda *_, **__: answer)

        def retrieve(
            _url: str, path: str, reporthook: Callable[[int, int, int], None], data: None
        ) -> None:
            for block in range(5):
                reporthook(block, len(archive) // 4 + 1, len(archive))
            Path(path).write_bytes(archive)

        monkeypatch.setattr(vosk, "urlretrieve", retrieve)

    monkeypatch.setattr(requests, "get", unplugged)
    return plug


def archive() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr(f"{NAME}/am/final.mdl", b"model")
    return buffer.getvalue()


def test_model_is_fetched_whole_after_its_size(
    places: Path, network: Callable[[bytes], None], capsys: pytest.CaptureFixture[str]
) -> None:
    network(archive())
    said: list[str] = []
    path = get_model(NAME, said.append)
    assert path == places / "own" / NAME
    assert (path / "am" / "final.mdl").read_bytes() == b"model"
    assert "0.1MiB" in said[0]
    assert said[-1].endswith(f"--model {NAME}.")
    assert "100 percent." in said
    assert [entry.name for entry in (places / "own").iterdir()] == [NAME]
    printed = capsys.readouterr()
    assert printed.out == printed.err == ""  # no progress bar


def test_model_present_is_not_fetched_again(places: Path) -> None:
    model_at(places / "own" / NAME)
    said: list[str] = []
    assert get_model(NAME, said.append) == places / "own" / NAME
    assert "already" in said[0]


def test_offline_it_says_what_to_put_where(places: Path, network: Callable[[bytes], None]) -> None:
    expected = rf"cannot be fetched.*{NAME}\.zip.*{NAME}/am exists\.$"
    with pytest.raises(ModelError, match=expected):
        get_model(NAME, print)


@pytest.mark.parametrize("broken", [b"", b"half an archive"])
def test_a_partial_download_leaves_nothing_behind(
    places: Path, network: Callable[[bytes], None], broken: bytes
) -> None:
    network(broken)
    with pytest.raises(ModelError, match="cannot be fetched"):
        get_model(NAME, lambda _: None)
    assert list((places / "own").iterdir()) == []


def test_missing_model_is_said_not_to_exist(places: Path, network: Callable[[bytes], None]) -> None:
    network(archive())
    with pytest.raises(ModelError, match="lists no model nobody"):
        get_model("nobody", print)
