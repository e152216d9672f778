# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor drill``: mates, elementary endings and the board in the head are practised."""

import argparse
from typing import Final

from game.app import options
from game.app.studying import COPY, sit_down
from record.archive_games import ArchiveGames
from record.kept import ARCHIVE
from study.handle import Meant
from voice.language.study import StudyCommand
from voice.language.study import StudyName as S

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


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options: the drill, and sound."""
    parser.add_argument("kind", nargs="?", choices=KINDS, help="drill.kind")
    options.add_settings(parser, "drill")


def run(given: argparse.Namespace) -> int:
    """Practise until it is left; without a kind what there is to practise is told."""
    first: Meant = KINDS[given.kind] if given.kind else StudyCommand(S.DRILLS)
    return sit_down(given, ArchiveGames(None), ARCHIVE, COPY, [first])
