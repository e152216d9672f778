# SPDX-License-Identifier: GPL-3.0-or-later
"""A game at the board: devices, threads, the presenter and the loop are put together here."""

import argparse
import gc
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial

import chess

from announce.errors import is_expected, write_report
from announce.lexicon import lexicon
from announce.page.view import View
from announce.text.utterance import Utterance
from announce.words.events import start_position_words, to_move
from announce.words.program import message
from game.app import leaving
from game.app import options as profile
from game.app.company import Company, PageChoice
from game.app.console import PLAIN, Console
from game.app.following import NEXT_GAME, Follow
from game.app.loudspeakers import OWN, drivers, kept_voice
from game.base import streams
from game.base.game_time import GameTime
from game.base.inbox import Attendance, Inbox, Spoken
from game.page.assistant import AssistantPage
from game.page.content import Hub
from game.play.loop import Devices, Display, Loop
from game.sound.listener import Listener
from game.sound.presenter import Presenter
from game.sound.recordings import Playback
from game.sound.speakers import Speakers
from game.sound.voice_settings import keep_voice, voice_path
from game.speech.channels import Channels
from game.speech.manager import Callbacks
from game.speech.player import Loudspeaker, StreamPlayer
from game.speech.voices import Voice
from opponents.programs import Program
from opponents.roster import Roster
from record.archive_file import ArchiveGone
from record.session import Session
from table import understanding
from table.acts.setup import level_of
from table.arbiter import pin
from table.core.conditions import Conditions
from table.core.inputs import DeviceChanged
from table.core.state import State
from table.events.dialogue import Device
from voice.hearing.audio import Microphone, Source
from voice.hearing.duplex import Duplex
from voice.hearing.engines import Engine
from voice.hearing.gate import Gate
from voice.hearing.models import ModelError, find_model
from voice.hearing.recogniser import Recogniser
from voice.hearing.second_pass import load_engine
from voice.language.grammar import runtime_phrases
from voice.language.lexicon import vocabulary
from voice.language.missing_words import unsayable
from voice.learning.store import Voices

MakeStudy = Callable[[Presenter, Inbox, Listener | None], Callable[[Attendance], bool]]
"""Makes the function of `Devices.study` of what there is at the table."""


def run(
    options: argparse.Namespace,
    session: Session,
    base: int,
    greeting: str,
    company: Company | None = None,
    *,
    follow: Follow | None = None,
    display: Display | None = None,
    farewell: str = "left",
    console: Console = PLAIN,
    study: MakeStudy | None = None,
) -> int:
    """Play ``session`` from game time ``base`` on, and what shall ``follow`` it, while somebody
    stays; return the exit status.

    ``greeting`` and ``farewell`` are names of messages. ``study`` makes what the last game is
    looked at with.
    """
    closing = ExitStack()  # in reverse order, and also if the next one cannot be opened
    status = 1
    try:
        with leaving.by_signals():
            status = _run(
                options, session, base, greeting, company or Company(), closing=closing,
                follow=follow, display=display, farewell=farewell, console=console, study=study,
            )  # fmt: skip
    finally:
        with leaving.at_most(leaving.CLOSING, status):
            closing.close()
    return status


def _run(
    options: argparse.Namespace,
    session: Session,
    base: int,
    greeting: str,
    company: Company,
    *,
    closing: ExitStack,
    follow: Follow | None,
    display: Display | None,
    farewell: str,
    console: Console,
    study: MakeStudy | None,
) -> int:
    """The same, with what is to be closed at the end in ``closing``."""
    ears, inbox = make_ears(options), Inbox()
    pulse = leaving.Pulse(leaving.STILL if options.speech == OWN else leaving.READER)
    of_game = closing.enter_context(ExitStack())
    of_game.callback(session.close)
    assistant = None
    if company.page is not None:
        assistant, addresses = _serve(company.page, session, base, inbox, closing)
        # Printed only: the secret is nothing for the ear, nor for the record.
        for name, address in addresses.items():
            console.write(message(name, session.settings.language, address=address).text)
    speech = make_speech(options, ears, inbox, pulse)
    if speech is not None:
        closing.callback(speech.close)
    playback = _playback(options, speech, ears.gate, inbox)
    closing.callback(playback.close)
    presenter = Presenter(
        session.settings,
        console.write,
        speech,
        silence=None if speech is None else playback.cancel,
        remember=remember,
        overheard=None if assistant is None else assistant.tell,
        hangs=pulse.stopped,
    )
    closing.callback(console.echo, True)
    if kept := session.state.conditions.arbiter_pin:
        console.conceal(partial(pin.holds, kept=kept, key=session.state.pin_key))
    strangers = Speakers({}, Voices())  # of whom nothing was learnt
    listener = make_listener(options, presenter, ears, inbox, company.speakers or strangers)
    if listener is not None:
        closing.callback(listener.stop)
    devices = Devices(
        listener=listener,
        page=assistant,
        display=display,
        playback=None if options.no_speech else playback.play,
        echo=console.echo,
        remember=console.remember,
        study=None if study is None else study(presenter, inbox, listener),
        keeps_recordings=not options.no_recordings,
    )
    threading.Thread(target=console.read, args=(inbox,), name="keyboard", daemon=True).start()
    bundled = strangers.bundled if company.speakers is None else company.speakers.bundled
    attendance = None
    known: tuple[Utterance, ...] = ()
    while True:
        seated, level = _seated(devices, session, company, inbox, of_game)
        time = GameTime(inbox.clock, base=base)
        loop = Loop(session, presenter, inbox, seated, time, attendance=attendance)
        deaf = options.no_microphone or attendance is not None
        in_force = (*_with_level(session.introduce(), level), *_start_position(session))
        begin = _greeting(session, greeting, in_force, known, company.speakers)
        status = _play(loop, seated, begin, farewell, console.write, deaf=deaf)
        known = in_force or known
        if loop.next_game is None or follow is None:
            return status
        following = follow(session, company, loop.next_game)
        of_game.close()
        of_game = closing.enter_context(ExitStack())
        session, company, greeting = following.session, following.company, following.greeting
        of_game.callback(session.close)
        company = _heard_anew(company, strangers, bundled)
        attendance, base = loop.attendance, 0
        if assistant is not None:
            assistant.next_game()


def _seated(
    devices: Devices, session: Session, company: Company, inbox: Inbox, of_game: ExitStack
) -> tuple[Devices, tuple[Utterance, ...]]:
    """The devices with what belongs to one game: a program that plays, and the players' voices. And
    what is told of the program before the game."""
    if company.speakers is not None:
        of_game.callback(company.speakers.close)
    rivals, agreed = company.rivals, session.state.conditions
    roster = Roster(
        inbox.put,
        program=rivals.program or _program_of(agreed),
        seconds=rivals.seconds,
        resigns=rivals.resigns,
        usual=agreed.elo or rivals.usual,
        keep=keep_level,
    )
    of_game.callback(roster.close)
    seat, told = None, tuple[Utterance, ...]()
    plays = rivals.plays if agreed.computer is None else agreed.computer
    if plays is not None:
        seat, seated = roster.sit(plays, agreed.elo)
        if not session.state.started:
            told = session.put(seated, 0).utterances
    return replace(devices, opponent=seat, seats=roster, speakers=company.speakers), told


def _program_of(agreed: Conditions) -> Program | None:
    """The program that plays already, in a game that is resumed or follows another."""
    if not agreed.program:
        return None
    return Program(
        (agreed.program,), agreed.black if agreed.computer == chess.BLACK else agreed.white
    )


def _with_level(
    introduced: tuple[Utterance, ...], level: tuple[Utterance, ...]
) -> tuple[Utterance, ...]:
    """The introduction, in which the line of a program tells its level, and not its name twice."""
    for one in level[:1]:
        names = [each.text for each in introduced]
        named = next((name for name in names if one.text.startswith(name.rstrip("."))), None)
        if named is not None:
            place = names.index(named)
            return (*introduced[:place], *level, *introduced[place + 1 :])
    return (*level, *introduced)


def keep_level(elo: int) -> None:
    """The strength of the computer for the next game; one that cannot be kept is for this one."""
    with suppress(OSError):
        profile.keep_setting("level", level_of(elo) or elo)


def _heard_anew(company: Company, strangers: Speakers, bundled: Engine | None) -> Company:
    """The players of the next game are heard with their own models, strangers with ``bundled``:
    the model of the last speaker does not stay."""
    speakers = company.speakers or strangers
    speakers.bundled = bundled
    return replace(company, speakers=speakers)


def _greeting(
    session: Session,
    name: str,
    in_force: tuple[Utterance, ...],
    known: tuple[Utterance, ...],
    speakers: Speakers | None,
) -> list[Utterance]:
    """What is said before a game; of a next one what is not as it was, and who begins."""
    language = session.settings.language
    if known and name == NEXT_GAME:
        changed = [one for one in in_force if one not in known]
        return [*changed, to_move(session.state.position.turn, session.settings)]
    heard_by = [] if speakers is None else speakers.told(language)
    return [message(name, language), *in_force, *heard_by]


def _play(
    loop: Loop,
    devices: Devices,
    greeting: list[Utterance],
    farewell: str,
    write: Callable[[str], None],
    *,
    deaf: bool,
) -> int:
    """Greet, play until everybody has left, and return the exit status.

    ``deaf``: nobody is to be told that there is no microphone.
    """
    session, presenter = loop.session, loop.presenter
    language = session.settings.language
    try:
        listener = devices.listener
        if listener is not None and listener.ident is None:  # in a later game it listens already
            listener.start()  # first, for it learns from the greeting how Hektor sounds
        presenter.say(greeting)
        if session.last.utterances:
            presenter.say([message("told_last", language)])
            presenter.tell(session.last)
        if listener is None and not deaf:
            presenter.say([message("headless", language)])
        keep_prompt(session.state, language)
        loop.run()
        if loop.next_game is not None:
            return 0
        session.close()  # first of all
        over = session.state.outcome is not None
        presenter.say([message("left_over", language) if over else _farewell(loop, farewell)])
        presenter.drain()
    except KeyboardInterrupt as interrupt:
        session.close()
        presenter.cancel()
        told = _farewell(loop, farewell)
        presenter.speak([told])
        leaving.print_soon(write, told.text)
        presenter.drain()
        return interrupt.status if isinstance(interrupt, leaving.Ended) else 0
    except Exception as error:
        session.close()
        return _broken(error, presenter, _farewell(loop, farewell))
    return 0


def _farewell(loop: Loop, usual: str) -> Utterance:
    """Whether the game is saved, whose ``usual`` farewell says so."""
    name = usual
    if loop.trouble is not None:
        name = "left_gone" if isinstance(loop.trouble, ArchiveGone) else "left_unsaved"
    return message(name, loop.session.settings.language)


def _serve(
    choice: PageChoice, session: Session, base: int, inbox: Inbox, closing: ExitStack
) -> tuple[AssistantPage, dict[str, str]]:
    """The assistant's page, which is served until ``closing``, and its addresses by the names of
    their messages."""
    from game.page.network import NetworkServer  # noqa: PLC0415
    from game.page.server import PageServer, open_browser  # noqa: PLC0415 - few games have a page

    settings = session.settings
    of_page = replace(
        settings,
        language=choice.language or settings.language,
        script=choice.script or settings.script,
    )
    hub = Hub[View]()
    page = AssistantPage(of_page, hub)
    page.show(session.state, base, inbox.clock())
    server = PageServer(hub, inbox.put)
    server.start()
    closing.callback(server.close)
    if choice.opens:
        address = server.address_once
        threading.Thread(target=open_browser, args=(address,), name="open", daemon=True).start()
    addresses = {"page": server.address}
    if choice.address is not None:
        network = NetworkServer(server, choice.address)
        network.start()
        closing.callback(network.close)
        addresses["page_network"] = network.address
    return page, addresses


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
    """Before a game of Chess960 its start position, to be set up on the boards."""
    number = session.state.conditions.chess960
    if number is None or session.state.started:
        return []
    return list(start_position_words(number, session.settings.language))


THREAD_TURN = 0.001
"""Seconds that a busy thread keeps Python from the others; Python's own 5 ms are half of what a
fallen flag may be late."""


def keep_prompt(state: State, language: str) -> None:
    """Keep Python from delaying the table: what is loaded by now is permanent for its garbage
    collection, and threads take shorter turns.

    A full collection stops all threads for a third of a second on a busy machine: so late a
    fallen flag would be told.
    """
    runtime_phrases(state.position)  # the grammar is made on its first use
    understanding.make_ready(state, language)
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(THREAD_TURN)


def make_ears(options: argparse.Namespace) -> Duplex:
    """Keeps Hektor from hearing itself; with headphones it does not."""
    gate = Gate(options.microphone_delay * 1_000_000, enabled=not options.headphones)
    return Duplex(gate, talk_over=options.talk_over)


def make_speech(
    options: argparse.Namespace,
    ears: Duplex,
    inbox: Inbox,
    beat: Callable[[], None] = lambda: None,
) -> Channels | None:
    """What speaks, unless the options say no; it reports what was spoken, and what fails. ``beat``
    is called for each block of sound."""
    if options.no_speech:
        return None
    voice = kept_voice(options)

    def starts(at: int) -> None:
        beat()
        ears.speech_started(at)

    def ends(at: int) -> None:
        beat()
        ears.speech_ended(at)

    return Channels(
        drivers(options, voice, ears.played, beat),
        voice,
        Callbacks(
            on_start=starts,
            on_end=ends,
            on_done=lambda number: inbox.put(Spoken(number)),
            on_lost=lambda lost, detail: inbox.put(DeviceChanged(lost, False, detail)),
            on_restored=lambda restored: inbox.put(DeviceChanged(restored, True)),
        ),
    )


def remember(voice: Voice) -> None:
    """Keep a voice for the next game; one that cannot be kept is as it is for this game only."""
    with suppress(OSError):
        keep_voice(voice_path(), voice)


def _playback(
    options: argparse.Namespace, speech: Channels | None, gate: Gate, inbox: Inbox
) -> Playback:
    """Plays the sound of moves after what is spoken."""
    return Playback(
        StreamPlayer(Loudspeaker(options.loudspeaker)),
        (lambda _: None) if speech is None else speech.wait_idle,
        gate.speech_started,
        gate.speech_ended,
        lambda detail: inbox.put(DeviceChanged(Device.LOUDSPEAKER, False, detail)),
    )


def make_listener(
    options: argparse.Namespace,
    presenter: Presenter,
    ears: Duplex,
    inbox: Inbox,
    speakers: Speakers | None = None,
) -> Listener | None:
    """The listening thread, not yet started; None if none is wanted or, and that is reported, no
    model can be used."""
    if options.no_microphone:
        return None
    try:
        engine = load_engine(find_model(options.model))
    except ModelError as error:
        inbox.put(DeviceChanged(Device.RECOGNISER, False, str(error)))
        return None
    recogniser = Recogniser(engine)
    missing = recogniser.missing_words(vocabulary())
    if missing:
        words, lost = ", ".join(missing), ", ".join(unsayable(frozenset(missing)))
        name = "unsayable" if lost else "missing_words"
        said = message(name, presenter.settings.language, words=words, phrases=lost)
        presenter.say([said])

    def open_source() -> Source:
        return Microphone(options.microphone)

    if speakers is not None:
        speakers.bundled = engine
    return Listener(open_source, recogniser, ears, inbox.put)
