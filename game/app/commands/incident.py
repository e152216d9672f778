# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor incident``: what an arbiter needs of a game for a ruling, as text.

What happened beside the moves, with its time, the position, what was said and the article; and how
the game stands.
"""

import argparse

import chess

from announce.errors import bad_value
from announce.lexicon import Lexicon, lexicon
from game.app import options
from record.incidents import Incident, after_move, incidents
from record.snapshot import stored
from table.core.conditions import SECOND
from table.core.state import State
from table.events.game import Role


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which game, and since which move."""
    options.add_game(parser)
    parser.add_argument("--from-move", type=int, default=0, metavar="N", help="incident.from_move")
    options.add_settings(parser, "incident")


def run(given: argparse.Namespace) -> int:
    """Print the incidents. The exit status is 0."""
    archive, chosen = options.chosen_game(given)
    if given.from_move < 0:
        raise bad_value("--from-move", given.from_move, "0, 1, 2…")
    words, state = lexicon(given.language), stored(archive, chosen.id).state
    print("\n".join(_head(chosen.id, state, words)))
    for one in incidents(archive, chosen.id, given.language):
        if one.position.number >= given.from_move:
            print("\n".join(("", *_lines(one, words))))
    return 0


def _head(number: int, state: State, words: Lexicon) -> list[str]:
    """Which game it is, and how it stands."""
    agreed, clock = state.conditions, state.clock
    name = {side: getattr(agreed, side) or words.word(f"program.report.{side}") for side in SIDES}
    white, black = (_time(clock.remaining(one, clock.since)) for one in (chess.WHITE, chess.BLACK))
    say = words.text
    return [
        say("program.incident.head", game=number, white=name["white"], black=name["black"]),
        say("program.incident.laws", year=agreed.edition, control=agreed.time_control),
        say(
            "program.incident.now",
            after=after_move(state.position, words),
            white=white,
            black=black,
        ),
        state.position.fen,
    ]


SIDES = tuple(chess.COLOR_NAMES)


def _lines(one: Incident, words: Lexicon) -> list[str]:
    """The incidents as lines: the time, the place in the game, and the words."""
    when = {
        "time": _time(one.at),
        "wall": one.wall[11:19],
        "after": after_move(one.position, words),
    }
    lines = [words.text("program.incident.at", **when)]
    if one.said:
        who = Role(one.who).value if one.who else "nobody"
        lines.append(words.text(f"program.incident.said {who}", said=one.said))
    return [*lines, one.told, one.position.fen]


def _time(nanoseconds: int) -> str:
    seconds = nanoseconds // SECOND
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
