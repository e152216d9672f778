# SPDX-License-Identifier: GPL-3.0-or-later
"""A game in progress: its state, its journal and the words for what happens.

Everything that drives a game (the loop, a script, the demonstration) puts its inputs in here and
lets time pass by `Session.advance`. An input counts only when it is on disk: if the journal cannot
write, nothing has happened.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from announce.text.settings import Audience, Settings
from announce.text.utterance import Utterance
from announce.words.events import after_introduction, all_words, introduction
from announce.words.moves import as_agreed
from clock.clock import SECOND
from record.archive_file import sha256
from record.codec import EVENTS, INPUTS, Snapshot, encode_snapshot
from record.journal import Archive, Journal
from record.seal import seal_of, sealed_result
from record.snapshot import stored
from table.acts import setup
from table.core.conditions import Conditions, Mode
from table.core.inputs import Begin, Errand, Input, Ordered, Request, Said, Stood, Tick
from table.core.state import State, new_state
from table.events import Event
from table.events.answers import SoundOf
from table.events.arbiter import OrderGiven
from table.events.dialogue import InfoGiven, Question, QuestionClosed
from table.events.game import Refused
from table.reception import BOARD, Table


def wall_time() -> str:
    """The time of day, in ISO 8601 with the zone: for records only, no game depends on it."""
    try:
        now = datetime.now().astimezone()
    except ValueError:  # the environment names no time zone that there is
        now = datetime.now(UTC)
    return now.isoformat(timespec="milliseconds")


_TO_THE_DESK = (OrderGiven, Refused, Question, QuestionClosed)
"""What an order from a desk elsewhere is answered with where nothing was done: only the arbiter
there is concerned, who reads it in the record. At the table somebody may be thinking (11.5), and a
line that is printed is heard, too, where a screen reader runs."""


@dataclass(frozen=True, slots=True)
class Happened:
    """The consequences of one input: the events, how each is told, and the request to the world.

    ``waits``: a move was announced, and the pause before its press begins when all was told.
    ``seal`` is that of a game that has just ended or was adjourned (``record.seal``). It is empty
    without a record, and at the end of a training game, where nobody wants to show it.
    """

    events: tuple[Event, ...]
    utterances: tuple[Utterance, ...]
    waits: bool = False
    request: Request | None = None
    seal: str = ""

    @property
    def recordings(self) -> tuple[str, ...]:
        """The digests of the recordings that somebody asked to hear."""
        told = [one.answer for one in self.events if isinstance(one, InfoGiven)]
        asked = [fact for one in told for fact in one.facts if isinstance(fact, SoundOf)]
        return tuple(digest for one in asked for digest in one.sounds)


NOTHING = Happened((), ())


class Session:
    """Owns the state of one game; used by one thread."""

    def __init__(
        self,
        state: State,
        settings: Settings,
        journal: Journal | None = None,
        table: Table = BOARD,
        wall: Callable[[], str] = wall_time,
    ) -> None:
        """``wall`` is the time of day in ISO 8601, for the record only."""
        self.table = table
        self.state = state
        self.before = state  # the state before the last input
        self.last = NOTHING  # of a resumed game: what is to be told again
        self.tell_by(settings)
        self.sealed = ""  # the hash of the last entry with a seal that was made here
        self._introduced = False
        self._reached = 0  # the time of the last input
        self._journal = journal
        self._snapshot = Snapshot(state)
        self._wall = wall

    def tell_by(self, settings: Settings) -> None:
        """All is told so from now on; moves, as is agreed for this game."""
        self.settings = as_agreed(settings, self.state.conditions)

    def put(self, given: Input, now: int, recording: bytes | None = None) -> Happened:
        """Work off an input that arrived at ``now``; ``recording`` is its sound, a whole FLAC file,
        which is written with it (D.2.7).

        An input older than the one before counts from that one's moment: the time of a record never
        decreases. Raises JournalError if it cannot be recorded; then nothing has happened.
        """
        now = max(now, self._reached)
        sounds = {}
        if isinstance(given, Begin) and not self.state.started:
            given = replace(given, late=self.state.conditions.late_at(self._wall()))
        elif isinstance(given, Said) and recording is not None:
            given = replace(given, sound=sha256(recording))
            sounds = {given.sound: recording}
        state, events, request = self.table.handle(self.state, given, now)
        if isinstance(given, Tick | Ordered) and not events and state == self.state:
            self.before = state
            return NOTHING
        agreed_anew = state.conditions is not self.state.conditions
        settings = as_agreed(self.settings, state.conditions) if agreed_anew else self.settings
        told: tuple[Utterance, ...] = ()
        try:
            told = self._words(given, events, state, settings)
        finally:  # a fault in the words loses no move
            seal = self._record(given, now, state, events, told, sounds)
            self.before, self.state, self._reached = self.state, state, now
            self.settings = settings
        if isinstance(given, Ordered) and all(isinstance(one, _TO_THE_DESK) for one in events):
            told = ()
        return Happened(events, told, self._waits(events), request, seal)

    def _words(
        self, given: Input, events: tuple[Event, ...], state: State, settings: Settings
    ) -> tuple[Utterance, ...]:
        """The words for what an input led to."""
        if state.arbiter_speaks:  # 12.7: all is told as to an arbiter, with articles
            settings = replace(settings, audience=Audience.ARBITER)
        if self._introduced and not self.state.started:
            return _opening(given, events, settings)
        return all_words(events, settings, heard=isinstance(given, Said) and not given.typed)

    def _record(  # noqa: PLR0917 - the parts of an entry
        self, given: Input, now: int, state: State, events: tuple[Event, ...],
        told: tuple[Utterance, ...], sounds: Mapping[str, bytes],
    ) -> str:  # fmt: skip
        """Write the entry of an input; its seal, if it has one that somebody wants to see."""
        said = tuple(one.spoken for one in told if one.text)
        before, snapshot = self._snapshot, self._snapshot.after(state, events, bool(said))
        sealed, digest = sealed_result(self.state, state), ""
        if self._journal is not None:
            digest = self._journal.append(
                at=now,
                wall=self._wall(),
                given=INPUTS.encode(given),
                events=tuple(EVENTS.encode(event) for event in events),
                said=said,
                sealed=sealed,
                result=state.outcome.result if state.outcome else "*",
                sounds=sounds,
                snapshot=None if snapshot == before else encode_snapshot(snapshot),
            )
        self._snapshot = snapshot
        if sealed:
            self.sealed = digest
        shown = state.conditions.mode is Mode.COMPETITION or state.adjourned
        return seal_of(digest) if sealed and digest and shown else ""

    def _waits(self, events: tuple[Event, ...]) -> bool:
        """True if a move waits for its press since the last input, or its pause began anew then:
        whatever else is told holds up nothing."""
        spoken = self.before.spoken, self.state.spoken
        since, anew = (one and (one.at, one.told_at) for one in spoken)
        return bool(events) and anew is not None and anew != since

    def introduce(self) -> tuple[Utterance, ...]:
        """Names, time and mode of a game that is to start; its start does not tell them again."""
        if self.state.started:
            return ()
        _, events, _ = self.table.handle(self.state, Begin(), 0)
        self._introduced = True
        return tuple(one for event in events for one in introduction(event, self.settings))

    @property
    def game(self) -> int | None:
        """The number of the game in its archive; None without a record."""
        return None if self._journal is None else self._journal.game

    @property
    def started(self) -> str:
        """When the game was made, in ISO 8601; empty without a record."""
        return "" if self._journal is None else str(self._journal.started)

    def deadline(self) -> int | None:
        """When a :class:`Tick` is due, in nanoseconds of the game."""
        return self.table.deadline(self.state)

    def advance(self, until: int) -> Iterator[tuple[int, Happened]]:
        """Let time pass: the moment of each tick that is due by then, and what it led to."""
        while (due := self.table.deadline(self.state)) is not None and due <= until:
            yield due, self.put(Tick(), due)

    def alive(self, now: int) -> None:
        """Note on disk that the game ran at ``now``."""
        if self._journal is not None:
            self._journal.alive(max(now, self._reached))

    def sounds(self, digests: Iterable[str]) -> list[bytes]:
        """The recordings with these digests; those that cannot be read are left out."""
        if self._journal is None:
            return []
        found = (self._journal.sound(digest) for digest in digests)
        return [data for data in found if data is not None]

    def close(self) -> None:
        """Let go of the journal."""
        if self._journal is not None:
            self._journal.close()


def begin(
    archive: Archive,
    conditions: Conditions,
    settings: Settings,
    wall: Callable[[], str] = wall_time,
    *,
    pin_key: bytes = b"",
) -> Session:
    """A new game in the archive; its clock is started by ``Begin``.

    ``pin_key`` is the key under which the arbiter's PIN is kept, if one is set."""
    state = new_state(conditions, pin_key)
    data, snapshot = INPUTS.encode(conditions), encode_snapshot(Snapshot(state))
    journal = archive.create(data, conditions.white, conditions.black, wall(), snapshot)
    return Session(state, settings, journal, wall=wall)


def unrecorded_next(before: Session, asked: Errand) -> Session:
    """The game after ``before``, on no record, as that one."""
    agreed = setup.conditions(before.state.conditions, rematch=asked is Errand.REMATCH)
    return Session(new_state(agreed), before.settings, table=before.table)


def resume(
    archive: Archive,
    game: int,
    settings: Settings,
    wall: Callable[[], str] = wall_time,
    *,
    pin_key: bytes = b"",
) -> tuple[Session, int]:
    """The game as it was when the program last ran, with its clocks paused; and that moment.

    Raises JournalError if it is not on disk as it was written.
    ``last`` of the session is to be told: the last announcement may not have been heard before
    the program died, and the clocks stand now.
    """
    journal = archive.open(game)
    try:
        snapshot = stored(archive, game)
        state, events = replace(snapshot.state, pin_key=pin_key), snapshot.announced
        now = archive.last_alive(game)
        session = Session(state, settings, journal, wall=wall)
        session._snapshot, session._reached = snapshot, now
        waits = state.spoken is not None
        session.last = Happened(events, all_words(events, session.settings), waits)
        if state.started and state.outcome is None:
            stopped = session.put(Stood(lasted=_away(journal.noted, now, wall())), now)
            session.last = Happened(
                events + stopped.events, session.last.utterances + stopped.utterances, waits
            )
    except BaseException:
        journal.close()
        raise
    return session, now


def _away(noted: tuple[int, str], alive: int, today: str) -> int:
    """For how many nanoseconds the program did not run, by the time of day; 0 if nobody knows.

    ``noted`` is as in `Journal`. When the program last ran the time of the game was ``alive``, and
    it is ``today`` now.
    """
    reached, wall = noted
    try:
        passed = datetime.fromisoformat(today) - datetime.fromisoformat(wall)
    except (ValueError, TypeError):  # no time of day on record, or one without a zone
        return 0
    return max(0, round(passed.total_seconds() * SECOND) - (alive - reached))


def _opening(given: Input, events: tuple[Event, ...], settings: Settings) -> tuple[Utterance, ...]:
    """The sentences for the start of a game that was introduced; for a start by a move nothing
    before its read-back but what was asked and is not so."""
    if any(isinstance(event, Refused) for event in events):
        return all_words(events, settings)
    if isinstance(given, Begin) and given.by_move:
        events = tuple(event for event in events if isinstance(event, QuestionClosed))
    return tuple(one for event in events for one in after_introduction(event, settings))
