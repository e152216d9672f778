# SPDX-License-Identifier: GPL-3.0-or-later
"""A microphone for each player: what comes from it is theirs, and no word is heard twice."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

from announce.errors import UserError
from announce.text.settings import Settings
from game.app.cli import make_parser
from game.app.devices import microphones
from game.base.game_time import GameTime
from game.base.inbox import HearingChanged, Inbox, SpeechHeard
from game.play.game import Game
from game.sound.listener import Floor, Listener
from game.sound.presenter import Presenter
from record.session import Session
from rules.position import Position
from table.core.conditions import Conditions, Mode
from table.core.inputs import Begin, DeviceChanged
from table.core.state import new_state
from table.events.dialogue import Device
from table.events.game import Role
from training.synthesis import Synthesiser, synthesise
from voice.hearing.audio import BLOCK_SAMPLES, RATE, Block, Samples, blocks, duration
from voice.hearing.gate import Gate
from voice.hearing.models import BUNDLED
from voice.hearing.recogniser import Recogniser
from voice.hearing.second_pass import load_engines
from voice.language.completeness import completeness
from voice.language.grammar import runtime_phrases, sentences
from voice.language.transcript import HeardUtterance, Transcript, Word

SECOND = 1_000_000_000
START = Position.start()
FAR = 0.25  # 12 dB below


# --- Which ----------------------------------------------------------------------------------------


def chosen(*arguments: str) -> dict[Role | None, Any]:
    return microphones(make_parser(["play"]).parse_args(["play", *arguments]))


def test_without_options_everybody_has_the_same() -> None:
    assert chosen() == {None: None}
    assert chosen("--microphone", "3") == {None: 3}


def test_each_player_has_a_microphone() -> None:
    own = chosen("--white-microphone", "1", "--black-microphone", "Headset")
    assert own == {Role.WHITE: 1, Role.BLACK: "Headset"}


def test_one_headset_is_enough() -> None:
    assert chosen("--black-microphone", "5") == {Role.WHITE: None, Role.BLACK: 5}


def test_two_players_at_one_microphone_are_told() -> None:
    with pytest.raises(UserError, match=r"^Both players would speak into one microphone: .*\.$"):
        chosen("--white-microphone", "1", "--black-microphone", "1")


# --- Whose words ----------------------------------------------------------------------------------


def sound(*levels: int) -> Iterator[Block]:
    """Half a second at each level."""
    each = [np.full(RATE // 2, level, np.int16) for level in levels]
    return blocks(np.concatenate(each))


def said(*words: str) -> SpeechHeard:
    """Each word takes half a second; it was decided half a second later."""
    timed = tuple(Word(word, at / 2, at / 2 + 0.4, 1.0) for at, word in enumerate(words))
    end = len(words) * SECOND // 2
    transcripts = (Transcript(" ".join(words), 1.0, timed),)
    return SpeechHeard(HeardUtterance(transcripts, 0, end, end + SECOND // 2))


class Room:
    """Two microphones, which heard something as loud as it says."""

    def __init__(self, white: tuple[int, ...], black: tuple[int, ...]) -> None:
        self.told: list[Any] = []
        self.floor = Floor((Role.WHITE, Role.BLACK), self.told.append)
        for who, levels in ((Role.WHITE, white), (Role.BLACK, black)):
            for block in sound(*levels):
                self.floor.note(who, block)

    def hears(self, who: Role, item: Any) -> None:
        self.floor.take(who, item)


def test_the_louder_has_the_words() -> None:
    room = Room((900, 900, 5), (300, 300, 5))
    room.hears(Role.BLACK, said("eva", "vier"))
    room.hears(Role.WHITE, said("eva", "vier"))
    assert [item for item in room.told if isinstance(item, SpeechHeard)] == [said("eva", "vier")]


def test_words_of_two_people_are_said_again() -> None:
    room = Room((900, 300, 5), (300, 900, 5))
    room.hears(Role.WHITE, said("eva", "vier"))
    (heard,) = room.told
    assert heard.utterance.clipped


def test_who_is_behind_may_have_heard_it_louder() -> None:
    room = Room((900, 900, 5), (300,))
    room.hears(Role.WHITE, said("eva", "vier"))
    (heard,) = room.told
    assert heard.utterance.clipped  # by its second word


def test_a_microphone_that_fell_silent_long_ago_keeps_nobody() -> None:
    room = Room((5, 5, 5, 5, 5, 5, 5, 900, 900, 5), (5,))
    late = said(*["[unk]"] * 7, "eva", "vier")
    room.hears(Role.WHITE, late)
    assert room.told == [late]


def test_somebody_speaks_until_nobody_does() -> None:
    room = Room((5,), (5,))
    room.hears(Role.WHITE, HearingChanged(True, 1))
    room.hears(Role.BLACK, HearingChanged(True, 2))
    room.hears(Role.WHITE, HearingChanged(False, 3))
    room.hears(Role.BLACK, HearingChanged(False, 4))
    assert room.told == [HearingChanged(True, 1), HearingChanged(False, 4)]


# --- Heard ----------------------------------------------------------------------------------------


class Table:
    """Two people at two microphones, each of which hears the other from afar; time is that of the
    sound."""

    def __init__(self) -> None:
        self.now = 0
        self.lines: list[str] = []
        self.told: list[Any] = []
        agreed = Conditions(mode=Mode.COMPETITION, press_after=None)
        self.session = Session(new_state(agreed), Settings())
        inbox = Inbox(lambda: self.now)
        presenter = Presenter(Settings(), self.lines.append)
        self.game = Game(
            self.session, presenter, inbox, time=GameTime(inbox.clock, lambda: self.now)
        )
        self.session.put(Begin(), 0)
        roles = (Role.WHITE, Role.BLACK)
        floor = Floor(roles, self.told.append)
        engines = load_engines(BUNDLED, 2)
        self.listeners = {
            who: Listener(
                no_device,
                Recogniser(engine),
                Gate(enabled=False),
                partial(floor.take, who),
                who=who,
                note=partial(floor.note, who),
            )
            for who, engine in zip(roles, engines, strict=True)
        }
        for one in self.listeners.values():
            one.listen_for(
                runtime_phrases(START),
                lambda words: completeness(words, START),
                sentences=sentences(START),
            )

    def hear(self, white: Samples, black: Samples) -> list[SpeechHeard]:
        """What is said, with whose it was."""
        rng = np.random.default_rng(1)
        at = [
            mic + rng.normal(0, 15, len(mic)) for mic in (white + FAR * black, black + FAR * white)
        ]
        for first in range(0, len(white), BLOCK_SAMPLES):
            self.now += duration(BLOCK_SAMPLES)
            for listener, mic in zip(self.listeners.values(), at, strict=True):
                pcm = mic[first : first + BLOCK_SAMPLES].astype("<i2").tobytes()
                listener.hear(Block(pcm, self.now))
        heard = [item for item in self.told if isinstance(item, SpeechHeard)]
        self.told.clear()
        return heard


def no_device() -> Any:
    raise AssertionError("a test opens no microphone")


@pytest.fixture(scope="module")
def words() -> dict[str, Samples]:
    with Synthesiser() as voice:
        said = {text: synthesise(voice, text, "de+f3", 150) for text in ("Eva vier", "Uhr")}
    return {text: np.pad(samples, (RATE // 2, RATE)) for text, samples in said.items()}


def test_a_word_is_the_players_at_whose_microphone_it_is_said(words: dict[str, Samples]) -> None:
    table, move = Table(), words["Eva vier"]
    silence = np.zeros_like(move)
    (first,) = table.hear(move, silence)
    (second,) = table.hear(silence, move)
    assert [one.who for one in (first, second)] == [Role.WHITE, Role.BLACK]
    assert {one.utterance.transcripts[0].text for one in (first, second)} == {"eva vier"}
    table.game.heard(second)
    assert table.session.state.spoken is None  # it is not Black's turn
    table.game.heard(first)
    spoken = table.session.state.spoken
    assert spoken is not None
    assert spoken.facts.san == "e4"


def test_both_at_once_are_each_heard(words: dict[str, Samples]) -> None:
    move, clock = words["Eva vier"], words["Uhr"]
    both = [np.pad(one, (0, max(0, len(move) - len(one))))[: len(move)] for one in (move, clock)]
    heard = Table().hear(*both)
    told = {
        one.who: one.utterance.transcripts[0].text for one in heard if not one.utterance.clipped
    }
    assert told.get(Role.WHITE, "eva vier") == "eva vier"
    assert told.get(Role.BLACK, "uhr") == "uhr"
    assert told


# --- Devices --------------------------------------------------------------------------------------


def test_whose_microphone_is_missing_is_told() -> None:
    table = Table()
    table.game.reported(DeviceChanged(Device.BLACK_MICROPHONE, False))
    assert "Das Mikrofon von Schwarz fehlt. Schwarz bitte tippen." in table.lines
