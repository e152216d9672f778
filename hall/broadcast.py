# SPDX-License-Identifier: GPL-3.0-or-later
"""The games of a round as the public sees them: the PGN of each table, as late as the arbiter wants
it. One file has them all, which broadcasters poll (lichess: the source of a broadcast round), and
``hall.public`` makes a page of the same texts.

They hold the moves, the clocks and the result, and of the tags those in `PUBLIC`. Draw offers,
remarks, assistants and whatever else stands on record are not for the public while it is played.

**The delay is one of knowledge.** A text is made of what the records hold now, and kept until it is
old enough. So nothing that happened later has any part in what is seen: no move, and none that was
taken back, no result, no name. And no clock of a table counts, which may be wrong by years: what
counts is when this program saw it.
"""

import io
from collections import deque
from collections.abc import Iterable, Iterator, Mapping

import chess.pgn

from hall.records import Recorded
from hall.rounds.facts import OPEN, Pairing, Player, Round
from record.pgn import to_games
from rules.results import pgn_tag
from rules.score import escaped, games, wrapped
from table.core.state import State

PUBLIC = ("Event", "Site", "Date", "Round", "Board", "White", "Black", "Result", "TimeControl",
    "BlackTimeControl", "Termination", "FEN", "SetUp", "Variant")  # fmt: skip
"""The tags of a record that the public sees."""

MINUTE = 60.0


class Broadcast:
    """A round as the public sees it: each table as it was known ``minutes`` ago, and of that not
    the last ``moves`` of each player, until the game is over."""

    def __init__(self, paired: Round, minutes: int = 0, moves: int = 0, public: str = "") -> None:
        """``public`` is the file that is out there already, of this program before it was started
        anew: what it tells is no secret any more."""
        self._paired, self._seconds, self._moves = paired, minutes * MINUTE, moves
        self._seen = {one.table: _text(paired, one) for one in paired.pairings}
        self._waits = {one.table: deque[tuple[float, str]]() for one in paired.pairings}
        self._last: dict[int, str] = {}  # as it is known now
        self._made_of: dict[int, State] = {}
        self._seen.update(_known(public, self._seen))

    def look(self, found: Mapping[int, Recorded], now: float, rested: float = 0.0) -> None:
        """These are the records at ``now``, in seconds of a clock that nobody sets. ``rested`` is
        for how many seconds the file of the pairings has not changed, which may have results.

        The first look finds things that were known before: since when, the age of their files
        tells."""
        for pairing in self._paired.pairings:
            table, game = pairing.table, found.get(pairing.table)
            first = table not in self._last
            if game is None and not first:
                continue  # it cannot be read for a moment; what is known stays known
            if game is not None:
                if game.state is self._made_of.get(table):
                    continue
                self._made_of[table] = game.state
            text = _text(self._paired, pairing, game, self._moves, at_end=True)
            if text == self._last.get(table):
                continue
            age = (rested if game is None else game.rested) if first else 0.0
            self._last[table] = text
            self._waits[table].append((now - age, text))

    def texts(self, now: float) -> tuple[str, ...]:
        """The PGN of each table, those too that have not begun, so that nobody asks where they
        are."""
        for table, waits in self._waits.items():
            while waits and waits[0][0] + self._seconds <= now:
                self._seen[table] = waits.popleft()[1]
        return tuple(self._seen.values())


def file_of(texts: Iterable[str]) -> str:
    """The whole file."""
    return "\n".join(f"{one}\n" for one in texts)


def _text(
    paired: Round, pairing: Pairing, game: Recorded | None = None, moves: int = 0, *,
    at_end: bool = False,
) -> str:  # fmt: skip
    """The PGN of a table; ``at_end``: with the result that the file of the pairings has."""
    shown = chess.pgn.Game()
    tags = {"Result": pgn_tag(pairing.result) if at_end else OPEN}
    if game is not None:
        whole, *rest = to_games(game.state, game.started)
        tags = {name: value for name, value in whole.headers.items() if name in PUBLIC}
        plies, outcome = len(game.state.record), game.state.outcome
        if outcome is None:
            plies = max(0, plies - 2 * moves)
        elif rest:  # an illegal move stood (A.4.2): the file goes as far as PGN can tell it
            tags["Result"] = pgn_tag(outcome.result)
        _play(shown, whole, plies)
    shown.headers.update({**dict(_told(paired, pairing)), **tags})
    return wrapped(str(shown))


def _known(text: str, bare: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    """The games of a file that was made before, of tables whose ``bare`` text has the same event,
    round, board and players."""
    tables = {_identity(one): table for table, one in bare.items()}
    for one in games(text):
        table = tables.get(_identity(one))
        if table is not None:
            yield table, wrapped(one)


def _identity(text: str) -> tuple[str, ...]:
    headers = chess.pgn.read_headers(io.StringIO(text)) or chess.pgn.Headers()
    return tuple(headers.get(tag, "") for tag in ("Event", "Round", "Board", "White", "Black"))


def _told(paired: Round, pairing: Pairing) -> Iterator[tuple[str, str]]:
    """The tags that the file of the pairings has."""
    yield from (("Event", escaped(paired.event) or "?"), ("Site", escaped(paired.site) or "?"))
    yield "Date", paired.date.replace("-", ".") or "????.??.??"
    yield from (("Round", str(paired.number)), ("Board", str(pairing.table)))
    for side, player in (("White", pairing.white), ("Black", pairing.black)):
        yield side, escaped(player.name)
        yield from ((f"{side}{name}", value) for name, value in _of(player) if value)


def _of(player: Player) -> Iterator[tuple[str, str]]:
    """The tags by which lichess finds a player of FIDE's list."""
    yield "Title", escaped(player.title.upper()) if len(player.title) > 1 else ""
    yield "Elo", str(player.rating or "")
    yield "FideId", player.fide if player.fide.isdecimal() else ""


def _play(shown: chess.pgn.Game, whole: chess.pgn.Game, plies: int) -> None:
    """The first moves of a game, with their clocks and nothing else."""
    shown.setup(whole.board())
    node: chess.pgn.GameNode = shown
    for _, one in zip(range(plies), whole.mainline(), strict=False):
        node = node.add_variation(one.move)
        node.set_clock(one.clock())
