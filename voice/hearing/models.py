# SPDX-License-Identifier: GPL-3.0-or-later
"""Where speech models are: the bundled one, one of the user's own by path or name, one to fetch.

A model is a directory as Vosk wants it. The bundled model knows exactly Hektor's words; a bigger
German model may hear a given voice better (``hektor evaluate`` tells) but lacks the names of some
files. Names are looked up where Vosk itself keeps models and in Hektor's own data directory.
"""

import hashlib
import importlib.util
import os
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ground import files, folders
from ground.faults import Fault
from voice.hearing import trial

BUNDLED: Final = Path(__file__).parent.parent / "model"
"""The model that comes with Hektor."""

_PROGRESS_STEP: Final = 10  # percent; a screen reader reads every line


class ModelError(Fault):
    """A speech model is missing, broken or cannot be fetched."""


def find_model(name: str | Path | None = None) -> Path:
    """The directory of a model given by path or name; the bundled one for None.

    Raises:
        ModelError: no such model, with the places that were searched.
    """
    if name is None:
        return check_model(BUNDLED)
    if Path(name).expanduser().is_dir():
        return check_model(Path(name).expanduser())
    places = model_directories()
    for place in places:
        if (place / name).is_dir():
            return check_model(place / name)
    searched = ", ".join(str(place) for place in places)
    if name in FETCHABLE:
        raise ModelError("no_model_yet", name=name, places=searched)
    raise ModelError("no_model", name=name, places=searched)


def check_model(path: Path) -> Path:
    """The path itself, if it looks like a Vosk model.

    Raises:
        ModelError: files are missing.
    """
    acoustic = (path / "am" / "final.mdl", path / "final.mdl")  # today's and the old layout
    if not any(file.is_file() for file in acoustic):
        raise ModelError("not_a_model", path=path)
    return path


def library() -> Path | None:
    """libvosk; None if there is none for this machine."""
    spec = importlib.util.find_spec("vosk")
    found = () if spec is None else spec.submodule_search_locations or ()
    return next((path for place in found for path in Path(place).glob("libvosk.*")), None)


def begin_trial(path: Path) -> None:
    """Let a child try the model, whose answer `VoskEngine` waits for.

    Raises:
        ModelError: there is none.
    """
    check_model(path)
    if (found := library()) is not None:
        trial.begin(found, Path(files.ascii_path(path)))


def model_directories() -> tuple[Path, ...]:
    """Where models are kept, in the order of search: Hektor's own directory, then Vosk's."""
    own = folders.data() / "models"
    vosk_s = (os.getenv("VOSK_MODEL_PATH"), "/usr/share/vosk", "~/AppData/Local/vosk")
    given = [Path(place).expanduser() for place in (*vosk_s, "~/.cache/vosk") if place]
    return (own, *given)


# --- Fetching -----------------------------------------------------------------------------------

SERVER: Final = "https://alphacephei.com/vosk/models"


FETCHABLE: Final = {
    "vosk-model-small-de-0.15": (
        46_499_967,
        "b7e53c90b1f0a38456f4cd62b366ecd58803cd97cd42b06438e2c131713d5e43",
    ),
}
"""The models that may be fetched: the bytes of each archive, and their SHA-256 in hexadecimal.
Nothing else is taken from the network: what a server sends today may be anything."""

_UNPACKED: Final = 4
"""A model is at most so many times as large as its archive."""

_PIECE: Final = 1 << 16
_WAITS: Final = 30.0  # seconds without a byte


def get_model(
    name: str,
    say: Callable[[str], None] = print,
    open_url: Callable[..., Any] | None = None,
) -> Path:
    """Fetch a model by name from Vosk's server into Hektor's directory.

    The size is said before. The archive is unpacked only if it has the size and the SHA-256 that
    stand in the program; the model appears under its name only when it is whole, so an
    interrupted download does no harm. A model that is already there is not fetched again.
    ``open_url`` stands for urllib's in tests.

    Raises:
        ModelError: no network (the text says what to put where), another archive, or no such model.
    """
    target = model_directories()[0] / name
    if target.is_dir():
        say(f"The model {name} is already at {target}.")
        return check_model(target)
    address = f"{SERVER}/{name}.zip"
    if name not in FETCHABLE:
        known = ", ".join(FETCHABLE)
        raise ModelError("model_unknown", name=name, known=known, folder=target / "am")
    from urllib.request import urlopen  # noqa: PLC0415 - hardly ever needed

    size, sha256 = FETCHABLE[name]
    say(f"Fetching {name}, {size / 1e6:.0f} MB, to {target}.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".fetching-") as folder:
            archive = Path(folder) / "archive.zip"
            with (
                (open_url or urlopen)(address, timeout=_WAITS) as answer,
                archive.open("wb") as file,
            ):
                _fetch(answer, file, size, sha256, say)
            say("Its SHA-256 is the one that Hektor knows.")
            _unpack(archive, Path(folder), size)
            (Path(folder) / name).rename(target)
    except (OSError, ValueError, zipfile.BadZipFile) as error:  # urllib's errors are OSErrors
        facts = {"reason": type(error).__name__, "address": address, "folder": target / "am"}
        raise ModelError("model_unfetched", name=name, **facts) from error
    say(f"The model {name} is ready: use it with --model {name}.")
    return check_model(target)


def _fetch(source: Any, file: Any, size: int, sha256: str, say: Callable[[str], None]) -> None:
    """Write what ``source`` sends. Raises ModelError if it has another size or another digest."""
    digest, came, told = hashlib.sha256(), 0, 0
    while came <= size and (piece := source.read(_PIECE)):
        file.write(piece)
        digest.update(piece)
        came += len(piece)
        percent = min(100, 100 * came // size)
        if percent >= told + _PROGRESS_STEP:
            told = percent - percent % _PROGRESS_STEP
            say(f"{told} percent.")
    if came != size or digest.hexdigest() != sha256:
        raise ModelError("other_model")


def _unpack(archive: Path, folder: Path, size: int) -> None:
    """Raises ModelError if it would take more room than a model does."""
    with zipfile.ZipFile(archive) as packed:
        if sum(each.file_size for each in packed.infolist()) > _UNPACKED * size:
            raise ModelError("model_swells")
        packed.extractall(folder)
