# SPDX-License-Identifier: GPL-3.0-or-later
"""How much Hektor says over whole games of training at home: words by kind, and its share of time.

    python -m bench.verbosity [--games 6] [--moves 40] [--seed 1] [--list] [--json FILE]
    python -m bench.verbosity SCRIPT

The games are Morphy's at the Opera, with what a blind player asks in it, and some of two people
and some against the computer with the talk of `bench.conversation`: moves, questions, corrections,
offers. All of it is typed, so that nothing is misheard, and told in the usual style. What people
say and what Hektor says is rendered by espeak-ng, each at its usual rate, and added up; nobody
talks over Hektor. ``--list`` prints the games as they are heard. Of a script only the words are
counted.
"""

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, Final

import chess

from announce.lexicon import MOVES as GERMAN
from announce.lexicon import lexicon, plain
from announce.words.events import ECHOES
from bench import results
from bench.conversation import HABITS, acts, drawn, line_of_moves, resigned, voices
from bench.positions import describe
from bench.talk.acts import Act, Group
from bench.talkers import SteadyRenderer
from game.play.script import parse, run
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, Samples
from ground.progress import Progress
from rules.position import Position
from table.events.game import Refused
from training.synthesis import Synthesiser
from voice.language.grammar import phrase

HOME: Final = ("set time 15+10", "set press 3", "set style usual")
"""A game at home; what is said within three seconds after a move comes before the press."""

PACE: Final = 6
"""Seconds from one move to the next: the clock is pressed before the reply."""

PEOPLE: Final = ("f3", "m7")

TALK: Final = replace(HABITS, aside=0.0, ambiguous=0.0)
"""As in the conversations, but for what is not for Hektor, and what it has to ask back."""

STOP: Final = "stopp"
SILENCE: Final = (STOP, "Ruhe")
"""At the table Hektor falls silent; a script, in which nothing sounds, refuses it in words."""

PATIENCE: Final = 3
"""So many seconds of a long answer are heard before somebody stops it."""

MOVES: Final = (
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5 Nbd7 "
    "O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7 Nxd7 Qb8 Nxb8 Rd8"
)
"""Morphy against the Duke of Brunswick and Count Isouard, Paris 1858: 17 moves, and mate."""

QUESTIONS: Final = {
    6: ("letzter Zug",), 10: ("Zeit",), 14: ("Stellung",), 20: ("letzte fünf Züge", "Zeit"),
    24: ("wo steht die Dame",), 28: ("Stellung", "meine Zeit"), 32: ("was steht auf David acht",),
}  # fmt: skip
"""What the player who is to move asks before the move with this number of those above, from 0."""

Line = tuple[float, str, str]
"""When something is said, by whom or, of Hektor, of which event, and what."""

Render = Callable[[str, Voice], Samples]


# --- What people say ------------------------------------------------------------------------------


def opera() -> Iterator[Line]:
    """Morphy's game, with the questions."""
    position = Position.start()
    for number, san in enumerate(MOVES.split()):
        move = position.board.parse_san(san)
        says = (*QUESTIONS.get(number, ()), phrase(describe(position, move)))
        for place, said in enumerate(says):
            yield number * PACE + place, chess.COLOR_NAMES[position.turn], said
        position = position.play(move)


def between(rng: random.Random, length: int) -> Iterator[Line]:
    """A game of two people, so many moves long, that is drawn."""
    game = line_of_moves(rng, 2 * length)
    said = acts(rng, game, by_word=False, habits=TALK)
    return _timed(chain(said, drawn(game[-1][0].turn)))


def against_computer(rng: random.Random, length: int) -> Iterator[Line]:
    """White's words in a game against the computer, and its moves; White resigns."""
    game = line_of_moves(rng, 2 * length)
    said = acts(rng, game, by_word=False, habits=replace(TALK, offer=0.0, slip=0.0))
    heard = (act for act in said if act.colour or act.move is not None)
    return _timed(chain(heard, resigned(chess.WHITE)))


def _timed(said: Iterable[Act]) -> Iterator[Line]:
    """One after the other, the next move once the clock is pressed."""
    at = 0
    for act in said:
        at += PACE if act.move is not None or act.group is Group.ENDS else 1
        yield at, chess.COLOR_NAMES[act.colour], act.says


# --- What is heard --------------------------------------------------------------------------------


def told(said: Iterable[Line], *settings: str) -> list[Line]:
    """A game with these words: what people say, and what Hektor tells, in order."""
    spoken = list(said)
    lines = [f"{at} {who} {words}" for at, who, words in spoken]
    script = [*HOME, *settings, *lines, f"{spoken[-1][0] + PACE} table <wait>"]
    events = [(one["t"], one["event"], _told(one["text"])) for one in run(parse("\n".join(script)))]
    silenced = [(at, Refused.__name__) for at, _, words in spoken if words in SILENCE]
    return sorted(
        [*spoken, *(one for one in events if one[2] and one[:2] not in silenced)],
        key=lambda line: line[0],
    )


def _told(text: str) -> str:
    """Of a move that begins the game its read-back says so, and not the sentence for it."""
    begins = plain(lexicon(GERMAN).sentence("game.game_started"))
    return text.removeprefix(begins).lstrip()


def by_kind(events: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """The words of the lines of a script, by the event that they tell."""
    counted: Counter[str] = Counter()
    for line in events:
        counted[line["event"]] += len(line.get("text", "").split())
    return +counted


def seconds(lines: Iterable[Line], people: Mapping[str, Voice], render: Render) -> dict[str, float]:
    """How long these ``people`` speak, and Hektor of each event; nobody else at the table does.
    What only says back what one of them said is spoken as at the table."""
    spoken: list[tuple[str, float]] = []
    echoed, speaker = {one.__name__ for one in ECHOES}, ""
    for _, who, text in lines:
        speaker = who if who in chess.COLOR_NAMES else speaker
        own = Voice().brisk() if who in echoed and speaker in people else Voice()
        voice = people.get(who) or (None if who in chess.COLOR_NAMES else own)
        if voice is None:
            continue
        if text == STOP:
            told, took = spoken.pop()
            spoken.append((told, min(took, PATIENCE)))
        samples = sum(len(render(line, voice)) for line in text.splitlines())
        spoken.append((who, samples / SAMPLE_RATE))
    summed: dict[str, float] = defaultdict(float)
    for who, took in spoken:
        summed[who] += took
    return summed


def games(count: int, length: int, seed: int) -> Iterator[tuple[str, list[Line]]]:
    """Each game with its kind."""
    yield "opera", told(opera())
    for number in range(count):
        yield "two people", told(between(random.Random(f"{seed} {number}"), length))
        alone = against_computer(random.Random(f"{seed} {number}"), length)
        yield "computer", told(alone, "set computer black")


def measured(found: Iterable[tuple[str, list[Line]]], render: Render) -> dict[str, Any]:
    """The figures of each kind of game."""
    spoken: dict[str, list[dict[str, float]]] = {}
    words: dict[str, Counter[str]] = {}
    for number, (kind, lines) in enumerate(found):
        white, black = voices(PEOPLE, random.Random(number))
        people = {"white": white} | ({} if kind == "computer" else {"black": black})
        spoken.setdefault(kind, []).append(seconds(lines, people, render))
        words.setdefault(kind, Counter()).update(
            by_kind({"event": who, "text": text} for _, who, text in lines)
        )
    return {kind: _figures(spoken[kind], words[kind]) for kind in spoken}


def _figures(games: Iterable[Mapping[str, float]], words: Counter[str]) -> dict[str, Any]:
    """``unasked`` is the share without the answers to what people ask."""
    spoken: dict[str, float] = defaultdict(float)
    for game in games:
        for who, took in game.items():
            spoken[who] += took
    people = sum(spoken.pop(colour, 0) for colour in chess.COLOR_NAMES)
    hektor = sum(spoken.values())
    unasked = hektor - spoken["InfoGiven"]
    return {
        "share": round(hektor / (hektor + people), 3),
        "unasked": round(unasked / (unasked + people), 3),
        "people_s": round(people, 1),
        "hektor_s": {kind: round(took, 1) for kind, took in spoken.items()},
        "words": {kind: words[kind] for kind in spoken},
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("script", type=Path, nargs="?")
    parser.add_argument("--games", type=int, default=6, help="of each kind")
    parser.add_argument("--moves", type=int, default=40, help="of each side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="print the games")
    results.add_option(parser)
    given = parser.parse_args()
    if given.script:
        for kind, count in by_kind(run(parse(given.script.read_text()))).most_common():
            print(f"{kind}: {count} words")
        return
    played = list(games(given.games, given.moves, given.seed))
    if given.list:
        for kind, lines in played:
            print(f"--- {kind}", *(f"{who}: {text}" for _, who, text in lines), sep="\n")
    with Synthesiser() as synthesiser:
        found = measured(Progress().over(played), SteadyRenderer(synthesiser).render)
    for kind, figures in found.items():
        shares = (f"{100 * figures[name]:.1f} %" for name in ("share", "unasked"))
        print(f"{kind}: Hektor talks {', without answers '.join(shares)}")
        print(f"  people {figures['people_s']} s")
        for event, took in figures["hektor_s"].items():
            print(f"  {event} {took} s, {figures['words'][event]} words")
    results.write(given.json, "verbosity", found)


if __name__ == "__main__":
    main()
