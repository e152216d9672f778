# SPDX-License-Identifier: GPL-3.0-or-later
"""The games of a round as the public sees them: one PGN file with all tables, which broadcasters
poll (lichess: the source of a broadcast round), as late as the arbiter wants it.

It holds the moves, the clocks and the result, and of the tags those in `PUBLIC`. Draw offers,
remarks, assistants and whatever else stands on record are not for the public while it is played.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import chess.pgn

from hall.records import Recorded
from hall.rounds.facts import OPEN, Pairing, Player, Round
from record.pgn import to_games
from rules.results import pgn_tag
from rules.score import escaped, wrapped

PUBLIC = ("Event", "Site", "Date", "Round", "Board", "White", "Black", "Result", "TimeControl",
    "BlackTimeControl", "Termination", "FEN", "SetUp", "Variant")  # fmt: skip
"""The tags of a record that the public sees."""


@dataclass(frozen=True, slots=True)
class Delay:
    """How late the public sees a move: after so many ``minutes``, and not before its player has
    made ``moves`` others. With both, both hold. When a game is over and its ``minutes`` have
    passed, all of it is seen."""

    minutes: int = 0
    moves: int = 0


AT_ONCE = Delay()


def seen(game: Recorded, delay: Delay, now: datetime) -> tuple[int, bool]:
    """How many plies of a game are public at ``now``, and whether its end is."""
    until = now - timedelta(minutes=delay.minutes)

    def is_public(wall: str) -> bool:
        """Without a delay in minutes no clock counts: that of a table may go ahead of ours."""
        return not delay.minutes or _time(wall) <= until

    plies = len(game.state.record)
    if game.state.outcome is not None and is_public(game.ended):
        return plies, True
    made = sum(map(is_public, game.made))
    return max(min(made, plies - 2 * delay.moves), 0), False


def _time(wall: str) -> datetime:
    """A wall time of a record, in its zone or in that of this machine; what is no time is taken for
    long ago: it was written, so it happened."""
    try:
        return datetime.fromisoformat(wall).astimezone()
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)


def pgn(paired: Round, games: Mapping[int, Recorded], delay: Delay, now: datetime) -> str:
    """The whole file: a game for each table, those too that have not begun, so that nobody asks
    where they are. ``now`` has a zone."""
    texts = (_text(paired, one, games.get(one.table), delay, now) for one in paired.pairings)
    return "\n".join(f"{wrapped(one)}\n" for one in texts)


def _text(
    paired: Round, pairing: Pairing, game: Recorded | None, delay: Delay, now: datetime
) -> str:
    shown = chess.pgn.Game()
    tags: dict[str, str] = {}
    if game is not None:
        plies, over = seen(game, delay, now)
        whole, *rest = to_games(game.state, game.started)
        tags = {name: value for name, value in whole.headers.items() if name in PUBLIC}
        if not over:
            tags = {**tags, "Result": OPEN}
            tags.pop("Termination", None)
        elif rest:  # an illegal move stood (A.4.2): the file goes as far as PGN can tell it
            tags["Result"] = pgn_tag(game.state.outcome.result if game.state.outcome else OPEN)
        _play(shown, whole, plies)
    else:
        tags = {"Result": pgn_tag(pairing.result)}
    shown.headers.update({**dict(_told(paired, pairing)), **tags})
    return str(shown)


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
