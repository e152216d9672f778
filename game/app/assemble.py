# SPDX-License-Identifier: GPL-3.0-or-later
"""A game at the board: puts devices, threads, the presenter and the loop together."""

import argparse
import gc
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Protocol

from announce.lexicon import lexicon
from announce.settings import Settings
from announce.speech.channels import Channels
from announce.speech.manager import Callbacks
from announce.speech.player import Loudspeaker, StreamPlayer
from announce.speech.voices import Voice
from announce.utterance import Utterance
from announce.words.events import start_position_words
from announce.words.phraser import message
from game import streams
from game.app.loudspeakers import device, drivers
from game.app.options import EngineChoice, kept_voice
from game.errors import is_expected, write_report
from game.listener import DeviceReport, Ears
from game.listener import Heard as Hearsay
from game.loop import Item, Loop, WasReadBack
from game.opponents.seat import Seat
from game.page import opening
from game.page.opening import PageChoice
from game.playback import Playback
from game.presenter import Presenter
from game.session import Session
from game.speakers import Speakers
from game.voice_settings import keep_voice, voice_path
from rules.position import Position
from table.events.dialogue import Device
from voice.hearing.audio import Microphone, Source
from voice.hearing.gate import Gate
from voice.hearing.models import ModelError, find_model
from voice.hearing.recogniser import Recogniser
from voice.hearing.second_pass import loaded
from voice.language.grammar import runtime_phrases
from voice.language.lexicon import vocabulary
from voice.language.missing_words import unsayable


def run(
    options: argparse.Namespace,
    session: Session,
    base: int,
    greeting: str,
    engine: EngineChoice | None = None,
    *,
    page: PageChoice | None = None,
    voices: Speakers | None = None,
    farewell: str = "left",
    make_loop: Callable[[Session, Presenter, int], Loop] = Loop,
    write: Callable[[str], None] = streams.print_line,
    keyboard: Callable[[Loop], None] | None = None,
) -> int:
    """Play ``session`` from game time ``base`` on, as long as somebody stays; the exit status.

    ``greeting`` and ``farewell`` are names of messages; ``make_loop`` takes session, presenter and
    ``base``; ``write`` prints a line; ``page`` is the assistant's, if there is one; ``voices``
    are what was learnt of the players'. ``keyboard`` reads what is typed, on a thread of its own,
    until the input ends.
    """
    gate = make_gate(options)
    mailbox: list[Callable[[Item], None]] = []

    def put(item: Item) -> None:
        for send in mailbox:
            send(item)

    with ExitStack() as closing:  # the last first, also where the next cannot be opened
        closing.callback(session.close)
        if voices is not None:
            closing.callback(voices.close)
        presenter = make_presenter(options, session.settings, gate, put, write)
        closing.callback(presenter.close)
        loop = make_loop(session, presenter, base)
        mailbox.append(loop.queue.put)
        closing.callback(_sheets(options, loop, presenter, gate, put))
        if engine is not None:
            loop.seat = _seat(engine, put)
            closing.callback(loop.seat.opponent.close)
        if page is not None:
            closing.callback(opening.start(page, loop, write))
        loop.voices = voices
        loop.ears = make_ears(options, presenter, gate, put, voices)
        if loop.ears is not None:
            closing.callback(loop.ears.stop)
        reader = keyboard or read_keyboard
        threading.Thread(target=reader, args=(loop,), name="keyboard", daemon=True).start()
        return _play(loop, greeting, farewell, write, deaf=options.no_microphone)


def _play(
    loop: Loop, greeting: str, farewell: str, write: Callable[[str], None], *, deaf: bool
) -> int:
    """Greet, and play until everybody has left; the exit status. ``deaf``: nobody is to listen."""
    session, presenter, voices = loop.session, loop.presenter, loop.voices
    language = session.settings.language
    try:
        heard_by = [] if voices is None else voices.told(language)
        presenter.say([message(greeting, language), *_start_position(session), *heard_by])
        if session.last.utterances:
            presenter.say([message("told_last", language)])
            presenter.tell(session.last)
        if loop.ears is not None:
            loop.ears.start()
        elif not deaf:
            presenter.say([message("headless", language)])
        keep_prompt(session.state.position)
        loop.run()
        if session.state.outcome is None:
            presenter.say([message(farewell, language)])
        presenter.drain()
    except KeyboardInterrupt:
        write(message(farewell, language).text)
    except Exception as error:
        return _broken(error, presenter, message(farewell, language))
    return 0


def _seat(choice: EngineChoice, put: Callable[[Item], None]) -> Seat:
    """The side of the board that an engine plays."""
    from game.opponents.uci import Engine  # noqa: PLC0415 - two people need no asyncio

    return Seat(Engine(choice.path, put, choice.seconds), choice.colour)


def _broken(error: Exception, presenter: Presenter, farewell: Utterance) -> int:
    """End in one sentence and ``farewell``; what the command line tells is raised again."""
    language = presenter.settings.language
    if isinstance(error, streams.OutputLost):  # the command line tells it, but nobody may see that
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


def keep_prompt(position: Position) -> None:
    """Keep Python from delaying the table: what is loaded by now is permanent for its garbage
    collection, and threads take shorter turns.

    A full collection stops all threads for a third of a second on a busy machine: so late a
    fallen flag would be told.
    """
    runtime_phrases(position)  # the grammar is made on its first use
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(THREAD_TURN)


def make_gate(options: argparse.Namespace) -> Gate:
    """Shuts the microphone while Hektor speaks, and a little longer; headphones keep it open."""
    return Gate(options.microphone_delay * 1_000_000, enabled=not options.headphones)


def make_presenter(
    options: argparse.Namespace,
    settings: Settings,
    gate: Gate,
    put: Callable[[DeviceReport | WasReadBack], None],
    write: Callable[[str], None],
) -> Presenter:
    """Prints, and speaks unless the options say no; what fails there is put."""
    presenter = Presenter(settings, write, read_back=lambda: put(WasReadBack()), remember=_remember)
    if not options.no_speech:
        voice = kept_voice(options)
        presenter.speech = Channels(
            drivers(options, voice),
            voice,
            Callbacks(
                on_start=gate.speech_started,
                on_end=gate.speech_ended,
                on_done=presenter.spoken,
                on_lost=lambda lost, detail: put(DeviceReport(lost, False, detail)),
                on_restored=lambda restored: put(DeviceReport(restored, True)),
            ),
        )
    return presenter


def _remember(voice: Voice) -> None:
    """A voice that cannot be kept is as it is for this game only."""
    with suppress(OSError):
        keep_voice(voice_path(), voice)


def _sheets(
    options: argparse.Namespace,
    loop: Loop,
    presenter: Presenter,
    gate: Gate,
    put: Callable[[Item], None],
) -> Callable[[], None]:
    """Keep and play the sound of moves, hide what is sealed; what ends that."""
    loop.recordings = not getattr(options, "no_recordings", True)  # a clock alone keeps none
    loop.echo = streams.echo
    playback = Playback(
        StreamPlayer(Loudspeaker(device(options.loudspeaker))),
        presenter.drain,
        gate.speech_started,
        gate.speech_ended,
        lambda detail: put(DeviceReport(Device.LOUDSPEAKER, False, detail)),
    )
    if not options.no_speech:
        loop.playback = playback.play
        presenter.silence = playback.cancel

    def close() -> None:
        streams.echo(True)
        playback.close()

    return close


def make_ears(
    options: argparse.Namespace,
    presenter: Presenter,
    gate: Gate,
    put: Callable[[Hearsay], None],
    voices: Speakers | None = None,
) -> Ears | None:
    """The listening thread, not yet started; None where none is wanted, or, and that is put, where
    no model can be used."""
    if options.no_microphone:
        return None
    try:
        engine = loaded(find_model(options.model))
    except ModelError as error:
        put(DeviceReport(Device.RECOGNISER, False, str(error)))
        return None
    missing = [word for word in vocabulary() if not engine.knows(word)]
    if missing:
        words, lost = ", ".join(missing), ", ".join(unsayable(frozenset(missing)))
        name = "unsayable" if lost else "missing_words"
        said = message(name, presenter.settings.language, words=words, phrases=lost)
        presenter.say([said])

    def open_source() -> Source:
        return Microphone(device(options.microphone))

    if voices is not None:
        voices.bundled = engine
    return Ears(open_source, Recogniser(engine), gate, put)


class Typed(Protocol):
    """What takes lines from the keyboard."""

    def typed(self, text: str | None) -> None:
        """A line, or None for the end of the input."""


def read_keyboard(loop: Typed) -> None:
    """Reads lines until the input ends; on a thread of its own, since reading cannot be left."""
    try:
        for line in sys.stdin:
            loop.typed(line)
    except (OSError, ValueError):  # the terminal went away
        pass
    loop.typed(None)
