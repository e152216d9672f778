# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor check``: what works here, one fact a line, printed and spoken."""

import argparse
import sqlite3
import sys
import time
from collections.abc import Iterator

from announce.player import LoudspeakerLost
from announce.voices import EngineRenderer, VoiceMissing
from game import devices, options
from game.journal import JournalError
from voice.audio import Microphone, MicrophoneError
from voice.learning.store import Voices
from voice.lexicon import vocabulary
from voice.models import ModelError, find_model
from voice.recogniser import Recogniser


def add_options(parser: argparse.ArgumentParser) -> None:
    """The sound options of a game, and the archive."""
    options.add_sound_options(parser, moves=False)
    options.add_archive_option(parser)


def run(given: argparse.Namespace) -> int:
    """Try everything; the exit status is 0 even where something is missing: a game works then."""
    for line in findings(given):
        print(line, flush=True)
    return 0


def findings(given: argparse.Namespace) -> Iterator[str]:
    """The facts, found one after the other."""
    version = ".".join(map(str, sys.version_info[:3]))
    yield f"Python {version}, SQLite {sqlite3.sqlite_version}."
    yield _model(given.model)
    yield _microphone(devices.device(given.microphone))
    yield from _voices(given)
    yield _archive(given)
    yield _learnt()


def _model(name: str | None) -> str:
    try:
        before = time.monotonic()
        recogniser = Recogniser(find_model(name))
        took = 1_000 * (time.monotonic() - before)
    except ModelError as error:
        return f"Speech model: {error}"
    missing = recogniser.missing_words(vocabulary())
    if missing:
        return f"Speech model: works, but does not know: {', '.join(missing)}."
    return f"Speech model: works, knows all {len(vocabulary())} words, loaded in {took:.0f} ms."


def _microphone(device: str | int | None) -> str:
    try:
        microphone = Microphone(device)
    except MicrophoneError as error:
        return f"Microphone: {error}"
    block = microphone.read(2.0)
    microphone.close()
    if block is None:
        return "Microphone: it opens, but no sound comes from it."
    return "Microphone: works."


def _voices(given: argparse.Namespace) -> Iterator[str]:
    renderer = EngineRenderer()
    sound = None
    for language, text in (("de", "Hektor ist bereit."), (given.language, "Hektor.")):
        if language == "de" and sound is not None:
            continue
        try:
            sound = renderer.render(text, options.kept_voice(given).for_language(language))
            yield f"Voice for {language}: works."
        except VoiceMissing as error:
            yield f"Voice for {language}: {error}"
    for who, player in devices.players(devices.outputs(given)).items():
        name = "Loudspeaker" if who is None else f"Loudspeaker of {who.value}"
        try:
            player.open()
            if sound is not None and not given.no_speech:
                player.play(sound, player.ticket(), lambda _at: None)
            yield f"{name}: works."
        except LoudspeakerLost as error:
            yield f"{name}: {error}"
        player.close()
    renderer.close()


def _learnt() -> str:
    people = Voices().people()
    if not people:
        return "Learnt voices: none; hektor learn NAME begins."
    found = [
        person.name if person.fits or not person.model else f"{person.name} (learn again)"
        for person in people
    ]
    return f"Learnt voices: {', '.join(found)}."


def _archive(given: argparse.Namespace) -> str:
    try:
        archive = options.archive(given)
        count = len(archive.games())
        return f"Archive: {count} {'game' if count == 1 else 'games'} in {archive.path}."
    except JournalError as error:
        return f"Archive: {error}"
