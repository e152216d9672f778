# SPDX-License-Identifier: GPL-3.0-or-later
"""A game in real time, through a virtual microphone and loudspeaker, with ``hektor play``.

    python -m bench.live [--moves 20] [--ends draw|resignation|mate] [--rematch 0] [--often 1]
                         [--by-word] [--headphones] [--voices f3 m7] [--seed 1] [--save FILE]
                         [--list] [--json FILE] [-- OPTIONS]

The talkers and the figures are those of `bench.conversation`; the room is real (`bench.virtual`):
the program runs by itself, sound goes through PortAudio, and the talkers hear Hektor's voice by
its level at the loudspeaker. The microphone hears the loudspeaker too, but with ``--headphones``,
which the program is not told of. What the table did is read from the journal. ``--often`` is how
many times as often as there people ask, correct, offer and interrupt; ``--by-word``: they press the
clock; ``--rematch``: so many moves of each are played of a second game. What follows ``--`` are
options of ``hektor play``, as ``--mode competition`` or ``--language en``. With ``--clock`` two
players with a board of their own press ``hektor clock`` by word, ask, pause and begin anew: there
is no record then, and what was obeyed is read from what the clock writes.

``--save`` keeps all that sounded, the people on the left and Hektor on the right, to listen to, and
beside it the words of all with the second at which they began. ``--json`` adds the game to those in
the file. Figures are of the talk only if the
machine was not kept busy by others: ``late_s`` is by how much the microphone's sound was late at
most, ``torn_s`` how much of the echo was lost. Where others do, ``chrt -r 10`` before the command
gives all sound the right of way, as a sound server asks for. Needs PulseAudio.
"""

import argparse
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import chess
import numpy as np
import soundfile

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
from bench.dictations import outside
from bench.talk.acts import Act, Group, Result, When
from bench.talk.verdicts import Essence
from bench.talkers import Broken, Conversation, SteadyRenderer, to_microphone
from bench.virtual import PATIENCE, SLICE, Talker, missing, sound_server
from game.play.simulated_room import Happening, hush
from game.speech.reckoned import SpeechEnded, SpeechStarted
from game.speech.voice import Voice
from game.speech.voices import Renderer
from record.codec import INPUTS
from record.journal import Archive
from record.snapshot import conditions_of
from rules.position import Position
from table.core.conditions import SECOND
from table.core.inputs import Said
from table.core.state import State, new_state
from table.reception import BOARD
from table.understanding import typed
from training.synthesis import Synthesiser
from voice.evaluation.rooms import SimulatedLoudspeaker, Wave
from voice.hearing.audio import RATE, Samples, duration
from voice.language.commands import Command, Trait
from voice.language.transcript import HeardUtterance, Transcript

LOUD: Final = 200
"""Samples of the loudspeaker beyond that are Hektor's voice."""

WORD: Final = 3
"""Slices in which a word is heard; a click is shorter, and nobody waits for its end."""

SLICE_NS: Final = duration(SLICE)

HOLDS: Final = SECOND * 2 // 5
"""Silence within words, and between two sentences that belong together, is shorter."""

REVERBERATION: Final = 0.4
METRES: Final = 0.6
AHEAD: Final = RATE * 180 // 1000
"""So much is recorded of the loudspeaker before it is heard, lest a slow recorder tears it."""

LOOKS: Final = SECOND // 10
"""How often the journal is read."""


MATE: Final = "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#"
"""Légal de Kermeur - Saint Brie, Paris 1750, for a game that ends so."""


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody said or Hektor wrote, ``at`` nanoseconds."""

    at: int
    who: str
    text: str


class Hall:
    """A real room with Hektor in it, who is ready; see `bench.talkers.Place`.

    ``hektor clock`` has no journal that could be followed: there is no state.
    """

    def __init__(
        self,
        note: Callable[[Happening | Essence], None],
        closing: ExitStack,
        *command: str,
        echo: bool = True,
    ) -> None:
        """What is opened is closed with ``closing``; ``command`` is ``play`` or ``clock``, and its
        options. ``echo``: the microphone hears the loudspeaker, through a room."""
        folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        server = closing.enter_context(sound_server(folder))
        self._note = note
        self._archive = Archive(folder / "games.sqlite")
        self._talker = Talker(server.fifo)
        closing.callback(self._talker.close)
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        self._loudspeaker = reading
        recorder = server.record(writing)
        closing.callback(recorder.terminate)
        record = ["--archive", str(self._archive.path)] if command[0] == "play" else []
        self._program = subprocess.Popen(
            [sys.executable, "-m", "game.app.cli", *command, *record],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=server.environment,
            cwd=Path(__file__).parent.parent,
        )
        closing.callback(self._program.kill)
        self._hush = itertools.cycle(hush().reshape(-1, SLICE // 3))
        self._sounds: list[Samples] = []
        self._room = SimulatedLoudspeaker(REVERBERATION, METRES, seed=1) if echo else None
        self._played = np.zeros(0, np.int16)  # by the loudspeaker, and not heard yet
        self._records = False
        self.torn = 0  # samples of it that came too late to be heard
        self._skipped = 0  # of them, those that have come
        self._begun = time.monotonic_ns()
        self.now = 0
        self.late = 0  # the most by which the microphone's sound came too late
        self._loud = 0  # slices, one after the other
        self._loud_at: int | None = None  # the last sound of Hektor's voice
        self._spoken = 0
        self._looks_at = 0
        self._game = 1
        self._read = 0  # entries of its journal
        self._offset: int | None = None  # of our time to the game's
        self._state: State | None = None
        self.people: list[Samples] = []
        self.hektor: list[Samples] = []
        self.lines: list[Line] = []
        threading.Thread(target=self._read_lines, daemon=True).start()
        until = time.monotonic() + PATIENCE
        while not server.has_ears():
            if time.monotonic() > until:
                raise RuntimeError("Hektor does not listen to the microphone")
            self._slice()
        self.pass_time(self.now + 2 * SECOND)
        self.wait_until_silent()
        self.late = 0

    def next_game(self) -> None:
        """From now on the next game is followed, which was begun. Raises Broken if none was."""
        until = self.now + round(PATIENCE * SECOND)
        while len(self._archive.games()) == self._game:
            if self.now > until:
                raise Broken("there is no next game")
            self.pass_time(self.now + LOOKS)
        self._game, self._read, self._offset, self._state = self._game + 1, 0, None, None
        self._look()
        self.wait_until_silent()

    @property
    def moment(self) -> int:
        """Now, by the clock of the game, as far as it is known."""
        return self.now - (self._offset or 0)

    @property
    def state(self) -> State:
        """Of the table, as its journal has it."""
        assert self._state is not None
        return self._state

    @property
    def speaks(self) -> bool:
        """True if Hektor's voice is heard."""
        return self._loud_at is not None

    def sound(self, samples: Samples) -> int:
        """Somebody makes a sound from now on; the moment at which it is over."""
        padded = np.pad(samples, (0, -len(samples) % SLICE))
        self._sounds += list(padded.reshape(-1, SLICE))
        return self.now + duration(len(samples))

    def say(self, text: str, who: str) -> None:
        """Note what is said now."""
        self.lines.append(Line(self.now, who, text))

    def type(self, text: str) -> None:
        """A line is typed, and worked off soon."""
        assert self._program.stdin is not None
        self._program.stdin.write(f"{text}\n")
        self._program.stdin.flush()
        self.pass_time(self.now + SECOND // 2)
        self._look()

    def pass_time(self, until: int) -> None:
        """Everything up to that moment, which comes by itself."""
        while self.now < until:
            self._slice()
            self._listen()
            if self.now >= self._looks_at:
                self._look()

    def wait_until_silent(self) -> None:
        """Hektor has nothing more to say: there are pauses between sentences."""
        silent_at = self.now
        while self.now < silent_at + SECOND // 2:
            self.pass_time(self.now + SECOND // 10)
            silent_at = self.now if self.speaks else silent_at

    def _slice(self) -> None:
        """30 ms of the microphone, in their time."""
        noise = np.concatenate([next(self._hush) for _ in range(3)])
        sound = self._sounds.pop(0) if self._sounds else np.zeros(SLICE, np.int16)
        mixed = noise + sound + self._echo()
        heard = np.clip(np.rint(mixed), -32_768, 32_767).astype(np.int16)
        self.people.append(sound)
        self.late = max(self.late, self._talker.sound(heard))
        self.now = time.monotonic_ns() - self._begun

    def _echo(self) -> Wave:
        """30 ms of the loudspeaker in the room."""
        if self._room is None or not self._records:
            return np.zeros(SLICE)
        gone = min(len(self._played), self.torn - self._skipped)  # the way is as long as ever
        self._skipped += gone
        sound, self._played = np.split(self._played[gone:], [SLICE])
        self.torn += SLICE - len(sound)
        if self.torn - self._skipped > RATE // 2:  # it would be late for ever
            self._records, self._skipped = False, self.torn
        return self._room.carry(np.pad(sound.astype(np.float64), (0, SLICE - len(sound))))

    def _listen(self) -> None:
        """Whether Hektor's voice is at the loudspeaker."""
        try:
            pcm = os.read(self._loudspeaker, 1 << 16)
        except BlockingIOError:
            pcm = b""
        samples = np.frombuffer(pcm[: len(pcm) // 2 * 2], "<i2")
        if len(samples) and not self._records:
            self._records, self._played = True, np.zeros(AHEAD, np.int16)
        self.hektor.append(samples)
        self._played = np.concatenate((self._played, samples))
        if len(samples) and np.abs(samples.astype(np.int32)).max() > LOUD:
            self._loud += 1
            if self._loud_at is None and self._loud >= WORD:
                self._spoken += 1
                self._note(SpeechStarted(self.now - (WORD - 1) * SLICE_NS, self._spoken, ""))
            if self._loud_at is not None or self._loud >= WORD:
                self._loud_at = self.now
            return
        if len(samples):
            self._loud = 0
        if self._loud_at is not None and self.now - self._loud_at > HOLDS:
            self._note(SpeechEnded(self._loud_at, self._spoken, "", whole=True))
            self._loud_at = None

    def _look(self) -> None:
        """Follow the journal: what was heard, and what came of it."""
        self._looks_at = self.now + LOOKS
        if self._state is None:
            if len(self._archive.games()) < self._game:
                return
            self._state = new_state(conditions_of(self._archive, self._game))
        for entry in itertools.islice(self._archive.entries(self._game), self._read, None):
            self._read += 1
            begun = self.now - entry.at
            self._offset = begun if self._offset is None else min(begun, self._offset)
            given = INPUTS.decode(entry.input)
            if isinstance(given, Said) and not given.typed:
                best = (Transcript(given.heard, 1.0),)
                self._note(HeardUtterance(best, self.now, self.now, self.now))
            self._state, events, _ = BOARD.handle(self._state, given, entry.at)
            for event in events:
                self._note(replace(event, at=event.at + self._offset))

    def _read_lines(self) -> None:
        """What Hektor writes, until it ends."""
        assert self._program.stdout is not None
        for line in self._program.stdout:
            self.lines.append(Line(self.now, "Hektor", line.rstrip()))


class Noted:
    """Renders while the halls sound on, and keeps the words of who speaks there."""

    def __init__(self, renderer: Renderer, halls: list[Hall]) -> None:
        self._renderer = renderer
        self._halls = halls
        self._aside = ThreadPoolExecutor(1)

    def render(self, text: str, voice: Voice) -> Samples:
        """The sound, which is said at once."""
        sound = self._aside.submit(self._renderer.render, text, voice)
        while not sound.done():
            for hall in self._halls:
                hall.pass_time(hall.now + 1)
        for hall in self._halls:
            hall.say(text, voice.variant)
        return sound.result()


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
    """All of a game and its end."""
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
    hall: Hall,
    game: Sequence[tuple[Position, chess.Move]],
) -> Iterator[Act]:
    """A second game with changed colours. Raises Broken if there is none."""
    yield Act(chess.WHITE, "Revanche", Group.CHANGES, pause=1.5)
    hall.next_game()
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
    halls: list[Hall] = []
    by_word = ["--press", "hand"] if given.by_word else []
    options = ["--time", "120+30", "--say-press", *by_word, *given.options]

    with ExitStack() as closing:

        def open_hall(note: Callable[[Happening | Essence], None]) -> Hall:
            hall = Hall(note, closing, "play", *options, echo=not given.headphones)
            halls.append(hall)
            hall.type("Uhr")
            return hall

        renderer = Noted(SteadyRenderer(closing.enter_context(Synthesiser())), halls)
        white, black = voices(given.voices, rng)
        talk = Conversation(open_hall, renderer, (white, black))
        found = talk.play(on_record(said(given, rng, game), lambda: talk.state))
        plies = found.plies
        if given.rematch and not found.broken:
            game = line_of_moves(rng, 2 * given.rematch)
            found = talk.play(rematch(given, rng, talk, halls[0], game))
            found.plies += plies
    if given.list:
        print(*listed(found.tried), sep="\n")
    if given.save:
        save(given.save, halls[0])
    return {**figures(found), **timing(halls[0])}


def timing(hall: Hall) -> dict[str, float]:
    """Seconds by which the microphone's sound was late at most, and that the echo lacks."""
    return {"late_s": round(hall.late / SECOND, 2), "torn_s": round(hall.torn / RATE, 2)}


def save(path: Path, hall: Hall) -> None:
    """The sound of people and Hektor as one stereo file, which began within some milliseconds of
    each other, and beside it all words."""
    left, right = np.concatenate(hall.people), np.concatenate(hall.hektor)
    length = max(len(left), len(right))
    both = [np.pad(each, (0, length - len(each))) for each in (left, right)]
    soundfile.write(path, np.stack(both, axis=1), RATE)
    lines = sorted(hall.lines, key=lambda line: line.at)
    words = [f"{line.at / SECOND:7.1f} {line.who}: {line.text}\n" for line in lines]
    path.with_suffix(".txt").write_text("".join(words), encoding="utf-8")


# --- The chess clock alone ---

TRIES: Final = 4
ANSWERS_WITHIN: Final = 2 * SECOND
NOTHING: Final = "nothing"
"""What is to come of other talk."""

TIME: Final = r"(Stunde|Minute|Sekunde)"
QUESTIONS: Final = {
    "Zeit": TIME,
    "gegnerische Zeit": TIME,
    "beide Zeiten": TIME,
    "Zugzahl": r"(Zug|Züge)\.",
}


@dataclass(frozen=True, slots=True)
class Turn:
    """What is said by White (0) or Black (1) so many seconds after silence, and a pattern of the
    line that is to come of it."""

    player: int
    says: str
    line: str
    group: Group
    pause: float


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of a turn; ``lines`` are those that were written at the first try."""

    turn: Turn
    result: Result
    attempts: int
    lines: tuple[str, ...]


def clock_turns(rng: random.Random, presses: int) -> Iterator[Turn]:
    """A game on the clock, and the beginning of another one."""

    def pause() -> float:
        return min(8.0, 0.4 + rng.lognormvariate(0.0, 0.6))

    yield Turn(0, "Uhr", r"beginnt", Group.CHANGES, 1.5)
    mover = 0
    for number in range(presses):
        if rng.random() < 0.25:
            says = rng.choice(list(QUESTIONS))
            yield Turn(mover, says, QUESTIONS[says], Group.HARMLESS, pause())
        if rng.random() < 0.15:
            yield Turn(mover, next(outside(rng)), NOTHING, Group.ASIDE, pause())
        if number % 9 == 5:
            yield Turn(mover, "Pause", r"^Pause\.", Group.CHANGES, pause())
            yield Turn(1 - mover, "weiter", r"^Weiter\.", Group.CHANGES, 2.0)
        word = rng.choice(("Uhr", "Uhr", "gedrückt"))
        yield Turn(mover, word, r"^Gedrückt\.", Group.CHANGES, pause())
        mover = 1 - mover
    yield Turn(mover, "Revanche", r"abbrechen", Group.CHANGES, 2.0)
    yield Turn(mover, "ja", r"(Revanche|Neue Partie)", Group.ANSWER, 0.6)
    yield Turn(1, "Uhr", r"beginnt", Group.CHANGES, 2.0)
    yield Turn(1, "Uhr", r"^Gedrückt\.", Group.CHANGES, 2.0)


def do_turn(hall: Hall, turn: Turn, voice: Voice, renderer: SteadyRenderer) -> Done:
    """Say it until it is done, at most `TRIES` times; then it is typed."""
    result = Result.REFUSED
    first: tuple[str, ...] | None = None
    for attempt in range(1, TRIES + 1):
        hall.wait_until_silent()
        hall.pass_time(hall.now + round(turn.pause * SECOND))
        hall.wait_until_silent()
        lines = _answered(hall, turn.says, voice, renderer)
        first = lines if first is None else first
        done = any(re.search(turn.line, line) for line in lines)
        if turn.line == NOTHING:
            return Done(turn, Result.WRONG if lines else Result.AT_FIRST, 1, lines)
        if done:
            result = Result.AT_FIRST if attempt == 1 else Result.REFUSED
            return Done(turn, result, attempt, first)
        if any(line.endswith("?") for line in lines):
            hall.pass_time(hall.now + SECOND // 2)
            hall.wait_until_silent()
            lines = _answered(hall, "ja", voice, renderer)
            if any(re.search(turn.line, line) for line in lines):
                return Done(turn, Result.ASKED, attempt, first)
    hall.type(turn.says)
    return Done(turn, result, TRIES, first or ())


def _answered(hall: Hall, text: str, voice: Voice, renderer: SteadyRenderer) -> tuple[str, ...]:
    """What the clock writes to what is said, but for the displays."""
    before = len(hall.lines)
    hall.say(text, voice.variant)
    over = hall.sound(to_microphone(renderer.render(text, voice)))
    hall.pass_time(over + ANSWERS_WITHIN)
    told = [line.text for line in hall.lines[before:] if line.who == "Hektor"]
    return tuple(text for text in told if not re.search(r"\d:\d\d", text))


def play_clock(given: argparse.Namespace) -> dict[str, Any]:
    """The game, and its figures."""
    rng = random.Random(f"live clock {given.seed}")
    with ExitStack() as closing:
        renderer = SteadyRenderer(closing.enter_context(Synthesiser()))
        players = voices(given.voices, rng)
        command = ("clock", "--time", "60+10", *given.options)
        hall = Hall(lambda _: None, closing, *command, echo=not given.headphones)
        done = [
            do_turn(hall, turn, players[turn.player], renderer)
            for turn in clock_turns(rng, 2 * given.moves)
        ]
    if given.save:
        save(given.save, hall)
    if given.list:
        missed = (one for one in done if one.result is not Result.AT_FIRST)
        print(*missed, sep="\n")
    counted = Counter((one.turn.group, one.result) for one in done)
    groups = dict.fromkeys(one.turn.group for one in done)
    return {
        "classes": {
            group.value: {result.value: counted[group, result] for result in Result}
            for group in groups
        },
        "seconds": round(hall.now / SECOND),
        **timing(hall),
    }


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
    parser.add_argument("--clock", action="store_true", help="play with hektor clock alone")
    parser.add_argument("--by-word", action="store_true", help="the players press the clock")
    parser.add_argument("--headphones", action="store_true", help="no echo in the microphone")
    parser.add_argument("--voices", nargs=2, default=["f3", "m7"], help="variants of espeak-ng")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the sound of it there")
    parser.add_argument("--list", action="store_true", help="print what was not obeyed at first")
    parser.add_argument("options", nargs="*", help="of hektor play, after --")
    results.add_option(parser)
    given = parser.parse_args()
    if missing():
        parser.exit(1, f"{' and '.join(missing())} are not installed.\n")
    if given.clock:
        print(play_clock(given))
        return
    found = play(given)
    print(*told(found), f"late_s: {found['late_s']}, torn_s: {found['torn_s']}", sep="\n")
    keep(given.json, found)


if __name__ == "__main__":
    main()
