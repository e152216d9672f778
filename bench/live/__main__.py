# SPDX-License-Identifier: GPL-3.0-or-later
"""A game in real time, through a virtual microphone and loudspeaker, with ``hektor play``.

    python -m bench.live [--moves 20] [--ends draw|resignation|mate] [--rematch 0] [--often 1]
                         [--by-word] [--headphones] [--room living|club|none] [--distance 0.8]
                         [--voices f3 m7] [--seed 1] [--list]
                         [--json FILE] [-- OPTIONS]

The talkers and the figures are those of `bench.conversation`; the room is real (`bench.virtual`):
the program runs by itself, sound goes through PortAudio, and the talkers hear Hektor's voice by
its level at the loudspeaker. The microphone hears the loudspeaker too, but with ``--headphones``,
which the program is not told of. What the table did is read from the journal. ``--often`` is how
many times as often as there people ask, correct, offer and interrupt; ``--by-word``: they press the
clock; ``--room``, ``--distance``: where the laptop stands; ``--rematch``: so many moves of each
are played of a second game. What follows ``--`` are options of ``hektor play``, as
``--mode competition`` or ``--language en``.

``--json`` adds the game to those in the file. Figures are of the talk only if the machine was not
kept busy by others: ``late_s`` is by how much the microphone's sound was late at most, ``torn_s``
how much of the echo was lost. Where others do, ``chrt -r 10`` before the command gives all sound
the right of way, as a sound server asks for. Needs PulseAudio.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import chess

from bench import results
from bench.conversation import (
    HABITS,
    acts,
    drawn,
    figures,
    line_of_moves,
    listed,
    resigned,
    told,
    voices,
)
from bench.ears.conditions import add_room, at_the_table
from bench.live.room import Aside, Room, timing
from bench.talk.acts import Act, Group, When
from bench.talk.verdicts import Essence
from bench.talkers import Conversation, SteadyRenderer
from bench.virtual import missing
from lab.simulated_room import Happening
from rules.position import Position
from table.core.state import State
from table.understanding import typed
from training.synthesis import Synthesiser
from voice.language.commands import Command, Trait

MATE: Final = "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#"
"""Légal de Kermeur - Saint Brie, Paris 1750, for a game that ends so."""


def on_record(every: Iterator[Act], state: Callable[[], State]) -> Iterator[Act]:
    """Without what the journal does not tell of: commands about the telling. Who would cut a long
    answer by such a word, cuts it by what they say next."""
    cut: Act | None = None
    for act in every:
        meant = typed(act.says, state())
        telling = isinstance(meant, Command) and Trait.TELLING in meant.name.traits
        if act.group is Group.HARMLESS and telling:
            cut = act if act.when is When.OVER else None
            continue
        yield act if cut is None else replace(act, when=cut.when, pause=cut.pause)
        cut = None


def said(
    given: argparse.Namespace, rng: random.Random, game: Sequence[tuple[Position, chess.Move]]
) -> Iterator[Act]:
    """Acts of a game and its end."""
    if not game:
        return
    yield from acts(rng, game, by_word=given.by_word, habits=HABITS.livelier(given.often))
    last = game[-1][0].turn
    if given.ends == "draw":
        yield from drawn(last)
    elif given.ends == "resignation":
        yield from resigned(not last)
    else:  # the mate has to stand for a moment
        yield Act(last, "", Group.MOVE, When.PRESSED, pause=5.0)


def rematch(
    given: argparse.Namespace,
    rng: random.Random,
    talk: Conversation,
    room: Room,
    game: Sequence[tuple[Position, chess.Move]],
) -> Iterator[Act]:
    """A second game with changed colours. Raises Broken if there is none."""
    yield Act(chess.WHITE, "Revanche", Group.CHANGES, pause=1.5)
    room.next_game()
    talk.change_colours()
    yield Act(chess.WHITE, "Uhr", Group.CHANGES, pause=1.0)
    yield from on_record(said(given, rng, game), lambda: talk.state)


def mated() -> Iterator[tuple[Position, chess.Move]]:
    """The moves of `MATE`."""
    position = Position.start()
    for san in MATE.split():
        move = position.board.parse_san(san)
        yield position, move
        position = position.play(move)


def play(given: argparse.Namespace) -> dict[str, Any]:
    """The game and its rematch, and their figures."""
    rng = random.Random(f"live {given.seed}")
    game = list(mated()) if given.ends == "mate" else line_of_moves(rng, 2 * given.moves)
    rooms: list[Room] = []
    by_word = ["--press", "hand"] if given.by_word else []
    options = ["--time", "120+30", "--say-press", *by_word, *given.options]

    with ExitStack() as closing:

        def open_room(note: Callable[[Happening | Essence], None]) -> Room:
            room = Room(note, closing, *options, echo=not given.headphones)
            rooms.append(room)
            room.type("Uhr")
            return room

        renderer = Aside(SteadyRenderer(closing.enter_context(Synthesiser())), rooms)
        white, black = voices(given.voices, rng)
        carry = at_the_table(given.room, given.distance, given.seed)
        talk = Conversation(open_room, renderer, (white, black), carry=carry)
        found = talk.play(on_record(said(given, rng, game), lambda: talk.state))
        plies = found.plies
        if given.rematch and not found.broken:
            game = line_of_moves(rng, 2 * given.rematch)
            found = talk.play(rematch(given, rng, talk, rooms[0], game))
            found.plies += plies
    if given.list:
        print(*listed(found.tried), sep="\n")
    return {**figures(found), **timing(rooms[0])}


def keep(path: Path | None, found: dict[str, Any]) -> None:
    """Add a game to those in the file, as a row of the page of measurements."""
    if path is None:
        return
    earlier = results.read(path).figures["games"] if path.exists() else []
    options = " ".join(one for one in sys.argv[1:] if one not in ("--json", str(path)))
    results.write(path, "live", {"games": [*earlier, {"options": options, **found}]})


def main() -> None:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--moves", type=int, default=20, help="of each side")
    parser.add_argument("--ends", choices=("draw", "resignation", "mate"), default="draw")
    parser.add_argument("--rematch", type=int, default=0, metavar="MOVES")
    parser.add_argument("--often", type=float, default=1.0, metavar="TIMES")
    parser.add_argument("--by-word", action="store_true", help="the players press the clock")
    parser.add_argument("--headphones", action="store_true", help="no echo in the microphone")
    add_room(parser)
    parser.add_argument("--voices", nargs=2, default=["f3", "m7"], help="variants of espeak-ng")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="print what was not obeyed at first")
    parser.add_argument("options", nargs="*", help="of hektor play, after --")
    results.add_option(parser)
    given = parser.parse_args()
    if missing():
        parser.exit(1, f"{' and '.join(missing())} are not installed.\n")
    found = play(given)
    print(*told(found), f"late_s: {found['late_s']}, torn_s: {found['torn_s']}", sep="\n")
    keep(given.json, found)


if __name__ == "__main__":
    main()
