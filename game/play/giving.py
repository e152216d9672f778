# SPDX-License-Identifier: GPL-3.0-or-later
"""A game is given away: as a file in the user's documents, in writing, or on the clipboard.

The clipboard is filled by the program that each system has for it. pyperclip runs the same ones and
looks at no exit status: it would say that a game is there where the X server is gone. A terminal
may fill it too (OSC 52), but tells nobody whether it did.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from announce.lexicon import lexicon
from announce.text.settings import Settings
from announce.text.utterance import Utterance
from announce.words.program import file_words, message
from announce.words.study import study_words
from ground import folders
from record.pgn import to_pgn
from record.score_file import (
    TitledScore,
    save_score,
    score_of,
    score_of_tree,
    told_of_saving,
    why_unsaved,
)
from record.session import Session
from rules.position import Position
from study.events import GameUnread
from study.tree import NotAGame, Tree, read_game, write_game
from table.core.inputs import Errand

_PATIENCE = 2.0
"""Seconds that such a program may take: whoever asked waits for its answer."""

_SYSTEM = os.environ.get("SYSTEMROOT", "C:\\Windows")
_PROGRAMS: Mapping[str, Sequence[tuple[str, tuple[str, ...]]]] = {
    "win32": [("", (f"{_SYSTEM}\\System32\\clip.exe",))],
    "darwin": [("", ("pbcopy",))],
    "linux": [
        ("WAYLAND_DISPLAY", ("wl-copy",)),
        ("DISPLAY", ("xclip", "-selection", "clipboard")),
        ("DISPLAY", ("xsel", "--clipboard", "--input")),
        ("WSL_DISTRO_NAME", ("clip.exe",)),
    ],
}
"""By the system: what has to be set in the environment, and the program, which reads a text."""


Work = Callable[[], list[Utterance]]
"""Gives a game away, which may take seconds, and then has the sentences for it."""


def given(session: Session, form: Errand) -> Work:
    """The game at the table, so far."""
    state, started = session.state, session.started
    score, pgn = score_of(state, started), to_pgn(state, started)
    return partial(_given, form, score, pgn, state.present, session.settings)


def given_study(tree: Tree, position: Position, form: Errand, settings: Settings) -> Work:
    """A game that is studied, of which ``position`` is at hand."""
    return partial(_given, form, score_of_tree(tree), write_game(tree), position, settings)


def kept_pasted(text: str, settings: Settings) -> tuple[Path | None, Utterance]:
    """A game that was pasted becomes a file too, so that it can be studied again: where, if it is a
    game, and the sentence for it."""
    folder = folders.documents()
    try:
        tree = read_game(text)
        path = save_score(folder, score_of_tree(tree), text, Errand.PGN, settings.language)
    except NotAGame as error:
        return None, study_words([GameUnread(1, error.why, error.detail)], settings)[-1]
    except OSError as error:
        return None, why_unsaved(error, folder, settings)
    return path, file_words("score_kept", path, settings)


def _given(
    form: Errand, score: TitledScore, pgn: str, position: Position, settings: Settings
) -> list[Utterance]:
    language = settings.language
    match form:
        case Errand.SHOW:
            return _written("pgn_written", pgn, language)
        case Errand.COPY if copied(pgn):
            return [message("pgn_copied", language)]
        case Errand.COPY_FEN if copied(position.fen):
            return [message("fen_copied", language)]
        case Errand.COPY_FEN:
            told = _written("fen_written", position.fen, language)
        case _:
            kind = Errand.PGN if form is Errand.COPY else form
            told = [told_of_saving(folders.documents(), score, pgn, kind, settings)]
    copies = form in (Errand.COPY, Errand.COPY_FEN)
    return [message("no_clipboard", language), *told] if copies else told


def _written(name: str, text: str, language: str) -> list[Utterance]:
    """A text is for the eye; a voice tells that it is there."""
    words = lexicon(language)
    first, *others = (words.phrase(line) for line in text.strip().splitlines())
    told = Utterance(words.sentence(f"program.message.{name}"), eye=first)
    return [told, *(Utterance((), eye=line) for line in others)]


def copied(text: str) -> bool:
    """True if the system's clipboard has taken a text."""
    return any(_takes(*each, text) for each in _PROGRAMS.get(sys.platform, ()))


def _takes(needed: str, command: tuple[str, ...], text: str) -> bool:
    if needed and not os.environ.get(needed):
        return False
    program = shutil.which(command[0])
    if program is None:
        return False
    # Windows' program takes a text with this mark for what it is, any other for a code page.
    data = text.encode("utf-16" if program.endswith(".exe") else "utf-8")
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    nothing = subprocess.DEVNULL
    try:
        ran = subprocess.run(
            [program, *command[1:]],
            input=data,
            stdout=nothing,
            stderr=nothing,
            timeout=_PATIENCE,
            check=False,
            creationflags=flags,
            start_new_session=True,  # xclip goes on for others, when the terminal is closed too
            env={**os.environ, "LC_CTYPE": "UTF-8"},  # else macOS takes another code page
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ran.returncode == 0
