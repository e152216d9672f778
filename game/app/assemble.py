# SPDX-License-Identifier: GPL-3.0-or-later
"""Games at the board, one after the other: what the options bring to them, devices and threads, the
activity and the loop are put together here. Only the commands that play load it."""

import argparse
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import chess

from announce.errors import PlayerError, is_expected, write_report
from announce.lexicon import lexicon
from announce.text.settings import second_scripts
from announce.text.utterance import Utterance
from announce.words.events import start_position_words, to_move
from announce.words.program import message
from game.app import audio, leaving
from game.app import options as profile
from game.app.awake import awake
from game.app.beside import Guest
from game.app.console import PLAIN, Console
from game.base import streams
from game.base.game_time import GameTime
from game.base.inbox import Inbox
from game.base.settings import COMPUTER
from game.play.equipment import Display, Equipment, Observer, give_away, with_names
from game.play.game import Game
from game.play.loop import Activity, Loop, keep_prompt
from game.sound.presenter import Presenter
from opponents.roster import Program, Roster, named
from record.session import Session, begin, unrecorded_next
from table.acts import setup
from table.acts.setup import level_of
from table.arbiter import pin
from table.core.conditions import Conditions, Mode
from table.core.inputs import Errand, Said
from table.core.state import State
from voice.language.commands import Command

if TYPE_CHECKING:
    from game.page.assistant import AssistantPage
    from game.sound.speakers import Speakers


@dataclass(frozen=True, slots=True)
class PageChoice:
    """The page that was asked for. Without a ``language`` it has that of the game. ``address`` is
    where other devices find it, if they may."""

    opens: bool
    language: str | None
    second_script: bool = False
    address: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Extras:
    """Additions to a game by the options: programs to play, the assistant's page, voices that are
    known, the ``guests`` from beside the house, and the names of messages that are told before the
    first game.

    ``program`` is the one that was asked for, which plays as it can; ``seconds`` is the time for
    each move, None: as a player would take. ``usual`` is the Elo that was chosen last, 0 if none
    was. ``plays`` is the side of a program that was asked for now."""

    program: Program | None = None
    seconds: float | None = None
    resigns: bool = True
    usual: int = 0
    plays: chess.Color | None = None
    page: PageChoice | None = None
    speakers: "Speakers | None" = None
    guests: tuple[Guest, ...] = ()
    notices: tuple[str, ...] = ()


def extras(options: argparse.Namespace, agreed: Conditions) -> Extras:
    """Collect what the options add to the game. Raises UserError if the game cannot have that."""
    against = rivals(options, agreed)
    shown = page(options, agreed.mode, pin=bool(agreed.arbiter_pin))
    audio.check(options)
    return replace(against, page=shown, speakers=speakers(options, agreed))


def rivals(options: argparse.Namespace, agreed: Conditions) -> Extras:
    """The programs of the options. Raises UserError if the one that was asked for cannot play."""
    program = None
    if agreed.computer is not None or options.opponent is not None:
        if agreed.mode is Mode.COMPETITION:
            raise PlayerError("no_engine_in_competition")
        if agreed.repeat:
            raise PlayerError("engine_repeats_not")
    if options.opponent not in (None, COMPUTER):
        program = named(options.opponent)
        if program is None:
            raise PlayerError("no_program", program=options.opponent)
    usual = options.level if "level" in options and options.level else 0
    plays = None if options.opponent is None else options.opponent_plays
    return Extras(program, options.opponent_time, options.opponent_resigns, usual, plays)


def page(options: argparse.Namespace, mode: Mode, *, pin: bool = False) -> PageChoice | None:
    """The assistant's page, if one was asked for. Raises UserError if it is not allowed.

    ``pin``: the arbiter has one, so that Hektor knows when to let other devices in."""
    if options.page is None:
        return None
    if mode is Mode.COMPETITION and not options.page_allowed:
        raise PlayerError("no_page_in_competition")
    named = options.page_language
    scripts = second_scripts()
    return PageChoice(
        options.page == "open",
        scripts.get(named, named),
        named in scripts,
        _page_address(options, mode, pin=pin),
    )


def _page_address(options: argparse.Namespace, mode: Mode, *, pin: bool) -> tuple[str, int] | None:
    """Where other devices find the page. Raises UserError if they may not."""
    from game.page.server import address  # noqa: PLC0415 - few games have a page

    if options.page_address is None:
        return None
    if mode is Mode.COMPETITION and not pin:
        raise PlayerError("network_in_competition")
    return address(options.page_address)


def speakers(options: argparse.Namespace, agreed: Conditions) -> "Speakers | None":
    """The players' learnt voices, unless nobody or another model listens."""
    if options.no_microphone or options.model is not None:
        return None
    from game.sound.speakers import load  # noqa: PLC0415 - not where nobody is heard

    return load(agreed, agreed.computer)


NEXT_GAME = "next_game"
"""The message that begins another game at the board."""


Follow = Callable[[Session, Extras, Errand], tuple[Session, Extras]]
"""Makes the next game of the one that is left. Raises UserError if it cannot be begun."""


def at_board(given: argparse.Namespace, sessions: list[Session]) -> Follow:
    """Follow a game with another one at the board, in the same archive, and add it to the
    ``sessions``; a program changes colours too."""

    def follow(before: Session, others: Extras, asked: Errand) -> tuple[Session, Extras]:
        agreed = setup.conditions(before.state.conditions, rematch=asked is Errand.REMATCH)
        key = before.state.pin_key
        session = begin(profile.archive(given), agreed, before.settings, pin_key=key)
        sessions.append(session)
        return session, replace(others, speakers=speakers(given, agreed))

    return follow


def at_clock(before: Session, others: Extras, asked: Errand) -> tuple[Session, Extras]:
    """The clock alone, set anew; there is no record."""
    return unrecorded_next(before, asked), others


# --- Games one after the other -----------------------------------------------------------------


def run(
    options: argparse.Namespace,
    session: Session,
    base: int,
    greeting: str,
    others: Extras | None = None,
    *,
    follow: Follow = at_clock,
    display: Display | None = None,
    farewell: str = "left",
    console: Console = PLAIN,
) -> int:
    """Play ``session`` from game time ``base`` on, and what shall ``follow`` it, while somebody
    stays; return the exit status.

    ``greeting`` and ``farewell`` are names of messages.
    """
    closing = ExitStack()  # in reverse order, and also if the next one cannot be opened
    status = 1
    try:
        with awake(), leaving.by_signals():
            own = others or Extras()
            table = _Sitting(options, session, base, own, console=console, closing=closing)
            table.open(follow, display)
            status = table.play(greeting, farewell)
    finally:
        with leaving.at_most(leaving.CLOSING, status):
            closing.close()
    return status


class _Sitting:
    """The devices of this run, and the game that is played now."""

    def __init__(
        self,
        options: argparse.Namespace,
        session: Session,
        base: int,
        others: Extras,
        *,
        console: Console,
        closing: ExitStack,
    ) -> None:
        self._options = options
        self._console = console
        self._closing = closing
        self._of_game = closing.enter_context(ExitStack())
        self._of_game.callback(session.close)
        self._session = session
        self._base = base
        self._extras = others
        self._opponent: tuple[Utterance, ...] = ()  # what is told of it before the game
        self._known: tuple[Utterance, ...] = ()  # what was said to be in force

    def open(self, follow: Follow, display: Display | None) -> None:
        """The page, all that sounds, and the keyboard."""
        console, session, others = self._console, self._session, self._extras
        inbox = Inbox()
        self._page = None
        if others.page is not None:
            self._page, addresses = self._serve(others.page, inbox)
            # Printed only: the secret is nothing for the ear, nor for the record.
            for name, address in addresses.items():
                console.write(message(name, session.settings.language, address=address).text)
        self._sound = audio.Sound(
            self._options,
            session.settings,
            console.write,
            self._closing,
            overheard=None if self._page is None else self._page.tell,
            inbox=inbox,
        )
        self._closing.callback(console.echo, True)
        if kept := session.state.conditions.arbiter_pin:
            holds = partial(pin.holds, kept=kept, key=session.state.pin_key)
            console.conceal(holds)
        self._devices = Equipment(
            page=self._page,
            display=display,
            playback=None if self._sound.playback is None else self._sound.playback.play,
            echo=console.echo,
            remember=console.remember,
            records=not self._options.no_recordings,
            give=partial(give_away, inbox),
            named=partial(with_names, archive=partial(profile.archive, self._options)),
            observer=self._observed(others.guests, inbox),
        )
        self._follow = follow
        threading.Thread(target=console.read, args=(inbox,), name="keyboard", daemon=True).start()

    def _observed(self, guests: tuple[Guest, ...], inbox: Inbox) -> Observer | None:
        """The call that lets guests look, while the sitting lasts."""
        if not guests:
            return None
        archive = profile.archive(self._options)
        observers = [self._closing.enter_context(one.joins(archive, inbox.put)) for one in guests]

        def look(state: State, at: int) -> str | None:
            told = [one(state, at) for one in observers]
            return next(filter(None, told), None)

        return look

    def _serve(self, choice: PageChoice, inbox: Inbox) -> "tuple[AssistantPage, dict[str, str]]":
        from game.page.server import serve  # noqa: PLC0415 - few games have a page

        session, settings = self._session, self._session.settings
        of_page = replace(
            settings,
            language=choice.language or settings.language,
            second_script=choice.second_script or settings.second_script,
        )
        state, now, closing = session.state, self._base, self._closing
        return serve(of_page, state, now, inbox, closing, opens=choice.opens, at=choice.address)

    def play(self, greeting: str, farewell: str) -> int:
        """Greet, play until everybody has left, and return the exit status."""
        presenter, listener = self._sound.presenter, self._sound.listener
        game = self._new_game()
        try:
            if listener is not None:
                listener.start()  # first, for it learns from the greeting how Hektor sounds
            self._greet(greeting, headless=listener is None and not self._options.no_microphone)
            Loop(self._sound.inbox, presenter, game, listener).run()
            self._session.close()  # first of all
            presenter.say([self._farewell(farewell)])
            presenter.drain()
        except KeyboardInterrupt as interrupt:
            self._session.close()
            presenter.cancel()
            told = self._farewell(farewell)
            presenter.speak([told])
            leaving.print_soon(self._console.write, told.text)
            presenter.drain()
            return interrupt.status if isinstance(interrupt, leaving.Ended) else 0
        except Exception as error:
            self._session.close()
            return _broken(error, presenter, self._farewell(farewell))
        return 0

    def _new_game(self) -> Game:
        """The game of the session, with what belongs to one game: a program that plays, and the
        players' voices."""
        session, speakers = self._session, self._extras.speakers
        if speakers is not None:
            self._of_game.callback(speakers.close)
        roster = _roster(session, self._extras, self._sound.inbox)
        self._opponent = ()
        self._of_game.callback(roster.close)
        agreed, seat = session.state.conditions, None
        plays = self._extras.plays if agreed.computer is None else agreed.computer
        if plays is not None:
            seat, seated = roster.sit(plays, agreed.elo)
            if not session.state.started:
                self._opponent = session.put(seated, 0).utterances
        self._game = Game(
            session,
            self._sound.presenter,
            self._sound.inbox,
            replace(self._devices, opponent=seat, seats=roster, speakers=speakers),
            GameTime(self._sound.inbox.clock, base=self._base),
            follow=self._next_game,
            study=None if session.game is None else self._look_at,  # the clock alone has no games
        )
        return self._game

    def _look_at(self, table: Activity, pgn: str, said: Sequence[Command]) -> Activity:
        from game.app import studies  # noqa: PLC0415 - few games are looked at

        trains = not self._session.state.conditions.competes
        plays = partial(self._next_game, Errand.NEXT_GAME) if trains else None
        played = not pgn and self._session.state.outcome is not None
        shown = None if played else pgn
        found = studies.beside_table(self._options, self._sound, table, plays, shown)
        if found is None:
            return table
        for command in said:
            found.obey(command)
        return found

    def _next_game(self, asked: Errand, said: Sequence[Command] = ()) -> Game:
        """The next game; what is ``said`` of it already tells what is in force."""
        session, others = self._follow(self._session, self._extras, asked)
        self._of_game.close()
        self._of_game = self._closing.enter_context(ExitStack())
        self._session, self._base = session, 0
        self._of_game.callback(self._session.close)
        # Neither the last speaker's model stays nor the program asked for at first.
        self._extras = replace(others, speakers=others.speakers or self._strangers(), plays=None)
        game = self._new_game()
        if self._page is not None:
            self._page.next_game()
        for command in said:
            game.put(Said(command, game.now(), typed=True))
        if not said:
            self._greet("clock_next_game" if session.game is None else NEXT_GAME)
        return game

    def _strangers(self) -> "Speakers | None":
        """Voices of which nothing was learnt."""
        if self._options.no_microphone:
            return None
        from game.sound.speakers import Speakers  # noqa: PLC0415 - not where nobody is heard
        from voice.learning.store import Voices  # noqa: PLC0415

        return Speakers({}, Voices())

    def _greet(self, name: str, *, headless: bool = False) -> None:
        """Say what is in force; of a next game what is not as it was, and who begins."""
        session, presenter = self._session, self._sound.presenter
        language = session.settings.language
        position = _start_position(session)
        in_force = (*_with_level(session.introduce(), self._opponent), *position)
        if self._known and name == NEXT_GAME:
            turn = to_move(session.state, session.settings)
            changed = [one for one in in_force if one not in (*self._known, turn)]
            presenter.say([*changed, turn])
        else:
            speakers = self._extras.speakers
            heard_by = [] if speakers is None else speakers.told(language)
            notices = [message(one, language) for one in self._extras.notices]
            presenter.say([message(name, language), *in_force, *heard_by, *notices])
        self._known = in_force or self._known
        if session.last.utterances:
            presenter.say([message("told_last", language)])
            presenter.tell(session.last)
        if headless:
            presenter.say([message("headless", language)])
        keep_prompt(session.state, language)

    def _message(self, name: str) -> Utterance:
        return message(name, self._session.settings.language)

    def _farewell(self, usual: str) -> Utterance:
        """The farewell: ``usual`` says that the game is saved; other sentences say that it is not,
        or that there is none to go on with."""
        state, trouble = self._session.state, self._game.trouble
        if state.outcome is not None or (trouble is None and not state.started):
            return self._message("left_over")
        if trouble is None:
            return self._message(usual)
        return self._message("left_gone" if trouble.is_gone else "left_unsaved")


def _roster(session: Session, others: Extras, inbox: Inbox) -> Roster:
    """The programs that can play; the one that plays already, in a game that is resumed or follows
    another, is asked for by its name."""
    agreed, program = session.state.conditions, others.program
    if program is None and agreed.program:
        name = agreed.black if agreed.computer == chess.BLACK else agreed.white
        program = replace(named(agreed.program) or Program((agreed.program,), name), name=name)
    return Roster(
        inbox.put,
        program=program,
        seconds=others.seconds,
        resigns=others.resigns,
        usual=agreed.elo or others.usual,
        keep=keep_level,
    )


def keep_level(elo: int) -> None:
    """The strength of the computer for the next game; one that cannot be kept is for this one."""
    with suppress(OSError):
        profile.keep_setting("level", level_of(elo) or elo)


def _with_level(
    introduced: tuple[Utterance, ...], level: tuple[Utterance, ...]
) -> tuple[Utterance, ...]:
    """The introduction, in which a program's line tells its level; more of it comes last."""
    for one in level[:1]:
        names = [each.text for each in introduced]
        named = next((name for name in names if one.text.startswith(name.rstrip("."))), None)
        if named is not None:
            place = names.index(named)
            return (*introduced[:place], one, *introduced[place + 1 :], *level[1:])
    return (*level, *introduced)


def _broken(error: Exception, presenter: Presenter, farewell: Utterance) -> int:
    """End with one sentence and ``farewell``. What the command line tells is raised again."""
    language = presenter.settings.language
    if isinstance(error, streams.OutputLost):  # the command line prints it, but nobody may see that
        presenter.speak([Utterance(lexicon(language).phrase(error.told(language))), farewell])
        presenter.drain()
    if is_expected(error):
        raise error
    write_report()
    presenter.say([message("broken", language), farewell])
    presenter.drain()
    return 1


def _start_position(session: Session) -> list[Utterance]:
    """Before a game of Chess960 its start position, to be set up on the boards; before one that
    does not begin as usual, that it does not."""
    agreed, language = session.state.conditions, session.settings.language
    if session.state.started:
        return []
    if agreed.chess960 is not None:
        return list(start_position_words(agreed.chess960, language))
    usual = agreed.fen == chess.STARTING_FEN or agreed.competes  # which changes nothing there
    return [] if usual else [message("other_start", language)]
