# SPDX-License-Identifier: GPL-3.0-or-later
"""A game, or the clock alone, as an activity: what is done with all that comes to the table.

1. If the computer slept, or the loop was held up, no time of the game has passed (`Game.wake`).
2. What time alone does comes first, up to the moment of the item (`Session.advance`).
3. The table tells what the item is: whose words they are, what they mean, whether they start the
   game, leave it or only concern the telling (`table.reception`). While a move is sealed, the
   envelope stands before it (`record.sealed_moves`).
4. An input goes to the table, and is on disk before anybody hears of it (`Session.put`).
5. What happened is printed and spoken (`game.sound.presenter`) and shown to the assistant.
6. What the table asks of the world is granted, and a program is asked for its move (`_grant`).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from announce.lexicon import lexicon
from announce.text.utterance import Utterance
from announce.words.numbers import cardinal
from announce.words.phraser import Phraser
from announce.words.program import message, near_words, sealed
from game.base.game_time import GameTime
from game.base.inbox import (
    Attendance,
    DevicesChanged,
    HearingChanged,
    Inbox,
    Item,
    SpeechHeard,
    StepsDone,
    TypedLine,
)
from game.play.equipment import NO_EQUIPMENT, Equipment
from game.play.loop import Activity
from game.sound.presenter import Presenter
from opponents.seat import Notice, OpponentDid
from record.archive_file import JournalError
from record.sealed_moves import SealedMoves
from record.session import Happened, Session
from table import reception, understanding
from table.acts.setup import level_of
from table.core.inputs import (
    Acted,
    Advised,
    Begin,
    DeviceChanged,
    Errand,
    Hearing,
    Input,
    OpponentWanted,
    Ordered,
    Pressed,
    ReadBack,
    Request,
    Said,
    Stood,
    Tick,
    next_game,
)
from table.core.state import State
from table.events.dialogue import Device, DeviceLost, DeviceRestored, Stoppage
from table.events.game import Advice, OpponentSeated, Refusal, Refused
from table.reception import Received, is_kept, nearest
from voice.language.commands import Command
from voice.language.interpretation import NoMatch
from voice.language.orders import Order, PinGiven

if TYPE_CHECKING:
    from game.sound.listener import Listeners

HEARTBEAT = 1_000_000_000
"""How often the journal notes that the game goes on, in nanoseconds."""

EARLY = 4_000_000
"""Nanoseconds before a deadline in which the loop sleeps no more: a busy machine wakes it late."""

GIVES_WAY = 4_000_000_000
"""Hektor is silent for whoever speaks, but no longer than a move takes; in nanoseconds."""

TELLS_AT = 2
"""After so many typed lines in a row that were not understood what comes nearest is told, once."""

BY_A_PERSON = (Said, Pressed, Begin, Ordered)


class Game(Activity):
    """One session until everybody has left; after the end questions are answered."""

    def __init__(
        self,
        session: Session,
        presenter: Presenter,
        inbox: Inbox,
        devices: Equipment = NO_EQUIPMENT,
        time: GameTime | None = None,
        *,
        follow: Callable[[Errand, Sequence[Command]], Activity | None] = lambda *_: None,
        study: Callable[[Activity, str, Sequence[Command]], Activity] | None = None,
    ) -> None:
        """``time`` is the game's, by the inbox's clock, from 0 if it is None. ``follow`` makes the
        next game, ``study`` what the last game is looked at with, or one as PGN, and which comes
        back to the activity; in both commands are said first."""
        self.session = session
        self.presenter = presenter
        self.next: Activity | None = self
        self._inbox = inbox
        self._devices = devices
        self._follow = follow
        self._study = study
        self._seat = devices.opponent  # until the program behind it fails
        self._engine = None if self._seat is None else self._seat.colour
        self._time = time or GameTime(inbox.clock)
        self.now = self._time.now
        self._sealed = SealedMoves()
        self._turns_to: Callable[[], Activity | None] | None = None  # after this turn
        self._misses = self._next_beat = 0  # lines not understood in a row; by the inbox's clock
        self._speaks_again: int | None = None  # the same clock; None: Hektor is free to speak
        self._begun = False
        self._listened: State | None = None  # what is listened for, once begun
        self.trouble: JournalError | None = None
        """Why nothing can be recorded now: what was done last is on no record."""

    def begin(self, attendance: Attendance) -> None:
        """The time of the game goes on. No clock runs while the last game is looked at."""
        if self._begun:
            self.presenter.say([Phraser(self.session.settings).say("study.back_at_table")])
        self._begun, self.next, self._listened = True, self, self.session.state
        self._time.start()
        if attendance.alone:
            self.next = None
        else:
            self._after_turn()

    def put(self, given: Input) -> None:
        """Work off an input that comes from no device, now: a script has such."""
        self._advance(self.now())
        self._put(given, self.now())
        self._after_turn()

    def wake(self) -> None:
        """Both clocks stand where they stood before a gap."""
        if (gap := self._time.gap()) is not None:
            self._put(gap, self.now())

    def left_alone(self) -> None:
        """The game is left."""
        self.next = None

    def _after_turn(self) -> None:
        """The clock is pressed after a read-back, the opponent acts, the page shows the table."""
        if self.presenter.was_read_back():
            self._put(ReadBack(), self.now())
        self._let_opponent_act()
        if self._devices.page is not None:
            taken = self._time.clock()
            self._devices.page.show(self.session.state, self._time.at(taken), taken)
        observer = self._devices.observer
        if observer and (news := observer(self.session.state, self.now())):
            self.presenter.say([message(news, self.session.settings.language)])
        if self._turns_to is not None:
            turn, self._turns_to = self._turns_to, None
            self.next = turn()

    # --- Time -----------------------------------------------------------------------------------

    def patience(self) -> float:
        """Seconds until the clock, the journal or the speech wants something."""
        left = self._next_beat - self._inbox.clock()
        if self.trouble is None and (due := self.session.deadline()) is not None:
            left = min(left, due - EARLY - self.now())
        if self._speaks_again is not None:
            left = min(left, self._speaks_again - self._inbox.clock())
        return max(0.0, left / 1e9)

    def pass_time(self, *, idle: bool) -> None:
        """Up to now, or to when the next item came: a move that was made in time while the loop
        was busy comes before the flag."""
        waiting = self._inbox.waiting_since()
        self._advance(self.now() if waiting is None else self._time.at(waiting))
        if self._speaks_again is not None and self._inbox.clock() >= self._speaks_again:
            self._go_on()
        if self._inbox.clock() >= self._next_beat:
            self._next_beat = self._inbox.clock() + HEARTBEAT
            if self.trouble is not None:
                self._try_disk()
            else:
                try:
                    self.session.alive(self.now())
                except JournalError as error:
                    self._disk_failed(error)
        self._after_turn()

    def _advance(self, until: int) -> None:
        """Let time pass on the table; words are understood in the position after it."""
        if self.trouble is not None:
            return
        try:
            for _, happened in self.session.advance(until):
                self._tell(Tick(), happened)
        except JournalError as error:
            self._disk_failed(error)

    # --- What arrives ---------------------------------------------------------------------------

    def hearing(self, changed: HearingChanged) -> None:
        """Hektor gives way to whoever speaks."""
        if changed.on:
            self.presenter.give_way()
            self._speaks_again = self._inbox.clock() + GIVES_WAY
        else:
            self._go_on()
        self._put(Hearing(changed.on), self._time.at(changed.at))

    def received(self, item: Item) -> None:
        """From the assistant's page, from a program, or from what stands beside the house."""
        match item:
            case OpponentDid(did=did):
                if self._seat and not self._seat.take(item, self._time.at(item.at)):
                    self.reported(DeviceChanged(Device.OPPONENT, False, str(did), illegal=True))
            case Notice():
                self.presenter.say([message(item, self.session.settings.language)])
            case Advised() | Ordered():
                self._put(item, self.now())
            case StepsDone() if self._devices.page is not None:
                self._devices.page.mark(item)
            case DevicesChanged() if self._devices.page is not None:
                state, language = self.session.state, self.session.settings.language
                self.presenter.say(self._devices.page.show_devices(item, state, language))

    def reported(self, report: DeviceChanged) -> None:
        """Told and recorded; a person plays on for a program that fails."""
        if report.device is Device.OPPONENT:
            if self._seat is None:
                return
            self._seat = self._engine = None
            if self.session.state.outcome is not None:
                return  # nobody waits for it: it lost on time, or thought for too long
        self._put(report, self.now())

    def typed(self, typed: TypedLine) -> None:
        """A typed line, which cuts Hektor's speech."""
        text, at = typed.text or "", self._time.at(typed.at)
        if typed.who is None and reception.leaves(text):
            self.next = None
            return
        self.presenter.cancel()
        self._advance(at)
        state = self.session.state
        if self._sealed.asks is not None and typed.who is None:
            self._work_off(self._sealed.entered(text, state, at), at, at)
            self._hide()
            return
        if typed.game and self._study is not None:
            if refused := reception.unstudied(state, at):
                self.presenter.warn(refused)
            else:
                self._turns_to = partial(self._study, self, text, ())
            return
        page = None if typed.who is None else self._devices.page  # its language is read there
        language = self.session.settings.language if page is None else page.language
        seats = self._devices.seats
        # What comes from the page names nobody, and leaves nothing.
        line = reception.addressed(text) if typed.who is None else (typed.who, text)
        match given := reception.typed(line, state, at, self._engine, language):
            case Refused():
                self.presenter.warn(given)
            case Pressed() if seats and seats.weakest:
                self._seat_opponent(seats.weakest)  # without more ado
            case Pressed(who):
                self._work_off(self.session.table.press(who, state, at), at, at)
            case Said():
                ordered = isinstance(given.intent, Order)  # which is no act on the envelope
                sealed = None if ordered else self._sealed.typed(given, line[1], state, language)
                secret = self._is_hidden or isinstance(given.intent, PinGiven)
                if secret and isinstance(given.intent, NoMatch):
                    given = replace(given, intent=NoMatch(""), heard="")  # told nobody
                if not (secret or sealed):
                    self._devices.remember(text.strip())
                missed = isinstance(given.intent, NoMatch) and not (seats and seats.asked)
                self._misses = self._misses + 1 if missed else 0
                self._said(given, sealed)
                if self._misses == TELLS_AT and given.heard:  # a secret is told nobody
                    near = nearest(given, self.session.state, language, self.session.table.handle)
                    self.presenter.say(near_words(near, self.session.settings))
                self._hide()

    def _hide(self) -> None:
        self._devices.echo(not self._is_hidden)

    @property
    def _is_hidden(self) -> bool:
        """True while what is typed is not seen: a PIN, a passphrase, a sealed move."""
        state, asked = self.session.state, self._sealed.asks is not None
        return asked or state.sealing or understanding.awaits_pin(state)

    def heard(self, item: SpeechHeard) -> None:
        """Understand what was heard. Words that Hektor itself was saying may be its echo: they are
        asked back where in doubt."""
        heard, over, best = item.utterance, item.over, item.utterance.transcripts[0]
        echoed = over and self.presenter.has_said(best.plain, heard.started_at)
        self._advance(ended_at := self._time.at(heard.ended_at))
        state, speakers = self.session.state, self._devices.speakers
        said = reception.spoken(
            heard.transcripts,
            state,
            ended_at,
            self._engine,
            None if speakers is None else speakers.confusions(state, item.who),
            clipped=heard.clipped,
            who=item.who,
            over=over,
            echoed=echoed,
            doubtful=item.doubtful,
        )
        if isinstance(said, Hearing):
            self._put(said, self.now())
            self._go_on()
            return
        sealed = self._sealed.spoken(said, best.text, state) if state.sealing else None
        self._said(said, sealed, heard.pcm)
        self._go_on(answered=state.asked is None or self.session.state.asked is not state.asked)

    def _go_on(self, *, answered: bool = False) -> None:
        """Let Hektor speak again: nobody else does, or for too long."""
        self._speaks_again = None
        self.presenter.go_on(answered=answered)

    def _said(self, said: Said, sealed: Received | None, pcm: bytes = b"") -> None:
        """Words, unless they went into the envelope: what is in it is told to nobody."""
        if (seats := self._devices.seats) is not None and seats.asked is not None:
            said, wanted = seats.hear(said, self.session.settings.language)
            if wanted is not None:
                self._seat_opponent(wanted)
        said = self._devices.named(said)
        state, now = self.session.state, self.now()
        received = sealed or self.session.table.receive(said, state, now, self._engine)
        self._work_off(received, said.ended_at, now, pcm)
        if not (said.typed or received.begins or received.given is said):
            self._put(Hearing(False), self.now())  # speech that led to nothing at the table

    def _work_off(self, received: Received, moment: int, now: int, pcm: bytes = b"") -> None:
        """Carry out the table's answer; a start counts from ``moment``. ``pcm`` is its sound."""
        if received.refused is not None:
            self.presenter.warn(received.refused)
        if received.message:
            self.presenter.say([message(received.message, self.session.settings.language)])
        if received.telling is not None:
            self.presenter.obey(received.telling)
            self.session.tell_by(self.presenter.settings)
        if received.begins:
            self._put(Begin(by_move=received.given is not None), moment)
            if not self.session.state.started:
                return
        if (given := received.given) is not None:
            sound = None
            if pcm and self._devices.records and isinstance(given, Said) and is_kept(given.intent):
                from game.sound.recordings import record  # noqa: PLC0415 - only for what is heard

                sound = record(pcm)
            self._put(given, now, sound)

    # --- The opponent ---------------------------------------------------------------------------

    def _let_opponent_act(self) -> None:
        """Put what the opponent does now: an act, and then its move."""
        if self._seat is None or self.trouble is not None:
            return
        given = self._seat.next_input(self.session.state, self.now())
        if given is not None and self._put(given, self.now()) and isinstance(given, Acted):
            self._let_opponent_act()

    def _seat_opponent(self, wanted: OpponentWanted) -> None:
        """Let a program sit down, once it is known how strong it shall be."""
        seats, language = self._devices.seats, self.session.settings.language
        if seats is None:
            self.presenter.warn(Refused(self.now(), not wanted.colour, Refusal.NOT_HERE))
            return
        if (found := seats.seat(wanted)) is None:
            highest = cardinal(level_of(seats.highest) or 0, language)
            self.presenter.say([message("which_level", language, highest=highest)])
            return
        if self._seat is not None:
            self._seat.opponent.close()
        self._seat, seated = found
        self._engine = wanted.colour
        self._put(seated, self.now())

    # --- The session ----------------------------------------------------------------------------

    def _put(self, given: Input, now: int, recording: bytes | None = None) -> bool:
        """Into the session and on disk, and then told; False if it could not be recorded."""
        if self.trouble is not None and isinstance(given, BY_A_PERSON):
            self._try_disk()
        try:
            happened = self.session.put(given, now, recording)
        except JournalError as error:
            self._disk_failed(error, asked=isinstance(given, BY_A_PERSON))
            return False
        self._tell(given, happened)
        return True

    def _tell(self, given: Input, happened: Happened) -> None:
        """Tell everybody concerned the consequences of an input."""
        session, devices, language = self.session, self._devices, self.session.settings.language
        if devices.speakers is not None:
            devices.speakers.follow(given, session.before, session.state, happened.events)
        if self._seat is not None:
            self._seat.follow(given, session.state, by_a_person=isinstance(given, BY_A_PERSON))
        if happened.events:
            self._hide()  # before anybody is asked for what nobody may see
            self._listened = session.state
        self.presenter.tell(happened)
        if devices.display is not None:
            devices.display(session.state.clock, self.now(), happened.events)
        if happened.recordings and devices.playback is not None:
            devices.playback(session.sounds(happened.recordings))
        if any(isinstance(event, OpponentSeated) and not event.name for event in happened.events):
            self._seat = self._engine = None
        if happened.request is not None:
            self._grant(happened.request)
        ended = session.before.outcome is None and session.state.outcome is not None
        self.presenter.say(sealed(happened.seal, language))
        if devices.page is not None:
            devices.page.sealed(happened)
        if ended and next_game(happened.request) is None:
            self.presenter.say([message(session.table.over, language)])  # for signatures too (8.7)

    def _grant(self, request: Request) -> None:
        """Do what the table wants done in the world."""
        phraser, turn = Phraser(self.session.settings), self.session.state.position.turn
        if wanted := next_game(request):
            self.presenter.say([phraser.say(f"game.{wanted[0]}")])
            self._turns_to = partial(self._follow, *wanted)
            return
        match request:
            case OpponentWanted():
                self._seat_opponent(request)
            case Advice() as kind if self._devices.seats is not None:
                self._devices.seats.advise(kind, self.session.state)
            case Errand.LEAVE:
                self.next = None
            case (Errand.STUDY | Command()) as asked if self._study is not None:
                said = (asked,) if isinstance(asked, Command) else ()
                self._turns_to = partial(self._study, self, "", said)
            case Errand() if request is not Errand.STUDY and self._devices.give is not None:
                self._devices.give(self.session, request)
            case Errand() | Command():
                self.presenter.warn(Refused(self.now(), turn, Refusal.NOT_HERE))

    def _disk_failed(self, error: JournalError, asked: bool = False) -> None:
        """Nothing happened, since it is not on record; say so once, and to all who ask. Nobody can
        press a clock now, so that the time stands until the disk works."""
        state, language = self.session.state, self.session.settings.language
        first, self.trouble = self.trouble is None, error  # known before anybody is told
        if first or asked:
            device = Device.ARCHIVE if error.is_busy else Device.DISK
            self.presenter.warn(DeviceLost(self.now(), device, str(error)))
            if error.is_gone:
                self.presenter.say([Utterance(lexicon(language).phrase(error.told(language)))])
        if first and state.time_of is not None:
            self._time.hold()
            calls = state.conditions.ruled_on
            self.presenter.say([message("arbiter_stands" if calls else "time_stands", language)])

    def _try_disk(self) -> None:
        """If the disk takes it, it is on record that the time stood, and all goes on."""
        given = Stood(Stoppage.DISK, self._time.held())
        try:
            happened = self.session.put(given, self.now())
        except JournalError:
            return
        self.trouble = None
        self._time.release()
        self.presenter.warn(DeviceRestored(self.now(), Device.DISK))
        self._tell(given, happened)

    def situation(self) -> object:
        """The table after what happened last, and the language of the people."""
        return self._listened, self.presenter.settings.language

    def listen(self, listener: "Listeners") -> None:
        """For what the table understands now."""
        state, table, speakers = self.session.state, self.session.table, self._devices.speakers
        engine_of = None if speakers is None else partial(speakers.engine, state)
        done = partial(understanding.done, state=state)
        sentences = table.sentences(state, self.presenter.settings.language)
        listener.listen_for(table.phrases(state), done, engine_of, sentences)
