# SPDX-License-Identifier: GPL-3.0-or-later
"""Two people who talk with Hektor over a game, simulated: what they say, and what they do then.

A talker wants something (`Act`), waits for the moment to say it, hears what Hektor makes of it and
reacts as people do: answers what is asked back, says it again when it was refused, at most
`TRIES` times in all, and then types it, so that the game goes on. What ought to come of the words
is what comes of the same words typed, which cannot be misheard.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, Protocol

import chess
import numpy as np
import soxr

from announce.text.settings import Settings
from bench.talk.acts import Act, Figures, Group, Result, Tried, When, words
from bench.talk.verdicts import (
    Essence,
    answered_after,
    described,
    essence,
    left_for,
    told_by,
    verdict,
    was_which,
)
from clock.events import GamePaused, MoveCompleted
from game.speech.voice import Voice
from game.speech.voices import END_PAUSE, SAMPLE_RATE, SILENT, Renderer, respell
from lab.acoustics import speech_end
from lab.simulated_room import Happening, SimulatedRoom
from lab.simulated_speech import SpeechEnded, SpeechStarted
from record.session import Session
from rules.position import Position
from table import understanding
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Input, Said
from table.core.state import State, new_state
from table.core.step import ROLE_OF, Handled
from table.events.game import GameEnded, MoveCorrected, MoveMade, MoveSpoken, Role
from table.reception import BOARD, Received
from training.synthesis import Prosody, Synthesiser
from voice.hearing.audio import RATE, Samples
from voice.hearing.gate import Gate
from voice.hearing.recogniser import Recogniser
from voice.language.commands import Command, CommandName
from voice.language.disambiguation import deciding_words
from voice.language.interpretation import Ambiguous, Unsure
from voice.language.lexicon import GERMAN
from voice.language.transcript import HeardUtterance

TRIES: Final = 4
STEP: Final = SECOND * 30 // 1000
REACTS: Final = SECOND // 4
"""So long before somebody speaks they can still be kept from it by Hektor's voice."""

DEAF: Final = SECOND * 8 // 5
"""So long after their words somebody waits for any answer."""

ONCE: Final = (CommandName.CORRECT, CommandName.STOP)
"""What is soon too late: it is said once and then typed."""


class SteadyRenderer:
    """espeak-ng in a process of its own, which gives the same sounds in every run: it draws random
    numbers, so that in a process that speaks anyway each sound depends on all before it."""

    def __init__(self, synthesiser: Synthesiser) -> None:
        self._synthesiser = synthesiser
        self._rendered: dict[tuple[str, Voice], Samples] = {}

    def render(self, text: str, voice: Voice) -> Samples:
        """As :class:`game.speech.voices.EngineRenderer` renders it."""
        if (text, voice) not in self._rendered:
            name = f"{voice.language}+{voice.variant}" if voice.variant else voice.language
            prosody = Prosody(voice.rate, voice.pitch)
            said = respell(text, voice.language)
            sound = self._synthesiser.speak(said, name, prosody).audio
            loud = np.flatnonzero(np.abs(sound.astype(np.int32)) > SILENT)
            self._rendered[text, voice] = sound[: int(loud[-1]) + END_PAUSE if len(loud) else 0]
        return self._rendered[text, voice]


class Broken(Exception):
    """The talkers cannot go on: the game is not theirs any more; the message tells why."""


class Place(Protocol):
    """Where people talk with Hektor: a `lab.simulated_room`, or a real one."""

    now: int

    @property
    def moment(self) -> int:
        """Now, by the clock of the game."""
        ...

    @property
    def state(self) -> State:
        """State of the table."""
        ...

    @property
    def speaks(self) -> bool:
        """True if Hektor does."""
        ...

    def sound(self, samples: Samples) -> int:
        """Make a sound from now on; the moment at which it is over."""
        ...

    def type(self, text: str) -> None:
        """A line is typed now."""
        ...

    def run_until(self, until: int) -> None:
        """Let time pass up to that moment."""
        ...


Open = Callable[[Callable[[Happening | Essence], None]], Place]
"""Opens a place that tells what happens; the game has begun."""


class ReckonedRoom(SimulatedRoom):
    """A room whose clock is that of the game."""

    @property
    def moment(self) -> int:
        """Now."""
        return self.now


def reckoned(
    recogniser: Recogniser,
    renderer: Renderer,
    conditions: Conditions,
    background: Samples | None = None,
    language: str = GERMAN.name,
) -> Open:
    """A reckoned room with a new game in it, for people of that language."""

    def open_room(note: Callable[[Happening | Essence], None]) -> Place:
        def receive(
            said: Said, state: State, now: int, engine: chess.Color | None = None
        ) -> Received:
            received = BOARD.receive(said, state, now, engine)
            telling = told_by(received)
            if telling is not None:
                note(telling)
            return received

        def handle(state: State, given: Input, now: int) -> Handled:
            handled = BOARD.handle(state, given, now)
            leaving = left_for(handled[2])
            if leaving is not None:
                note(leaving)
            return handled

        table = replace(BOARD, receive=receive, handle=handle)
        session = Session(new_state(conditions), Settings(language=language), table=table)
        room = ReckonedRoom(session, recogniser, renderer, note, background=background)
        room.put(Begin())
        return room

    return open_room


class Conversation:
    """Two talkers at a table."""

    def __init__(
        self,
        place: Open,
        renderer: Renderer,
        voices: Iterable[Voice],
        language: str = GERMAN.name,
        carry: Callable[[Samples], Samples] = lambda said: said,
    ) -> None:
        """``voices`` are White's and Black's, made by ``renderer``. All that is no move they say in
        ``language``. ``carry`` makes of it what the microphone hears."""
        self._language = language
        self._carry = carry
        self.figures = Figures()
        self._renderer = renderer
        white, black = voices
        self._voices = {chess.WHITE: white, chess.BLACK: black}
        self._log: list[Happening | Essence] = []
        self._said_moves: dict[str, int] = {}
        self._read_back_of: int | None = None
        self._asked_before: object = None  # what the open question was about
        self._judging = True  # nobody has said anything yet, and there is no room
        self._sounding_since = 0
        self._room = place(self._note)
        self._judging = False

    @property
    def state(self) -> State:
        """State of the table."""
        return self._room.state

    def play(self, acts: Iterable[Act]) -> Figures:
        """Do it all, one after the other."""
        try:
            for act in acts:
                over = self.state.outcome is not None
                self._perform(act)
                if self.state.outcome is not None and not over:
                    break
            self._wait_until_silent()
        except Broken as error:
            self.figures.broken.append(str(error))
        self.figures.seconds = self._room.now / SECOND
        self.figures.plies = len(self.state.record)
        return self.figures

    def change_colours(self) -> None:
        """The players play the next game: whoever had White has Black."""
        white, black = self._voices[chess.WHITE], self._voices[chess.BLACK]
        self._voices = {chess.WHITE: black, chess.BLACK: white}

    # --- An act -----------------------------------------------------------------------------------

    def _perform(self, act: Act) -> None:
        begun = len(self._log)
        self._await(act.when, act.pause)
        if not act.says:
            return
        if act.group is Group.ASIDE:
            self._chat(act)
            return
        first: tuple[Result, str, str, str] | None = None
        result, wrong, attempts, seconds = Result.REFUSED, 0, 0, None
        tries = 1 if self._names(act) in ONCE else TRIES
        for attempts in range(1, tries + 1):
            expected, self._asked_before = self._expected(act), self.state.asked_about
            happened, ended_at = self._say(act)
            if act.group is Group.HARMLESS:  # the clock may be pressed before it is answered
                expected |= self._expected(act)
            became = self._verdict(happened, expected)
            first = first or (became, *described(happened, act.says))
            if became is Result.AT_FIRST:
                seconds = answered_after(happened, ended_at)
                result = Result.AT_FIRST if attempts == 1 else Result.REFUSED
                break
            if became is Result.ASKED and (answered := self._answer(act, expected)):
                natural = act.group is Group.AMBIGUOUS and was_which(happened)
                if attempts == 1 and answered is not Result.REFUSED:
                    result = Result.AT_FIRST if natural else Result.ASKED
                break
            if became is Result.WRONG:
                wrong += 1
                self._repair()
            self._await(self._patience(act), 0.8)
        else:
            self._room.type(self._typed_form(act))
        assert first is not None
        typed = result is Result.REFUSED and attempts == tries
        if wrong:
            result = Result.WRONG
        self.figures.tried.append(
            Tried(act, result, attempts, typed, *first[1:], acts=wrong, seconds=seconds)
        )
        if act.move is not None:
            self._check(act)
        corrected = any(isinstance(one, MoveCorrected) for one in self._log[begun:])
        if self._names(act) is CommandName.CORRECT and not corrected:
            raise Broken("a correction was lost, and the clock was pressed")

    def _chat(self, act: Act) -> None:
        """What is not for Hektor; nothing may come of it."""
        happened, _ = self._say(act)
        became = self._verdict(happened, frozenset())
        wrong = became is Result.WRONG
        result = Result.WRONG if wrong else Result.AT_FIRST
        if became is Result.ASKED:
            result = Result.ASKED
        heard, did, cause = described(happened, act.says)
        self.figures.tried.append(Tried(act, result, 1, False, heard, did, cause, int(wrong)))
        if wrong or self.state.asked is not None:
            self._repair()

    def _check(self, act: Act) -> None:
        """Both boards must be the same before the game goes on."""
        spoken = self.state.spoken
        made = self.state.record[-1].facts.uci if self.state.record else ""
        assert act.move is not None
        if act.move.uci() not in (spoken.move.uci() if spoken else "", made):
            raise Broken(f"{act.says!r} did not become a move")

    def _patience(self, act: Act) -> When:
        """Whoever was refused a reply waits for Hektor to press the clock, or presses it."""
        if act.group is not Group.REPLY:
            return When.SILENCE
        if self.state.conditions.press_after is None and self.state.spoken is not None:
            self._room.type("Uhr")
        return When.PRESSED

    def _names(self, act: Act) -> CommandName | None:
        meant = understanding.typed(act.says, self.state, interface=self._language)
        return meant.name if isinstance(meant, Command) else None

    def _typed_form(self, act: Act) -> str:
        if act.move is None:
            return act.says
        if self.state.spoken is not None:
            self._room.type("Uhr")
        return act.move.uci()

    def _answer(self, act: Act, expected: frozenset[Essence]) -> Result | None:
        """Answer what was asked back, and what is asked about the answer.

        None if what was meant did not come of it, REFUSED if it did when the answer was typed.
        """
        attempts = 0
        while (asked := self.state.asked) is not None:
            attempts += 1
            answer = self._reply_to(act)
            says = answer.says
            if attempts > TRIES:
                before = len(self._log)
                self._room.type(says)
                reached = self._verdict(self._log[before:], expected) is Result.AT_FIRST
                return Result.REFUSED if reached else None
            self._await(When.SILENCE, 0.5)
            happened, _ = self._say(answer)
            reached = self._verdict(happened, expected) is Result.AT_FIRST
            result = Result.REFUSED
            if reached or self.state.asked is None:
                result = Result.AT_FIRST
            elif self.state.asked is not asked:
                result = Result.ASKED
            self.figures.tried.append(Tried(answer, result, 1, False, *described(happened, says)))
            if reached:
                return Result.ASKED
        return None

    def _reply_to(self, act: Act) -> Act:
        """What somebody who meant ``act`` answers to the open question."""
        asked = self.state.asked
        about = None if asked is None else asked.about
        move = act.move
        if isinstance(about, Ambiguous) and move in about.moves:
            options = deciding_words(self._before(move), about.moves)
            says = options[about.moves.index(move)]
            return Act(act.colour, says, Group.ANSWER, move=move)
        if isinstance(about, Unsure):
            agrees = about.move == move
        elif isinstance(about, Command) and about == self._asked_before:
            return replace(act, group=Group.ANSWER)  # the same once more: it was not heard well
        elif isinstance(about, Command):
            agrees = about.name is self._names(act)
        else:
            agrees = move in getattr(about, "reply", ())
        says = words(self._language)["yes" if agrees else "no"][0]
        return Act(act.colour, says, Group.ANSWER)

    def _before(self, move: chess.Move) -> Position:
        """The position in which it is said: a reply comes after the announced move."""
        position, spoken = self.state.position, self.state.spoken
        if spoken is not None and position.board.color_at(move.from_square) != position.turn:
            return position.play(spoken.move)
        return position

    def _expected(self, act: Act) -> frozenset[Essence]:
        """What is to come of it: of a move that it is announced, else what typing it would do; of a
        question also what typing it in one's own name would do, and of one's time both times."""
        if act.move is not None:
            return frozenset({("MoveSpoken", act.move.uci())})
        if act.group is not Group.HARMLESS:
            return self._typed(act.says, None)
        found = self._typed(act.says, None) | self._typed(act.says, ROLE_OF[act.colour])
        times = any("About.TIME:" in str(one) for one in found)
        return found | self._typed("beide Zeiten", None) if times else found

    def _typed(self, text: str, who: Role | None) -> frozenset[Essence]:
        """What would happen if it were typed now."""
        state, now = self.state, self._room.moment
        meant = understanding.typed(text, state, who, self._language)
        received = BOARD.receive(Said(meant, now, who, typed=True), state, now, None)
        telling = told_by(received)
        if telling is not None:
            return frozenset({telling})
        given: Input | None = received.given
        if received.begins and given is None:
            return frozenset({("GameStarted",)})
        if given is None:
            return frozenset()
        _, events, request = BOARD.handle(state, given, now)
        leaving = left_for(request)
        if leaving is not None:
            return frozenset({leaving})
        # What is refused when it is typed is done right if it is refused.
        return frozenset(essence(one) for one in events if not isinstance(one, MoveMade))

    def _verdict(
        self, happened: Iterable[Happening | Essence], expected: frozenset[Essence]
    ) -> Result:
        """AT_FIRST is that it was obeyed."""
        passive = self.state.conditions.press_after is not None or not self._judging
        return verdict(happened, expected, passive=passive)

    def _repair(self) -> None:
        """Undo by the keyboard what nobody meant."""
        state = self.state
        if state.asked is not None:
            self._room.type("nein")
        elif state.offers:
            self._room.type("abgelehnt")
        elif state.paused:
            self._room.type("weiter")
        elif state.spoken is not None:
            self._room.type("Korrektur")
        if self.state.outcome is not None:
            raise Broken("the game was ended by nobody")

    # --- Time and sound ---------------------------------------------------------------------------

    def _await(self, when: When, pause: float) -> None:
        """Until the moment to speak; Hektor's voice makes people wait, if it is not too late."""
        if when is When.OVER:
            self._room.run_until(self._room.now + round(pause * SECOND))
            return
        if when is When.PRESSED:
            limit = self._room.now + 60 * SECOND
            while self.state.spoken is not None and self._room.now < limit:
                self._step()
        wait = round(pause * SECOND)
        self._wait_until_silent()
        until = self._room.now + wait
        while self._room.now < until:
            self._step()
            if self._room.speaks and until - self._room.now > REACTS:
                self._wait_until_silent()
                until = self._room.now + min(wait, SECOND * 2 // 5)

    def _wait_until_silent(self) -> None:
        while self._room.speaks:
            self._step()

    def _step(self) -> None:
        self._room.run_until(self._room.now + STEP)

    def _say(self, act: Act) -> tuple[list[Happening | Essence], int]:
        """Speak, and wait for what Hektor makes of it; what happened, and when the words ended."""
        voice = self._voices[act.colour]
        if act.move is None:
            voice = replace(voice, language=self._language)
        pcm = to_microphone(self._renderer.render(act.says, voice))
        before = len(self._log)
        ended_at = self._room.now + speech_end(pcm)
        over = self._room.sound(self._carry(pcm))
        self.figures.people += len(pcm) / RATE
        self._judging = True
        limit = over + DEAF
        while self._room.now < limit and not self._is_heard(before, ended_at):
            self._step()
        self._judging = False
        happened = self._log[before:]
        for one in happened:
            if isinstance(one, MoveSpoken):
                self._said_moves[one.move.uci] = ended_at
                self._read_back_of = ended_at
        self._step()  # what is spoken at once
        return self._log[before:], ended_at

    def _is_heard(self, before: int, ended_at: int) -> bool:
        """True if Hektor made up its mind of what was said up to then."""
        return any(
            isinstance(one, HeardUtterance) and one.ended_at >= ended_at - SECOND * 3 // 10
            for one in self._log[before:]
        )

    # --- What the room tells ----------------------------------------------------------------------

    def _note(self, happening: Happening | Essence) -> None:
        self._log.append(happening)
        match happening:
            case SpeechStarted(at=at):
                self._sounding_since = at
            case SpeechEnded(at=at):
                self.figures.hektor += (at - self._sounding_since) / SECOND
                if self._read_back_of is not None:
                    opens = at + Gate.TAIL - self._read_back_of
                    self.figures.to_reply.append(opens / SECOND)
                    self._read_back_of = None
            case MoveCompleted() if not self._judging and self.state.record:
                said = self._said_moves.pop(self.state.record[-1].facts.uci, None)
                if said is not None and self.state.conditions.press_after is not None:
                    self.figures.to_press.append((happening.at - said) / SECOND)
            case GamePaused() | GameEnded():
                self._said_moves.clear()


def to_microphone(sound: Samples) -> Samples:
    """A rendered voice as it comes to the microphone: half as loud, at 16 kHz."""
    resampled = soxr.resample(sound.astype(np.float32) / 65_536, SAMPLE_RATE, RATE)
    pcm: Samples = np.rint(resampled * 32_767).astype(np.int16)
    return pcm
