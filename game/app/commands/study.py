# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor study``: games are gone through, from a PGN file or from the archive; ``hektor drill``:
mates, elementary endings and the board in the head are practised; and the last game, looked at
beside the table. The state, devices, threads and the loop are put together here."""

import argparse
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Final

import chess

from announce.errors import PlayerError, bad_value
from announce.page.study import StudyView
from announce.text.utterance import Utterance
from announce.words.phraser import Phraser
from announce.words.study import message
from game.app import leaving, options
from game.app.console import console
from game.app.sound import Sound
from game.base.inbox import Inbox
from game.base.settings import COMPUTER, bounded
from game.page import study as study_page
from game.page.content import Hub
from game.page.study import StudyPage
from game.play.loop import Activity, Loop, Plays
from game.play.studying import PAUSE, Study
from game.sound.presenter import Presenter
from opponents.roster import Roster
from record.archive_games import ArchiveGames
from record.notes import ARCHIVE, GamesCopy, NoteFile, notes_path
from record.pgn_file import PgnFile
from study.handle import Meant
from study.library import Library
from study.state import StudyState
from study.tree import NotAGame, Unread
from voice.language.commands import Command
from voice.language.study import StudyCommand, StudyName
from voice.language.study import StudyName as S

_PAUSES = "0.5-120"

COPY: Final = Path("hektor-study.pgn")
"""Where games of the archive go that the reader has changed."""


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
            raise PlayerError("unread", path=given.file, reason=error) from error
        if not file.has(1) or not (file.has(2) or _is_game(file)):
            raise PlayerError("no_games_in_file", path=given.file)
        library, (source, copy) = file, _beside(given.file)
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
        study = _opened(given, sound, library, source, copy, pause=pause, plays=begun.extend)
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


def _page(
    given: argparse.Namespace,
    presenter: Presenter,
    state: StudyState,
    library: Library,
    *,
    inbox: Inbox,
    closing: ExitStack,
) -> StudyPage | None:
    """The page, where one is wanted: it is served until ``closing``, and its address printed."""
    wanted, settings = getattr(given, "page", None), presenter.settings
    if wanted is None:
        return None
    from game.page.server import PageServer, open_browser  # noqa: PLC0415 - few have a page

    hub: Hub[StudyView] = Hub()
    page = StudyPage(settings, hub, library)
    page.show(state, inbox.clock())
    server = PageServer(hub, inbox.put_in_turn, content=study_page)
    server.start()
    closing.callback(server.close)
    if wanted == "open":
        once = server.address_once
        threading.Thread(target=open_browser, args=(once,), name="open", daemon=True).start()
    line = message("page", settings, address=server.address).segments
    presenter.say([Utterance((), eye=line)])  # nothing for the ear
    return page


def beside_table(
    given: argparse.Namespace, sound: Sound, table: Activity, plays: Plays | None, pgn: str | None
) -> Study | None:
    """Has the last game of the archive looked at by whoever sits at the table, or one as ``pgn``,
    until they come back to it, or play on (``plays``) from what they look at. None is the last game
    too, which they have just played and need not be told about. None if there is no game."""
    if pgn:
        return pasted(given, sound, pgn, table, plays)
    presenter, settings = sound.presenter, sound.presenter.settings
    library = ArchiveGames(options.archive(given), date.today())
    if not library.count():
        presenter.say([message("empty", settings)])
        return None
    presenter.say([Phraser(settings).say("game.study")])
    found = _opened(given, sound, library, ARCHIVE, COPY, back=table, plays=plays)
    found.take(StudyCommand(StudyName.LAST_GAME), quiet=pgn is None)
    return found


def pasted(
    given: argparse.Namespace,
    sound: Sound,
    pgn: str,
    back: Activity | None,
    plays: Plays | None,
) -> Study | None:
    """Has a game looked at that was pasted, and becomes a file; None if it is none."""
    from game.play.giving import kept_pasted  # noqa: PLC0415 - few games are pasted

    path, told = kept_pasted(pgn, sound.presenter.settings)
    sound.presenter.say([told])
    if path is None:
        return None
    if back is not None:
        sound.presenter.say([message("to_table", sound.presenter.settings)])
    found = _opened(given, sound, PgnFile(path), *_beside(path), back=back, plays=plays)
    found.take(StudyCommand(StudyName.GAME, number=1))
    return found


def _beside(path: Path) -> tuple[str, Path]:
    """What the notes on the games of a file are kept for, and where changed games of it go."""
    whole = path.resolve()
    return str(whole), whole.with_name(f"{whole.stem}-hektor.pgn")


def _opened(
    given: argparse.Namespace,
    sound: Sound,
    library: Library,
    source: str,
    copy: Path,
    *,
    pause: float | None = None,
    back: Activity | None = None,
    plays: Plays | None = None,
) -> Study:
    """A study with what its reader kept before, and the books on it."""
    noted, closing, inbox = NoteFile(notes_path(), source), ExitStack(), sound.inbox
    state, presenter = StudyState(notes=noted.notes(), points=noted.points()), sound.presenter
    page = _page(given, presenter, state, library, inbox=inbox, closing=closing)
    roster = Roster(inbox.put)
    closing.callback(roster.close)
    return Study(
        state,
        library,
        presenter,
        notes=noted,
        copy=GamesCopy(copy),
        pause=pause or PAUSE,
        back=back,
        page=page,
        advise=roster.advise_on,
        closing=closing,
        plays=plays,
        looks=lambda pgn, back: pasted(given, sound, pgn, back, plays),
        aside=inbox.do_aside,
    )
