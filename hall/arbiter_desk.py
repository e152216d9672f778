# SPDX-License-Identifier: GPL-3.0-or-later
"""The desk of a hall as an activity: what is done with all that comes from tables and arbiters.

1. What a table has sent is done again with the table's own ``handle`` (``hall.desk``): so the desk
   knows its game, and who calls. Before everything that the server has is here, nothing is told.
2. A new call is told, and waits in the queue until its table has no need of an arbiter any more.
3. A line is one of the desk's words, a question, answered from what the desk knows, or an order
   (``hall.lines``). Orders are signed by the arbiter who has given their name and their passphrase
   here, and go out with one number for all their tables.
4. What is said is a line too, but an order that was heard is asked back first. Nobody signs in by
   voice: a passphrase that is spoken is none any more.
5. What became of an order is told when all of its tables have answered, or after a while of those
   that have (``hall.desk.told_now``); and once more where a table that had been silent obeyed after
   all.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from announce.text.utterance import Utterance
from clock.clock import SECOND
from game.base.inbox import Attendance, HearingChanged, Item, SpeechHeard, TypedLine
from game.play.loop import Activity
from game.sound.presenter import Presenter
from hall import lines, words
from hall.calls import OpenCall, Queued, going, in_order, who_goes
from hall.desk import (
    ALONE_AFTER,
    Absence,
    Given,
    TableView,
    absences,
    gone_out,
    told_now,
    with_alive,
    with_message,
)  # fmt: skip
from hall.desk_words import DeskWord, phrases, sentences
from hall.following import Follower, Unsent
from hall.line import Came
from hall.message import read, read_alive
from hall.orders import LASTS, Fate, Signatory, believed, number_after, sealed
from hall.served import HallPage, SignsIn
from hall.ticket import Ticket
from table import reception
from table.core.inputs import DeviceChanged, Ordered
from table.events.dialogue import DeviceLost, DeviceRestored
from voice.language.completeness import Completeness

if TYPE_CHECKING:
    from game.sound.listener import Listeners

LOOKS = 250_000_000
"""Nanoseconds between two looks at what time alone has changed."""

KEPT = 100
"""So many orders are remembered."""

ASKED_FOR = 20
"""Seconds for which it is asked whether an order that was heard is meant."""

TELLS_READ = 10
"""Seconds after which it is told how much of the hall was read."""


class ArbiterDesk(Activity):
    """One sitting at the desk of a hall, until it is left."""

    def __init__(
        self,
        ticket: Ticket,
        follower: Follower,
        tables: Iterable[int],
        presenter: Presenter,
        *,
        clock: Callable[[], int] = time.monotonic_ns,
        wall: Callable[[], float] = time.time,
        page: HallPage | None = None,
        stays: bool = False,
        echo: Callable[[bool], None] = lambda _: None,
    ) -> None:
        """``ticket`` is that of the desk, ``follower`` its line; ``tables`` are known before they
        send anything. ``clock`` is that of the inbox, ``wall`` the time of day in seconds.
        ``stays``: the desk goes on when nothing more can be typed. ``echo`` shows or hides what is
        typed."""
        self.views = {table: TableView(table) for table in tables}
        self.next: Activity | None = self
        self._ticket, self._follower, self._presenter = ticket, follower, presenter
        self._settings = presenter.settings
        self._clock, self._wall, self._echo = clock, wall, echo
        self._page, self._stays = page, stays
        self._ready, self._since = False, 0.0  # in seconds
        self._cut = False
        self._early: list[TypedLine] = []
        self._leaves_by: int | None = None  # nothing more is typed; what waits until then is told
        self._signs = Signatory(ticket.arbiters)
        self._asked = ""  # whose passphrase is asked for
        self._unsure: tuple[lines.Ordering, int] | None = None  # asked back, and until when
        self._given: dict[int, Given] = {}
        self._taken: dict[tuple[int, object], str] = {}
        self._absent: dict[int, Absence] = {}
        self._opened: int | None = None
        self._next_look = self._tells_read = 0

    # --- The loop -------------------------------------------------------------------------------

    def begin(self, attendance: Attendance) -> None:
        """The tables are read."""
        self._say(words.note("reading", self._settings, name=self._ticket.hall))
        self._tells_read = self._clock() + TELLS_READ * SECOND
        self._follower.start()

    def end(self) -> None:
        """The tables go on."""
        self._follower.close()

    def patience(self) -> float:
        """Until the next look."""
        return max(0.0, (self._next_look - self._clock()) / SECOND)

    def left_alone(self) -> None:
        """Wait for the outcome of what was ordered: nothing more is typed."""
        if not self._stays and self._leaves_by is None:
            self._leaves_by = self._clock() + (LASTS + 10) * SECOND

    def hearing(self, changed: HearingChanged) -> None:
        """Hektor gives way to whoever speaks."""
        if changed.on:
            self._presenter.give_way()
        else:
            self._presenter.go_on()

    def heard(self, heard: SpeechHeard) -> None:
        """A line that was said. Nothing is told of what means nothing: it was said to somebody
        else, or by the desk itself."""
        transcripts, began = heard.utterance.transcripts, heard.utterance.started_at
        said = None if heard.utterance.clipped else lines.heard(transcripts)
        echoed = heard.over and self._presenter.has_said(transcripts[0].plain, began)
        if said is not None and self._ready and not self._asked and not echoed:
            self._obey(*said, heard=True)
        self._presenter.go_on()

    def reported(self, report: DeviceChanged) -> None:
        """The presenter tells it."""
        change = DeviceRestored if report.works else DeviceLost
        self._presenter.warn(change(0, report.device))

    def situation(self) -> object:
        """The same can be said all the time."""
        return self._settings.language

    def listen(self, listener: "Listeners") -> None:
        """For the words of the desk, and for what may be said to a table."""
        said = sentences(self._settings.language)
        listener.listen_for(phrases(), lambda _: Completeness.OPEN, None, said)

    def received(self, item: Item) -> None:
        """From the thread of the hall, or from the page."""
        match item:
            case Came("read"):
                self._caught_up()
            case Came("cut"):
                self._is_cut()
            case Came("ended"):
                self._say(words.note("gone", self._settings))
                self.next = None
            case Came():
                self._came(item)
            case Unsent(table, number) if number in self._given:
                order = self._given[number]
                self._given[number] = replace(order, unsent=order.unsent | {table})
            case SignsIn(name, passphrase):
                self._sign_in(name, passphrase)

    def pass_time(self, *, idle: bool) -> None:
        """Look at what time alone has changed."""
        now = self._clock()
        if now < self._next_look:
            return
        self._next_look = now + LOOKS
        if self._ready:
            self._look_at_tables(now / SECOND)
            self._tell_outcomes(now / SECOND)
        elif now >= self._tells_read:
            self._tells_read = now + TELLS_READ * SECOND
            self._say(words.read(self._follower.part, self._settings))
        if self._page is not None:
            self._page.show(tuple(self.views.values()), self.queue(), self._signs.name, now)
        mine = (one for one in self._given.values() if one.by in self._signs.before)
        waits = bool(self._early) or any(one.waits for one in mine)
        if self._leaves_by is not None and (not waits or now > self._leaves_by):
            self.next = None

    # --- What tables send -----------------------------------------------------------------------

    def _came(self, came: Came) -> None:
        view = self.views.setdefault(came.table, TableView(came.table))
        match came.kind:
            case "entry":
                place = f"{self._ticket.hall}/{came.table}"
                self._changed(with_message(view, read(came.data, place)))
            case "alive":
                self._changed(with_alive(view, read_alive(came.data), self._clock()))
            case "order":
                self._sent(came)
            case "taken":
                self._taken_by(came)

    def _changed(self, view: TableView) -> None:
        """A table has another state now: what calls for an arbiter is told."""
        before = self.views[view.table]
        self.views[view.table] = view
        known = {one.identity for one in before.calls}
        here = {one.identity for one in view.calls}
        for identity in known - here:
            self._taken.pop((view.table, identity), None)
        if not self._ready:
            return
        for call in view.calls:
            if call.identity not in known:
                told = words.call_words(self._queued(view, call), self._settings)
                self._say(told, urgent=True)
        if view.damage is not before.damage and view.damage is not None:
            self._say(words.damage_words(view.table, view.damage, self._settings))
        ended = before.state is not None and before.state.outcome is None
        ordered = view.outcomes != before.outcomes  # what became of an order tells it too
        if view.state is not None and view.state.outcome is not None and ended and not ordered:
            self._say(words.ended(view, self._settings))

    def _caught_up(self) -> None:
        """All that the server has is here, or the server is back."""
        if self._cut and self._ready:
            self._say(words.note("back", self._settings))
        self._cut = False
        if self._ready:
            return
        self._ready, self._since = True, self._clock() / SECOND
        self._say(words.ready(self._ticket.hall, self.views.values(), self._settings))
        self._say(*(words.call_words(one, self._settings) for one in self.queue()))
        early, self._early = self._early, []
        for line in early:
            self.typed(line)

    def _is_cut(self) -> None:
        if not self._cut:
            self._cut = True
            self._say(words.note("cut", self._settings))

    def queue(self) -> tuple[Queued, ...]:
        """All open calls, who waits longest first."""
        return in_order(
            self._queued(view, call) for view in self.views.values() for call in view.calls
        )

    def _queued(self, view: TableView, call: OpenCall) -> Queued:
        seconds = max(0, view.time(self._clock()) - call.at) // SECOND
        taken = self._taken.get((view.table, call.identity), "")
        return Queued(view.table, call, seconds, taken)

    def _look_at_tables(self, now: float) -> None:
        """Which tables are not there any more, and which are back."""
        self._absent, news = absences(self._absent, self.views, now)
        for why, tables in news.items():
            self._say(words.of_tables(f"told.{why}", tables, self._settings))

    # --- What is typed --------------------------------------------------------------------------

    def typed(self, typed: TypedLine) -> None:
        """A line, from the keyboard or the page."""
        text = (typed.text or "").strip()
        if typed.who is None:
            self._presenter.cancel()
        if self._asked and typed.who is None:
            self._sign_in(self._asked, text)
        elif typed.who is None and reception.leaves(text):
            self.next = None
        elif not self._ready:
            self._early.append(typed)
        elif len(text) > reception.LONGEST_LINE:
            self._say(words.note("unclear", self._settings, said=text[:40]))
        elif (name := self._signs.meant(text)) is not None:
            self._ask_passphrase(name)
        elif text:
            self._obey(text, self._settings.language)

    def _obey(self, text: str, language: str, *, heard: bool = False) -> None:
        """A line in a language; what was ``heard`` may be meant for somebody else."""
        settings, now = self._settings, self._clock()
        if self._is_answered(text, language):
            return
        meaning = lines.meant(
            text,
            self.views,
            now,
            language,
            opened=self._opened,
            asking=lines.asking(self.views, self._given, self._signs.before),
        )
        nothing = isinstance(meaning, lines.NotMeant) and not meaning.missing
        if heard and nothing:
            return
        self._unsure = None
        match meaning:
            case lines.OfHall(word, tables):
                self._of_hall(word, tables)
            case lines.AsksTables(asked):
                for table, said in asked:
                    if len(asked) > 1:
                        self._say(words.of_tables("heading", (table,), settings))
                    self._say(*words.answers(self.views[table], said, settings))
            case lines.Ordering() if heard and self._signs.pen and not meaning.answers:
                self._unsure = meaning, now + ASKED_FOR * SECOND
                self._say(words.sure(meaning.tables, meaning.text, settings))
            case lines.Ordering():
                self._order(meaning)
            case lines.NotMeant():
                self._say(words.not_meant(meaning, settings))

    def _is_answered(self, text: str, language: str) -> bool:
        """True if a line answers whether the order that was heard is meant."""
        if self._unsure is None or self._clock() > self._unsure[1]:
            return False
        meant = lines.yes_or_no(text, language)
        if meant is None:
            return False
        order, self._unsure = self._unsure[0], None
        if meant:
            self._order(order)
        else:
            self._say(words.note("not_given", self._settings))
        return True

    def _of_hall(self, word: DeskWord, tables: tuple[int, ...]) -> None:
        settings = self._settings
        known = [table for table in tables if table in self.views]
        if missing := [table for table in tables if table not in self.views]:
            self._say(words.of_tables("no_game", missing, settings))
        match word:
            case DeskWord.CALLS:
                queue = self.queue()
                told = [words.call_words(one, settings) for one in queue]
                self._say(*(told or [words.note("told.no_calls", settings)]))
            case DeskWord.TAKE:
                self._take(tables)
            case DeskWord.OVERVIEW:
                for table in known if tables else sorted(self.views):
                    self._say(words.summary(self.views[table], self._clock(), settings))
            case DeskWord.OPEN | DeskWord.RECORD:
                for table in known:
                    if word is DeskWord.OPEN:
                        self._open(table)
                    else:
                        self._say(*words.score(self.views[table], settings))
                if not tables:
                    self._say(words.note("open_none", settings))
            case DeskWord.SIGN_OFF:
                self._signs.leave()
                self._say(words.note("signed_off", settings))

    def _open(self, table: int) -> None:
        """How a table stands, its calls, its record, and its last minute of talk."""
        self._opened = table
        view, settings, now = self.views[table], self._settings, self._clock()
        self._say(*words.header(view, settings), *words.clocks(view, now, settings))
        self._say(*words.doubts(view, now / SECOND, settings))
        self._say(*(words.call_words(self._queued(view, one), settings) for one in view.calls))
        self._say(*words.score(view, settings))
        if view.state is not None:
            self._say(*words.talk(view, now, settings))

    # --- Who gives orders -----------------------------------------------------------------------

    def _ask_passphrase(self, name: str) -> None:
        self._asked = name
        self._say(words.note("passphrase", self._settings, name=name))
        self._echo(False)

    def _sign_in(self, name: str, passphrase: str) -> None:
        self._asked = ""
        self._echo(True)
        now, before = self._clock(), self._signs.before
        if self._signs.signs(name, passphrase, now):
            self._say(words.note("signed_in", self._settings, name=name))
            if name not in before:
                self._tell_outcomes(now / SECOND, obeyed=False)
        else:
            self._say(words.wrong_passphrase(self._signs.wait(now), self._settings))

    # --- Orders ---------------------------------------------------------------------------------

    def _order(self, given: lines.Ordering) -> None:
        settings = self._settings
        pen = self._signs.pen
        if pen is None:
            self._say(words.note("nobody", settings, names=", ".join(self._ticket.arbiters)))
            return
        if given.missing:
            self._say(words.of_tables("no_game", given.missing, settings))
        last = max([0, *self._given, *(one.last_order for one in self.views.values())])
        number = number_after(last, int(self._wall() * 1000))
        now = self._clock() / SECOND
        noted = Given(number, given.text, self._signs.name)
        for table, intent in given.intents:
            view = self.views[table]
            assert view.opening is not None
            order = Ordered(number, self._signs.name, intent, given.text)
            data = sealed(f"{self._ticket.hall}/{table}", view.opening.hash, order, pen)
            noted = gone_out(noted, table, now)
            self._follower.order(table, number, data)
        self._note(noted)
        known = now - self._since > ALONE_AFTER  # before that a table may be about to give a sign
        waiting = [table for table in noted.sent if known and self.views[table].absence(now)]
        if waiting:
            self._say(words.of_tables("order.waits", waiting, settings))

    def _note(self, order: Given) -> None:
        self._given[order.number] = order
        while len(self._given) > KEPT:
            del self._given[next(iter(self._given))]

    def _sent(self, came: Came) -> None:
        """An order went out, from whichever desk: from now on it waits for its table."""
        order, _ = believed(came.data, self._ticket.arbiters)
        if isinstance(order, Ordered):
            at = self._clock() / SECOND - came.age
            new = Given(order.number, order.heard, order.by)
            self._note(gone_out(self._given.get(order.number, new), came.table, at))

    def _tell_outcomes(self, now: float, *, obeyed: bool = True) -> None:
        """To an arbiter who has signed in here; of one who has not, it waits until they do, and
        then of what they ordered before only that is told which was not ``obeyed``."""
        for number, order in self._given.items():
            if order.by in self._signs.before:
                self._given[number], found = told_now(order, self.views, now)
                news = {at: one for at, one in found.items() if obeyed or one.fate is not Fate.DONE}
                self._say(*words.outcomes(news, order.text, self._settings))

    # --- Calls ----------------------------------------------------------------------------------

    def _take(self, tables: tuple[int, ...]) -> None:
        """The arbiter who is known here goes to the tables, or to the call that waits longest."""
        if not self._signs.name:
            self._say(words.note("nobody", self._settings, names=", ".join(self._ticket.arbiters)))
            return
        waiting = [one for one in self.queue() if not one.taken]
        wanted = [one for one in waiting if one.table in tables] if tables else waiting[:1]
        if not wanted:
            self._say(words.note("told.none_waits", self._settings))
        for one in wanted:
            self._follower.taken(one.table, going(one.call, self._signs.name))

    def _taken_by(self, came: Came) -> None:
        """An arbiter goes to a table, as some desk told: whoever was first."""
        call, by = who_goes(came.data)
        if by not in self._ticket.arbiters:
            return
        for one in self.views[came.table].calls:
            key = came.table, one.identity
            if one.told == call and key not in self._taken:
                self._taken[key] = by
                if self._ready:
                    self._say(words.of_tables(
                    "told.taken", (came.table,), self._settings,
                    name=words.name(by, self._settings),
                ))  # fmt: skip

    def _say(self, *told: Utterance, urgent: bool = False) -> None:
        self._presenter.say(told)
        if self._page is not None:
            self._page.tell(told, urgent=urgent)
