# SPDX-License-Identifier: GPL-3.0-or-later
"""Where speech models are: the bundled one, one of the user's own by path or name, one to fetch.

A model is a directory as Vosk wants it. The bundled model knows exactly Hektor's words; a bigger
German model may hear a given voice better (``hektor evaluate`` tells) but lacks the names of some
files. Names are looked up where Vosk itself keeps models and in Hektor's own data directory.
"""

import contextlib
import io
import os
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

BUNDLED: Final = Path(__file__).parent.parent / "model"
"""The model that comes with Hektor."""

_PROGRESS_STEP: Final = 10  # percent; a screen reader reads every line


class ModelError(Exception):
    """A speech model is missing, broken or cannot be fetched; one sentence for the user."""


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
    raise ModelError(
        f"There is no speech model {name}; put it into one of {searched}, "
        f"or fetch it with: hektor model get {name}."
    )


def check_model(path: Path) -> Path:
    """The path itself, if it looks like a Vosk model.

    Raises:
        ModelError: files are missing.
    """
    acoustic = (path / "am" / "final.mdl", path / "final.mdl")  # today's and the old layout
    if not any(file.is_file() for file in acoustic):
        raise ModelError(f"{path} holds no Vosk speech model (am/final.mdl is missing).")
    return path


def model_directories() -> tuple[Path, ...]:
    """Where models are kept, in the order of search: Hektor's own directory, then Vosk's."""
    import platformdirs  # noqa: PLC0415  (only a model by name needs them)

    own = platformdirs.user_data_path("hektor") / "models"
    vosk_s = (os.getenv("VOSK_MODEL_PATH"), "/usr/share/vosk", "~/AppData/Local/vosk")
    given = [Path(place).expanduser() for place in (*vosk_s, "~/.cache/vosk") if place]
    return (own, *given)


# --- Fetching -----------------------------------------------------------------------------------


def get_model(name: str, say: Callable[[str], None] = print) -> Path:
    """Fetch a model by name with Vosk's own downloader into Hektor's directory.

    The size is said before; the model appears under its name only when it is whole, so an
    interrupted download does no harm. A model that is already there is not fetched again.

    Raises:
        ModelError: no network (the text says what to put where), or no such model.
    """
    target = model_directories()[0] / name
    if target.is_dir():
        say(f"The model {name} is already at {target}.")
        return check_model(target)
    import requests  # noqa: PLC0415  (part of vosk)
    import vosk  # noqa: PLC0415

    zip_url = f"{vosk.MODEL_PRE_URL}{name}.zip"
    try:
        answer = requests.get(vosk.MODEL_LIST_URL, timeout=10)
        answer.raise_for_status()
        listed = {model["name"]: model for model in answer.json()}
        if name not in listed:
            raise ModelError(f"{vosk.MODEL_LIST_URL} lists no model {name}.")
        say(f"Fetching {name}, {listed[name]['size_text']}, to {target}.")
        _download(name, target, say)
    except (
        OSError,
        ValueError,
        zipfile.BadZipFile,
    ) as error:  # requests' and urllib's errors are OSErrors
        raise ModelError(
            f"The model {name} cannot be fetched ({type(error).__name__}); with another machine "
            f"fetch {zip_url} and unpack it so that {target / 'am'} exists."
        ) from error
    say(f"The model {name} is ready: use it with --model {name}.")
    return check_model(target)


def _download(name: str, target: Path, say: Callable[[str], None]) -> None:
    import vosk  # noqa: PLC0415

    class Downloader(vosk.Model):  # type: ignore[misc]
        """Vosk's downloader without a model, telling its progress in plain lines."""

        def __init__(self) -> None:
            pass

        def __del__(self) -> None:
            pass

        def download_progress_hook(self, _bar: Any) -> Callable[[int, int, int | None], None]:
            told = 0

            def update(blocks: int = 1, size: int = 1, total: int | None = None) -> None:
                nonlocal told
                percent = min(100, 100 * blocks * size // total) if total and total > 0 else 0
                if percent >= told + _PROGRESS_STEP:
                    told = percent - percent % _PROGRESS_STEP
                    say(f"{told} percent.")

            return update

    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".fetching-") as folder:
        with contextlib.redirect_stderr(io.StringIO()):  # its progress bar repaints a line
            Downloader().download_model(Path(folder) / name)
        (Path(folder) / name).rename(target)
