# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor demo``: two synthetic players dictate a game into the real recogniser.

Time is the length of what is said. The players' speech is rendered and heard block by block,
Hektor's answers are rendered and collected, and the chess clock runs meanwhile. The players know
only what they want to say. What they say next follows from what Hektor makes of it, so that a
mishearing is corrected, or asked about, as at a real board.
"""

import argparse
import io
import tomllib
import wave
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess
import numpy as np
import soxr

from announce.errors import PlayerError
from announce.lexicon import lexicon
from announce.text.settings import Settings
from announce.text.utterance import Utterance
from announce.words.moves import steps
from announce.words.phraser import Phraser
from clock.clock import shown
from game.app import options
from game.base import streams
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer, Renderer, Samples
from ground import files
from record.pgn import to_pgn
from record.session import Happened, Session
from table import understanding
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Hearing, Input, ReadBack, Said
from table.core.state import new_state
from table.events import Event
from table.events.dialogue import QuestionKind
from table.events.game import DrawOffered, GameEnded, MoveMade
from voice.hearing.audio import RATE, blocks
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language.disambiguation import deciding_words
from voice.language.interpretation import Ambiguous, Intent, NoMatch
from voice.language.transcript import HeardUtterance

PATIENCE = 8
"""How often a player says a move before the demonstration gives up."""

THINKS = SECOND // 2
LISTENS = 2 * SECOND
"""Silence after a phrase, within which the recogniser has to find its end."""


@dataclass(frozen=True, slots=True)
class DemoTurn:
    """A player's plan for a turn; see demo.toml."""

    move: str
    says: str
    slip: str = ""
    asks: str = ""
    then: str = ""
    answer: str = ""


def mixed(sounds: Sequence[tuple[int, Samples]]) -> Samples:
    """One track with each sound, given as (start in ns, samples at SAMPLE_RATE), in its place."""
    starts = [at * SAMPLE_RATE // SECOND for at, _ in sounds]
    ends = [start + len(sound) for start, (_, sound) in zip(starts, sounds, strict=True)]
    track = np.zeros(max(ends, default=0), np.int16)
    for start, end, (_, sound) in zip(starts, ends, sounds, strict=True):
        track[start:end] += sound
    return track


class Demonstration:
    """The game of the demonstration, with its session and its time."""

    def __init__(
        self,
        recogniser: Recogniser,
        renderer: Renderer,
        settings: Settings,
        show: Callable[[str], None],
    ) -> None:
        with (Path(__file__).parent / "demo.toml").open("rb") as file:
            data: dict[str, Any] = tomllib.load(file)
        self._turns = [DemoTurn(**turn) for turn in data["turn"]]
        self._voices = {
            chess.WHITE: Voice(**data["voices"]["white"]),
            chess.BLACK: Voice(**data["voices"]["black"]),
        }
        conditions = Conditions(
            white="Anna",
            black="Hektor",
            time_control=data["time"],
            press_after=round(data["press_after"] * SECOND),
            language=settings.language,
        )
        self.session = Session(new_state(conditions), settings)
        self.sounds: list[tuple[int, Samples]] = []  # all that was to be heard
        self._recogniser = recogniser
        self._renderer = renderer
        self._show = show
        self._now = 0
        self._events: list[Event] = []  # since the player last spoke

    def run(self) -> None:
        """Play the game. Raises PlayerError if the players cannot make themselves understood."""
        self._put(Begin())
        for number, turn in enumerate(self._turns):
            colour = chess.WHITE if number % 2 == 0 else chess.BLACK
            if turn.asks:
                self._pass_time(THINKS, silent_too=False)  # who is to move now asks
                self._say(colour, turn.asks)
            if turn.slip:
                self._say(colour, turn.slip)
                self._say(colour, "Korrektur")
            self._dictate(colour, turn)
            if turn.then:
                self._insist(colour, turn.then, lambda: self._happened(DrawOffered))
                self._insist(not colour, turn.answer, lambda: self._happened(GameEnded))
            self._wait_for_press()

    # --- The players ----------------------------------------------------------------------------

    def _dictate(self, colour: chess.Color, turn: DemoTurn) -> None:
        """Say the move until Hektor has it: answer, correct and repeat as it takes."""
        self._insist(colour, turn.says, lambda: self._spoken_move() == turn.move, turn.move)

    def _insist(
        self, colour: chess.Color, says: str, reached: Callable[[], bool], move: str = ""
    ) -> None:
        phrase = says
        for _ in range(PATIENCE):
            self._say(colour, phrase)
            if reached():
                return
            phrase = self._next_phrase(says, move)
        raise PlayerError("demo_gives_up", said=says)

    def _next_phrase(self, says: str, move: str) -> str:
        """The next phrase of a player who wanted ``move``, after Hektor's answer."""
        asked = self.session.state.asked
        if self.session.state.spoken is not None and move:
            return "Korrektur"
        if asked is None:
            return says
        if asked.question.kind is QuestionKind.WHICH_MOVE and isinstance(asked.about, Ambiguous):
            options = deciding_words(self.session.state.position, asked.about.moves)
            by_move = dict(zip(map(str, asked.about.moves), options, strict=False))
            return by_move.get(move, "Korrektur")
        wanted = getattr(asked.about, "move", None)
        other = isinstance(wanted, chess.Move) and wanted.uci() != move
        return "nein" if other else "ja"

    def _spoken_move(self) -> str:
        spoken = self.session.state.spoken
        return spoken.move.uci() if spoken else ""

    def _happened(self, kind: type) -> bool:
        return any(isinstance(event, kind) for event in self._events)

    # --- Sound ----------------------------------------------------------------------------------

    def _say(self, colour: chess.Color, phrase: str) -> None:
        """A player speaks; the recogniser hears it and Hektor answers."""
        self._pass_time(THINKS, silent_too=False)
        self._events.clear()
        name = "Weiß" if colour else "Schwarz"
        self._show(f"{name} sagt: {phrase}.")
        sound = self._renderer.render(phrase, self._voices[colour])
        self.sounds.append((self._now, sound))
        heard = self._hear(sound)
        if heard is None:
            self._show("Hektor hört nichts.")
            return
        self._now = max(self._now, heard.decided_at)
        state = self.session.state
        intent: Intent = NoMatch("")
        if heard.has_words:
            intent = understanding.spoken(heard.transcripts, state)
        self._put(Said(intent, heard.ended_at, heard=heard.transcripts[0].text))

    def _hear(self, sound: Samples) -> HeardUtterance | None:
        """The phrase in a quiet room, in blocks of the microphone, at the time of the game."""
        state = self.session.state
        phrases = understanding.listened_for(state)
        self._recogniser.listen_for(
            phrases,
            lambda words: understanding.done(words, state),
            sentences=understanding.sentences(state),
        )
        pcm = soxr.resample(sound.astype(np.float32) / 32768, SAMPLE_RATE, RATE)
        room = np.random.default_rng(len(self.sounds))
        silence = np.zeros(RATE * LISTENS // SECOND)
        quiet = np.concatenate((silence[: RATE // 2], pcm * 0.5, silence))
        samples = np.rint(quiet * 32767 + room.normal(0, 8, len(quiet))).astype(np.int16)
        start = self._now - SECOND // 2
        self._recogniser.reset()
        hearing = False
        for block in blocks(samples, start):
            heard = self._recogniser.feed(block.pcm, block.at)
            if heard is not None:
                return heard
            if self._recogniser.hearing and not hearing:
                hearing = True
                self._now = max(self._now, block.at)
                self._put(Hearing(True))
        self._now = max(self._now, block.at)
        self._put(Hearing(False))
        return None

    def _answer(self, utterances: Sequence[Utterance]) -> None:
        """Hektor speaks; the clock runs on."""
        for one in utterances:
            for line in one.text.splitlines():
                self._show(f"Hektor: {line}")
            for segment in one.segments:
                voice = Voice(segment.language)
                sound = self._renderer.render(segment.text, voice)
                self.sounds.append((self._now, sound))
                self._pass_time(len(sound) * SECOND // SAMPLE_RATE, silent_too=True)

    # --- Time -----------------------------------------------------------------------------------

    def _put(self, given: Input) -> None:
        happened = self.session.put(given, self._now)
        self._took(happened)

    def _took(self, happened: Happened) -> None:
        self._events.extend(happened.events)
        self._answer(happened.utterances)
        for event in happened.events:
            self._show_for_others(event)
        if happened.waits:
            self._put(ReadBack())

    def _show_for_others(self, event: Event) -> None:
        """When a move is made, the assistant's steps and both clocks."""
        if not isinstance(event, MoveMade):
            return
        phraser = Phraser(self.session.settings)
        for step in steps(event.move):
            self._show(f"Assistent: {phraser.step(step).text}")
        clock = self.session.state.clock
        white, black = (shown(clock.remaining(each, self._now)) for each in (True, False))
        self._show(f"Uhren: Weiß {white}, Schwarz {black}.")

    def _pass_time(self, nanoseconds: int, silent_too: bool) -> None:
        """Let time pass; what is due in between happens, unless Hektor is speaking."""
        until = self._now + nanoseconds
        if not silent_too:
            self._advance(until)
        self._now = max(self._now, until)

    def _advance(self, until: int) -> None:
        for due, happened in self.session.advance(until):
            self._now = max(self._now, due)
            self._took(happened)

    def _wait_for_press(self) -> None:
        while self.session.state.spoken is not None:
            due = self.session.deadline()
            assert due is not None
            self._advance(due)


# --- The command ----------------------------------------------------------------------------------


def add_demo_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor demo``."""
    parser.add_argument("--save", type=Path, metavar="DIR", help="Keep sound and PGN there.")
    options.add_settings(parser, "demo", ["model"])


def run_demo(given: argparse.Namespace) -> int:
    """Play the sample game of Appendix C of the Laws."""
    recogniser = Recogniser(find_model(given.model))
    table = Demonstration(
        recogniser, EngineRenderer(), Settings(say_press=False), streams.print_line
    )
    table.run()
    pgn = to_pgn(table.session.state)
    print(f"\n{pgn}", end="")
    if given.save is not None:
        _save(given.save, table, pgn)
    return 0


def _save(folder: Path, table: Demonstration, pgn: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files.write(folder / "demo.pgn", pgn.encode())
        sound = io.BytesIO()
        with wave.open(sound, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(SAMPLE_RATE)
            file.writeframes(mixed(table.sounds).tobytes())
        files.write(folder / "demo.wav", sound.getvalue())
    except OSError as error:
        raise PlayerError("unwritten", path=folder, reason=error) from error
    told = lexicon(options.interface()).text("program.report.demo", folder=folder)
    print(f"\n{told}")
