# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor study``: games are gone through, from a PGN file or from the archive; ``hektor drill``:
mates, elementary endings and the board in the head are practised."""

import argparse
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Final

import chess

from announce.errors import PlayerError, bad_value
from announce.words.study import message
from game.app import leaving, options, studies
from game.app.audio import Sound
from game.app.console import console
from game.base.settings import COMPUTER, bounded
from game.play.loop import Loop
from record.archive_games import ArchiveGames
from record.notes import ARCHIVE
from record.pgn_file import PgnFile
from study.handle import Meant
from study.library import Library
from study.tree import NotAGame, Unread
from voice.language.commands import Command
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
        library, source, copy = archive, ARCHIVE, studies.COPY
        first.append(StudyCommand(StudyName.LAST_GAME))
    else:
        try:
            file = PgnFile(given.file)
        except FileNotFoundError as error:
            raise PlayerError("no_file", path=given.file) from error
        except OSError as error:
            raise PlayerError("unread", path=given.file, reason=error) from error
        if not file.has(1) or not (file.has(2) or _is_game(file)):
            raise PlayerError("no_games_in_file", path=given.file)
        library, (source, copy) = file, studies.beside(given.file)
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
    return sit_down(given, ArchiveGames(None), ARCHIVE, studies.COPY, [first])


def sit_down(
    given: argparse.Namespace,
    library: Library,
    source: str,
    copy: Path,
    first: Sequence[Meant],
    *,
    pause: float | None = None,
) -> int:
    """Study until it is left. ``source`` is what notes are kept for, ``copy`` the file for changed
    games. ``first`` is worked off before anybody says anything. With a ``pause`` in seconds Hektor
    reads aloud at once."""
    settings, begun = options.settings(given), list[Command]()
    with ExitStack() as closing, leaving.by_signals():
        lines = closing.enter_context(console())
        sound = Sound(given, settings, lines.write, closing)
        presenter, listener = sound.presenter, sound.listener
        study = studies.opened(given, sound, library, source, copy, pause=pause, plays=begun.extend)
        if listener is not None:
            listener.start()
        for meant in first:
            study.take(meant)
        presenter.say([message("ready", settings)])
        read = lines.read
        threading.Thread(target=read, args=(sound.inbox,), name="keyboard", daemon=True).start()
        try:
            Loop(sound.inbox, presenter, study, listener).run()
            if not begun:
                presenter.say([message("left", settings)])
            presenter.drain()
        except KeyboardInterrupt as interrupt:
            presenter.cancel()
            return interrupt.status if isinstance(interrupt, leaving.Ended) else 0
    return _play_on(given, *begun) if begun else 0


def _play_on(given: argparse.Namespace, start: Command, opponent: Command) -> int:
    """A new game in training from a position, with the same voice and microphone. The program has
    the other colour than the player, whose is the command's."""
    from game.app.commands.play import add_play_options, run_play  # noqa: PLC0415 - few play on

    colour = chess.COLOR_NAMES[not opponent.colour]
    line = ["--mode", "training", "--fen", str(start.word), "--opponent", COMPUTER]
    line += ["--opponent-plays", colour]
    if opponent.number is not None:
        line += ["--level", str(opponent.number)]
    parser = argparse.ArgumentParser()
    add_play_options(parser)
    chosen = parser.parse_args(line)
    own = {"file", "auto", "kind", "run", "words"}
    vars(chosen).update({name: kept for name, kept in vars(given).items() if name not in own})
    chosen.words = (*given.words, *line)
    return run_play(chosen)
