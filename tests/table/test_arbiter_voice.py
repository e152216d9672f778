# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter speaks: orders spoken by a synthetic voice are heard by the real recogniser."""

from dataclasses import replace

import numpy as np
import pytest
import soxr

from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer
from table.arbiter.pin import hashed
from table.core.arbiter_state import ArbiterState
from table.core.conditions import Conditions
from table.core.matters import GoesOn, PinAsked, Stopped
from table.core.state import State, new_state
from table.events.game import Role
from table.understanding import done, listened_for, spoken
from voice.hearing.audio import RATE, blocks
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language.interpretation import Intent
from voice.language.orders import Order, PinGiven, parse

TABLE = new_state(Conditions(arbiter_pin=hashed("4711", bytes(16))))
FLOOR = replace(TABLE, arbiter=ArbiterState(known=True))
CALLED = replace(TABLE, matters=(Stopped(0, GoesOn.ARBITER), PinAsked(0)))


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(find_model(None))


def hear(recogniser: Recogniser, phrase: str, state: State) -> Intent:
    """What Hektor makes of a phrase in a quiet room."""
    recogniser.listen_for(listened_for(state), lambda words: done(words, state))
    sound = EngineRenderer().render(phrase, Voice())
    pcm = soxr.resample(sound.astype(np.float32) / 32768, SAMPLE_RATE, RATE)
    silence = np.zeros(2 * RATE)
    quiet = np.concatenate((silence[: RATE // 2], pcm * 0.5, silence))
    room = np.random.default_rng(1).normal(0, 8, len(quiet))
    samples = np.rint(quiet * 32767 + room).astype(np.int16)
    recogniser.reset()
    for block in blocks(samples, 0):
        heard = recogniser.feed(block.pcm, block.at)
        if heard is not None:
            who = Role.ARBITER if state.arbiter_speaks else None
            return spoken(heard.transcripts, state, who)
    raise AssertionError(f"nothing was heard of {phrase!r}")


@pytest.mark.parametrize(
    "phrase",
    [
        "zwei Minuten für Weiß",
        "Verwarnung Schwarz",
        "Punktabzug Weiß halber Punkt",
        "Ergebnis halb halb",
        "zurück nach Zug zwölf Weiß",
        "Reklamation zurückgestellt",
        "weiter",
    ],
)
def test_an_order_is_heard(recogniser: Recogniser, phrase: str) -> None:
    wanted, heard = parse(phrase), hear(recogniser, phrase, FLOOR)
    assert wanted is not None
    assert isinstance(heard, Order)
    assert replace(heard, text="") == replace(wanted, text="")


@pytest.mark.parametrize(
    ("phrase", "right"), [("vier sieben eins eins", True), ("drei eins vier zwei", False)]
)
def test_the_pin_is_heard(recogniser: Recogniser, phrase: str, right: bool) -> None:
    assert hear(recogniser, phrase, CALLED) == PinGiven(right)
