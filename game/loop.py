# SPDX-License-Identifier: GPL-3.0-or-later
"""The one thread that owns the game.

It waits on one queue, at most until the table's next deadline, so that neither speech nor a
keyboard nor a page can delay the clock. What arrives is understood, put into the session (and so
on disk), and only then told.

The time of the game is that of a monotonic clock; the time of day is for the record only. While
the computer sleeps, or keeps the program from running, no time of the game passes (``awake``).
"""

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass

from announce.words.phraser import message
from game import recordings
from game.envelope import Taken, Vault
from game.game_time import GameTime, system_sleep
from game.journal import JournalError
from game.lines import Line, Written, read_line
from game.listener import DeviceReport, Ears, HearingChanged, SpeechHeard
from game.opponents.seat import OpponentMoved, Seat
from game.page.assistant import AssistantPage, StepsDone
from game.presenter import Presenter
from game.recordings import Recording
from game.session import Happened, Session
from game.speakers import Speakers
from game.wall_time import wall_time
from table import adjournment, handle, understanding
from table.answers import RecordingAnswer
from table.commands import COMMANDS
from table.events.dialogue import Device, DeviceLost, DeviceRestored, InfoGiven
from table.events.game import Refusal, Refused, Role
from table.inputs import (
    Begin,
    DeviceChanged,
    Hearing,
    Input,
    Pressed,
    ReadBack,
    Restarted,
    Said,
    Tick,
)
from voice.hearing.recogniser import HeardUtterance
from voice.language.commands import Command, CommandName
from voice.language.completeness import Completeness
from voice.language.intent import Ambiguous, Heard, Intent, NotUnderstood, Unsure
from voice.language.transcript import Words

HEARTBEAT = 1_000_000_000
"""How often the journal notes that the game goes on, in nanoseconds."""

STARTERS = (CommandName.PRESS, CommandName.RESUME)

EARLY = 4_000_000
"""A thread wakes some milliseconds late on a busy machine: so long before a deadline the loop
sleeps no more, in nanoseconds."""

DISK_RETRY = 1_000_000_000
"""After the disk refused, a deadline is tried again this much later."""


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line from the keyboard; None is the end of the input."""

    text: str | None
    at: int


@dataclass(frozen=True, slots=True)
class WasReadBack:
    """The move was read back to the end, or the listener cut it."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the game as it is."""


Item = (
    SpeechHeard
    | HearingChanged
    | DeviceReport
    | OpponentMoved
    | TypedLine
    | Written
    | StepsDone
    | WasReadBack
    | Quit
)


def _nothing(_: object) -> None:
    pass


class Loop:
    """Runs one session until everybody has left; after the game questions are answered."""

    def __init__(
        self,
        session: Session,
        presenter: Presenter,
        base: int = 0,
        clock: Callable[[], int] = time.monotonic_ns,
        *,
        sleep: Callable[[], int] = system_sleep,
        wall: Callable[[], str] = wall_time,
    ) -> None:
        """``base`` is the game time, in nanoseconds, at which the loop starts.

        ``clock`` is monotonic, ``sleep`` tells for how long the computer slept since it was
        started, both in nanoseconds; ``wall`` is the time of day in ISO 8601.
        """
        self.session = session
        self.presenter = presenter
        self.queue: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self.ears: Ears | None = None
        self.seat: Seat | None = None  # of an opponent that is a program
        self.recordings = True  # whether the sound of announced moves is kept (D.2.7)
        self.playback: Callable[[list[bytes]], None] = _nothing
        self.echo: Callable[[bool], None] = _nothing  # whether what is typed is seen
        self._vault = Vault()
        self.page: AssistantPage | None = None
        self.voices: Speakers | None = None  # what was learnt of the players' voices
        self._time = GameTime(clock, sleep, base)
        self._wall = wall
        self._next_beat = 0
        self._not_before = 0  # a deadline waits for the disk
        self._keyboard = True
        self._hears: bool | None = None  # whether the microphone works; None: nothing heard yet
        self._disk_works = True

    def now(self) -> int:
        """Nanoseconds of the game."""
        return self._time.now()

    def typed(self, text: str | None) -> None:
        """A line was typed, or the input ended (None); from any thread."""
        self.queue.put(TypedLine(text, self._time.clock()))

    def run(self) -> None:
        """Until everybody has left, or nothing more can be asked."""
        self._time.start()
        self._expect()
        self._let_opponent_move()
        self.show_page()
        while not self._over():
            try:
                item = self.queue.get(timeout=self._patience())
            except queue.Empty:
                item = None
            self._wake()
            if isinstance(item, Quit) or (item is not None and not self._take(item)):
                return
            self._pass_time()
            self._let_opponent_move()
            self.show_page()

    def _over(self) -> bool:
        """Whether nothing more can be asked: never at a board."""
        return False

    # --- Time -----------------------------------------------------------------------------------

    def _wake(self) -> None:
        """After a sleep both clocks stand where they stood before it."""
        if self._time.slept():
            self._put(Restarted(asleep=True), self.now())

    def _patience(self) -> float:
        """Seconds until time alone asks for something."""
        now = self.now()
        due = self.session.deadline()
        times = [self._next_beat]
        if due is not None:
            times.append(max(due, self._not_before) - EARLY)
        return max(0.0, (min(times) - now) / 1e9)

    def _pass_time(self) -> None:
        now = self.now()
        self._tick(now)
        if now >= self._next_beat:
            self._next_beat = now + HEARTBEAT
            try:
                self.session.alive(now)
            except JournalError as error:
                self._disk_failed(error)

    def _tick(self, now: int) -> None:
        """What time alone does up to ``now``; words are understood in the position after it."""
        due = self.session.deadline()
        if due is not None and max(due, self._not_before) <= now:
            self._put(Tick(), now)

    # --- What arrives ---------------------------------------------------------------------------

    def _take(self, item: Item) -> bool:
        """Work off one item; False when the game is to be left."""
        match item:
            case TypedLine(text=None):
                self._keyboard = False
                return self.ears is not None and self._hears is not False
            case TypedLine(text=str(text), at=at):
                return self._typed(read_line(text), self._time.at(at))
            case Written() | StepsDone():
                self._from_page(item)
            case SpeechHeard(utterance):
                self._spoken(utterance)
            case HearingChanged(on, at):
                if on:
                    self._hears = True
                    self.presenter.give_way()
                self._put(Hearing(on), self._time.at(at))
            case OpponentMoved() as answer:
                if self.seat is not None and not self.seat.answered(answer):
                    return self._take(DeviceReport(Device.OPPONENT, False, answer.move.uci()))
            case DeviceReport():
                return self._reported(item)
            case WasReadBack():
                self._put(ReadBack(), self.now())
        return True

    def _from_page(self, item: Written | StepsDone) -> None:
        if isinstance(item, Written):
            self._typed(item.line, self._time.at(item.at))
        elif self.page is not None:
            self.page.mark(item)

    def _reported(self, report: DeviceReport) -> bool:
        """A device failed or works again; False when nobody can say or type anything any more."""
        if report.device is Device.OPPONENT:
            if self.seat is None:
                return True
            self.seat = None
        self._put(DeviceChanged(report.device, report.works, report.detail), self.now())
        if report.device in (Device.MICROPHONE, Device.RECOGNISER):
            never_worked = not report.works and self._hears is not True
            self._hears = report.works
            return self._keyboard or not never_worked
        return True

    def _typed(self, line: Line, at: int) -> bool:
        if line.leave:
            return False
        self.presenter.cancel()
        if self.seat is not None and line.who is self.seat.role:
            refused = Refused(self.now(), self.seat.colour, Refusal.NOT_HERE)
            self.presenter.warn(refused)  # nobody speaks for the engine
            return True
        if not line.text:
            self._pressed(line.who, at)
            return True
        self._tick(at)
        who = line.who if line.who is Role.ARBITER else self._speaker(line.who)
        taken = self._vault.typed(line.text, self.session.state, who)
        if taken is not None:
            self._sealed(taken)
            return True
        intent = understanding.typed(line.text, self.session.state, who)
        self._meant(Said(intent, at, who, understanding.wording(intent, line.text), typed=True))
        return True

    def _speaker(self, named: Role | None) -> Role | None:
        """Whose words these are: where nobody is named the arbiter's, while he has the floor;
        against an engine they are the human's, whoever says them."""
        if named is None and self.session.state.arbiter_speaks:
            return Role.ARBITER
        return named if self.seat is None else self.seat.human

    def _spoken(self, heard: HeardUtterance) -> None:
        """Speech that was cut by Hektor's own voice is not taken for anything but chatter."""
        ended_at = self._time.at(heard.ended_at)
        self._tick(ended_at)
        who = self._speaker(None)
        best = heard.transcripts[0].text
        intent: Intent
        if heard.clipped or not heard.has_words:
            intent = NotUnderstood("")
        else:
            intent = self._understood(heard, who)
        if isinstance(intent, NotUnderstood) and not heard.has_words:
            self._put(Hearing(False), self.now())  # a noise, a cough: nothing to say about it
            return
        taken = self._vault.spoken(intent, best, self.session.state, who)
        if taken is not None:
            self._sealed(taken)
            self._put(Hearing(False), self.now())
            return
        said = Said(intent, ended_at, who, heard=understanding.wording(intent, best))
        self._meant(said, heard.pcm)

    def _understood(self, heard: HeardUtterance, who: Role | None) -> Intent:
        """A move in the other player's voice is asked about, not played."""
        state, voices = self.session.state, self.voices
        if voices is None:
            return understanding.spoken(heard.transcripts, state, who)
        intent = understanding.spoken(heard.transcripts, state, who, voices.confusions(state))
        if isinstance(intent, Heard) and voices.is_other(heard.pcm, state):
            self.presenter.say(voices.doubted(self.presenter.settings.language))
            return Unsure(intent.move, intent.text)
        return intent

    def _sealed(self, taken: Taken) -> None:
        """Something about the envelope was said or typed; what is in it is told to nobody."""
        refused = taken.refused(self.session.state, self.now())
        if refused is not None:
            self.presenter.warn(refused)
        elif taken.given is not None:
            self._put(taken.given, self.now())
        elif taken.told:
            self.presenter.say([message(taken.told, self.session.settings.language)])

    def _pressed(self, who: Role | None, at: int) -> None:
        """The key starts the game, presses where a move waits, or only cuts the speech."""
        state = self.session.state
        if not state.started:
            refused = handle.refuses(state, Pressed(who), at)
            self._put(Pressed(who) if refused else Begin(), at)
        elif state.waits_for_press or who is not None or adjournment.sealing(state):
            self._put(Pressed(who), at)

    def _meant(self, said: Said, pcm: bytes = b"") -> None:
        """The first move, or the word for the clock, starts the game; ``pcm`` is how it sounded.

        The arbiter's order to begin is worked off at the table, as all of his.
        """
        intent, state = said.intent, self.session.state
        presses = isinstance(intent, Command) and intent.name in STARTERS
        moves = isinstance(intent, Heard | Ambiguous | Unsure) and said.who is not Role.ARBITER
        starts = not state.started and (presses or moves)
        if starts and not handle.refuses(state, said, said.ended_at):
            self._put(Begin(), said.ended_at)
            if presses or not self.session.state.started:
                return
        leaves = isinstance(intent, Command) and intent.name is CommandName.LEAVE
        if leaves and not said.typed and self.session.state.outcome is not None:
            self.queue.put(Quit())  # from the keyboard it is a line that leaves
            return
        if isinstance(intent, Command) and (
            self._of_no_hands(intent) or self.presenter.obey(intent.name)
        ):
            if not said.typed:
                self._put(Hearing(False), self.now())
            return
        recording = None
        if self.recordings and pcm and recordings.is_kept(said):
            recording = recordings.record(pcm)
        self._put(said, self.now(), recording)

    def _of_no_hands(self, command: Command) -> bool:
        """Refuse what is said of hands while the engine is on the move: it has none, and a touch
        would bind it to a move that it does not make (4.3)."""
        seat = self.seat
        if seat is None or not COMMANDS[command.name].of_mover:
            return False
        if self.session.state.position.turn != seat.colour:
            return False
        self.presenter.warn(Refused(self.now(), not seat.colour, Refusal.NOT_ON_MOVE, "4.3"))
        return True

    def _let_opponent_move(self) -> None:
        """Put the engine's move, when it has come and can be made, and press its clock."""
        seat = self.seat
        if seat is None or self.now() < self._not_before:
            return
        answer = seat.next_move(self.session.state, self.now())
        if answer is not None:
            at = self._time.at(answer.at)
            self._put(Said(Heard(answer.move, ""), at, seat.role, typed=True), self.now())
            # Once, not every second: what hinders it, as a demand to seal, somebody has to end.
            seat.refused = self._disk_works and seat.is_to_move(self.session.state)
        state = self.session.state
        waits = state.spoken is not None and state.spoken.facts.colour == seat.colour
        if waits and not state.paused:
            self._put(Pressed(seat.role), self.now())

    # --- The session ----------------------------------------------------------------------------

    def _put(self, given: Input, now: int, recording: Recording | None = None) -> None:
        """Into the session and on disk; then it is told, and the ears expect what comes next."""
        before = self.session.state
        if self.seat is not None and self._by_a_person(given):
            self.seat.refused = False
        try:
            happened = self.session.put(given, now, self._wall(), recording)
        except JournalError as error:
            self._disk_failed(error, asked=self._by_a_person(given))
            return
        if not self._disk_works:
            self._disk_works = True
            self.presenter.warn(DeviceRestored(now, Device.DISK))
        if self.voices is not None:
            self.voices.follow(given, before, self.session.state, happened.events)
        self._tell(happened)
        if before.outcome is None and self.session.state.outcome is not None:
            self._ended()

    def _ended(self) -> None:
        """The table stays open: for questions, and for signatures (8.7)."""
        self.presenter.say([message("over", self.session.settings.language)])

    def _by_a_person(self, given: Input) -> bool:
        if isinstance(given, Said | Pressed):
            return self.seat is None or given.who is not self.seat.role
        return isinstance(given, Begin)

    def _tell(self, happened: Happened) -> None:
        self.presenter.tell(happened)
        sounds = [
            digest
            for event in happened.events
            if isinstance(event, InfoGiven) and isinstance(event.answer, RecordingAnswer)
            for digest in event.answer.sounds
        ]
        if sounds:
            self.playback(self.session.sounds(sounds))
        if happened.events:
            self.echo(not adjournment.sealing(self.session.state))
            self._expect()

    def show_page(self) -> None:
        """Let the assistant's page have the table as it is now; it never waits for a reader."""
        if self.page is not None:
            taken = self._time.clock()
            self.page.show(self.session.state, self._time.at(taken), taken)

    def _disk_failed(self, error: JournalError, asked: bool = False) -> None:
        """Nothing happened, since it is not on record; say so once, and to all who ask."""
        self._not_before = self.now() + DISK_RETRY
        if self._disk_works or asked:
            self._disk_works = False
            self.presenter.warn(DeviceLost(self.now(), Device.DISK, str(error)))

    def _expect(self) -> None:
        """Let the ears listen for what can be said now."""
        if self.ears is None:
            return
        state = self.session.state
        phrases = understanding.listened_for(state)

        def done(words: Words) -> Completeness:
            return understanding.done(words, state)

        engine = None if self.voices is None else self.voices.engine(state)
        self.ears.listen_for(phrases, done, engine, understanding.sentences(state))
