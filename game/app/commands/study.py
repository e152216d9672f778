# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor study``: games are gone through, from a PGN file or from the archive; ``hektor drill``:
mates, elementary endings and the board in the head are practised."""

import argparse
from datetime import date
from pathlib import Path
from typing import Final

from announce.errors import PlayerError, bad_value
from game.app import options
from game.app.studying import COPY, sit_down
from game.base.settings import bounded
from record.archive_games import ArchiveGames
from record.kept import ARCHIVE
from record.pgn_file import PgnFile
from study.handle import Meant
from study.library import Library
from study.tree import NotAGame, Unread
from voice.language.study import StudyCommand, StudyName
from voice.language.study import StudyName as S

_PAUSES = "0.5-120"


def add_study_options(parser: argparse.ArgumentParser) -> None:
    """The options: the games to study, and sound."""
    parser.add_argument("file", type=Path, nargs="?", help="study.file")
    parser.add_argument("--auto", type=_pause, metavar="SECONDS", help="study.auto")
    options.add_settings(parser, "study")


def run_study(given: argparse.Namespace) -> int:
    """Study until it is left."""
    first: list[Meant] = []
    library: Library
    if given.file is None:
        archive = ArchiveGames(options.archive(given), date.today())
        if not archive.count():
            raise PlayerError("no_games", archive=given.archive or options.archive_path())
        library, source, copy = archive, ARCHIVE, COPY
        first.append(StudyCommand(StudyName.LAST_GAME))
    else:
        try:
            file = PgnFile(given.file)
        except FileNotFoundError as error:
            raise PlayerError("no_file", path=given.file) from error
        except OSError as error:
            raise PlayerError("unread", path=given.file, reason=error.strerror) from error
        if not file.has(1) or not (file.has(2) or _is_game(file)):
            raise PlayerError("no_games_in_file", path=given.file)
        path = given.file.resolve()
        library, source, copy = file, str(path), path.with_name(f"{path.stem}-hektor.pgn")
        first.append(StudyCommand(StudyName.GAME, number=1))
    if given.auto is not None:
        first.append(StudyCommand(StudyName.READ))
    return sit_down(given, library, source, copy, first, pause=given.auto)


def _is_game(file: PgnFile) -> bool:
    """True if the only game of a file is one: it may be a letter, or a picture."""
    try:
        file.game(1)
    except NotAGame as error:
        return error.why is not Unread.NO_MOVES  # of any other it is told why
    return True


def _pause(text: str) -> float:
    try:
        return float(bounded(0.5, 120, kind=float)(text))
    except ValueError as error:
        raise bad_value("--auto", text, _PAUSES) from error


KINDS: Final[dict[str, StudyCommand]] = {
    "mate-in-one": StudyCommand(S.MATE, number=1),
    "mate-in-two": StudyCommand(S.MATE, number=2),
    "queen": StudyCommand(S.ENDING, ending="queen"),
    "rook": StudyCommand(S.ENDING, ending="rook"),
    "bishops": StudyCommand(S.ENDING, ending="bishops"),
    "bishop-knight": StudyCommand(S.ENDING, ending="bishop_knight"),
    "pawn": StudyCommand(S.ENDING, ending="pawn"),
    "pawn-pawn": StudyCommand(S.ENDING, ending="pawn_pawn"),
    "pawns": StudyCommand(S.ENDING, ending="pawns"),
    "squares": StudyCommand(S.SQUARES),
    "diagonals": StudyCommand(S.DIAGONALS),
    "knight": StudyCommand(S.KNIGHT_PATHS),
}


def add_drill_options(parser: argparse.ArgumentParser) -> None:
    """The options: the drill, and sound."""
    parser.add_argument("kind", nargs="?", choices=KINDS, help="drill.kind")
    options.add_settings(parser, "drill")


def run_drill(given: argparse.Namespace) -> int:
    """Practise until it is left; without a kind what there is to practise is told."""
    first: Meant = KINDS[given.kind] if given.kind else StudyCommand(S.DRILLS)
    return sit_down(given, ArchiveGames(None), ARCHIVE, COPY, [first])
