# SPDX-License-Identifier: GPL-3.0-or-later
"""Each player is heard with their own model on their turn, and learnt from during the game."""

import argparse
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest
from told import sentence

from announce.text.settings import Settings
from game.app import assemble
from game.base.game_time import GameTime
from game.base.inbox import Inbox, SpeechHeard
from game.play.equipment import Equipment
from game.play.game import Game
from game.play.loop import Loop
from game.sound.presenter import Presenter
from game.sound.speakers import Speaker, Speakers, load
from record.session import Session
from table.core.conditions import Conditions
from table.core.inputs import Begin, Input, Pressed, Said
from table.core.state import new_state
from table.events.dialogue import Question
from table.understanding import typed
from voice.hearing.models import BUNDLED as bundled_model  # noqa: N811
from voice.language.interpretation import Unsure
from voice.language.transcript import HeardUtterance, Transcript
from voice.learning import confusions
from voice.learning.store import Person, Voices

SECOND = 1_000_000_000
ANNAS, BORIS = "Anna's", "Boris's"
E4 = chess.Move.from_uci("e2e4")


@pytest.fixture
def store(tmp_path: Path) -> Voices:
    return Voices(tmp_path)


def own_voices(store: Voices, alone: chess.Color | None = None) -> Speakers:
    players: Any = {
        chess.WHITE: Speaker(Person("Anna", model="model-1"), ANNAS, confusions.NONE),  # type: ignore[arg-type]
        chess.BLACK: Speaker(Person("Boris", model="model-1"), BORIS, confusions.NONE),  # type: ignore[arg-type]
    }
    return Speakers(players, store, alone)


class Table:
    """A game whose inputs the voices follow."""

    def __init__(self, voices: Speakers, **agreed: Any) -> None:
        self.voices = voices
        self.session = Session(new_state(Conditions(**agreed)), Settings())
        self.now = 0
        self.put(Begin())

    def put(self, given: Input) -> None:
        self.now += SECOND
        before = self.session.state
        happened = self.session.put(given, self.now)
        self.voices.follow(given, before, self.session.state, happened.events)

    def say(self, *texts: str) -> None:
        for text in texts:
            intent = typed(text, self.session.state)
            self.put(Said(intent, self.now, heard=text))

    def doubt(self, move: chess.Move, text: str) -> None:
        """Something was said that is asked about."""
        self.put(Said(Unsure(move, text), self.now, heard=text))

    @property
    def engine(self) -> object:
        return self.voices.engine(self.session.state)


# --- Whose model ----------------------------------------------------------------------------------


def test_each_player_is_heard_with_their_model(store: Voices) -> None:
    table = Table(own_voices(store), press_after=None)
    assert table.engine == ANNAS
    table.say("Eva vier")
    assert table.engine == ANNAS  # it can be corrected
    table.put(Pressed())
    assert table.engine == BORIS
    table.say("Eva sieben Eva fünf")
    table.put(Pressed())
    assert table.engine == ANNAS


def test_9_1_the_asked_player_answers_in_their_voice(store: Voices) -> None:
    table = Table(own_voices(store), press_after=None)
    table.say("Eva vier")
    table.put(Pressed())
    table.say("aufgeben")
    assert table.engine == BORIS
    asked = table.session.state.asked
    assert asked is not None
    question = replace(asked.question, who=chess.WHITE)
    state = replace(table.session.state, matters=(replace(asked, question=question),))
    assert isinstance(question, Question)
    assert table.voices.engine(state) == ANNAS  # type: ignore[comparison-overlap]


def test_stranger_is_heard_with_the_bundled_model(store: Voices) -> None:
    anna: Any = Speaker(Person("Anna", model="model-1"), ANNAS, confusions.NONE)  # type: ignore[arg-type]
    voices = Speakers({chess.WHITE: anna}, store)
    table = Table(voices, press_after=None)
    table.say("Eva vier")
    table.put(Pressed())
    assert table.engine is None
    assert voices.confusions(table.session.state) is None


def test_against_a_program_every_voice_is_yours(store: Voices) -> None:
    table = Table(own_voices(store, alone=chess.WHITE), press_after=None)
    table.say("Eva vier")
    table.put(Pressed())
    assert table.engine == ANNAS


def test_one_line_tells_which_models_listen(store: Voices) -> None:
    told = [one.spoken for one in own_voices(store).told("de")]
    assert told == [
        sentence("lesson.own_voice", colour="Weiß", name="Anna"),
        sentence("lesson.own_voice", colour="Schwarz", name="Boris"),
    ]
    anna: Any = Speaker(Person("Anna", model="model-1"), None, confusions.NONE)
    (line,) = Speakers({chess.WHITE: anna}, store).told("de")
    assert "bitte neu lernen" in line.spoken


class Listener:
    """A listener that remembers what it was told."""

    count = 1

    def __init__(self) -> None:
        self.engines: list[object] = []

    def listen_for(self, phrases: object, completeness: object, engine_of: Any, _: object) -> None:
        self.engines.append(engine_of(None))


def utterance(text: str) -> SpeechHeard:
    transcripts = (Transcript(text, 1.0),)
    return SpeechHeard(HeardUtterance(transcripts, 0, SECOND, SECOND, pcm=bytes(32_000)))


def looped(voices: Speakers) -> tuple[Loop, Session, Listener, list[str]]:
    lines: list[str] = []
    session = Session(new_state(Conditions(press_after=None)), Settings())
    ears: Any = Listener()
    inbox = Inbox(lambda: 0)
    devices = Equipment(speakers=voices, records=False)
    presenter = Presenter(Settings(), lines.append)
    game = Game(session, presenter, inbox, devices, GameTime(inbox.clock, lambda: 0))
    loop = Loop(inbox, presenter, game, ears)
    loop.start()
    return loop, session, ears, lines


def test_listener_is_told_who_speaks(store: Voices) -> None:
    loop, _, ears, _ = looped(own_voices(store))
    loop.turn(utterance("eva vier"))
    loop.turn(utterance("uhr"))
    assert ears.engines[-1] == BORIS
    assert ears.engines[0] == ANNAS


# --- What play teaches ----------------------------------------------------------------------------


def learnt(voices: Speakers, store: Voices, name: str) -> dict[tuple[str, str], tuple[int, int]]:
    voices.close()
    return dict(confusions.from_toml(store.read(name, "confusions.toml") or "").counts)


@pytest.mark.article("D.2.8")
def test_d_2_8_a_misheard_move_that_was_corrected_is_learnt(store: Voices) -> None:
    table = Table(own_voices(store), press_after=None)
    table.say("Felix vier", "Korrektur", "Eva vier")
    assert learnt(table.voices, store, "Anna") == {("felix", "eva"): (1, 0)}
    assert learnt(table.voices, store, "Boris") == {}


def test_a_no_and_another_move_is_learnt(store: Voices) -> None:
    table = Table(own_voices(store), press_after=None)
    table.doubt(chess.Move.from_uci("f2f4"), "Felix vier")
    table.say("nein", "Eva vier")
    assert learnt(table.voices, store, "Anna") == {("felix", "eva"): (1, 0)}


def test_yes_to_a_repaired_move_is_learnt(store: Voices) -> None:
    table = Table(own_voices(store), press_after=None)
    table.doubt(E4, "Felix vier")
    table.say("ja")
    assert learnt(table.voices, store, "Anna") == {("felix", "eva"): (1, 0)}


def test_another_move_after_the_clock_teaches_nothing(store: Voices) -> None:
    table = Table(own_voices(store), press_after=None)
    table.say("Felix vier")
    table.put(Pressed())
    table.say("Eva sieben Eva fünf")
    table.put(Pressed())
    table.say("Eva vier")
    assert learnt(table.voices, store, "Anna") == {}


def test_costs_stay_until_the_next_game(store: Voices) -> None:
    """The same words mean the same from the first move to the last."""
    table = Table(own_voices(store), press_after=None)
    before = table.voices.confusions(table.session.state)
    table.say("Felix vier", "Korrektur", "Eva vier")
    assert table.voices.confusions(table.session.state) == before
    table.voices.close()


# --- At the start ---------------------------------------------------------------------------------


def test_nothing_is_loaded_for_strangers(store: Voices) -> None:
    assert load(Conditions(white="Anna", black="Boris"), None, store) is None
    assert load(Conditions(), None, store) is None
    assert load(Conditions(white="../.."), None, store) is None


def test_unfit_model_gives_way_to_the_bundled(store: Voices) -> None:
    store.save(Person("Anna", model="model-1", base="another"))
    voices = load(Conditions(white="anna"), None, store)
    assert voices is not None
    assert voices.engine(new_state(Conditions())) is None


@pytest.mark.parametrize("unused", [{"model": "other"}, {"no_microphone": True}])
def test_no_voice_is_known_without_its_model(
    store: Voices, monkeypatch: pytest.MonkeyPatch, unused: dict[str, Any]
) -> None:
    store.save(Person("Anna"))
    monkeypatch.setattr("game.sound.speakers.Voices", lambda: store)
    usual = {"model": None, "no_microphone": False}
    agreed = Conditions(white="anna")
    assert assemble.speakers(argparse.Namespace(**usual), agreed) is not None
    assert assemble.speakers(argparse.Namespace(**{**usual, **unused}), agreed) is None


def test_model_loads_however_the_name_is_written(store: Voices) -> None:
    person = Person("Anna Maria", before=1, after=2, of=3)

    def copy(folder: Path) -> None:
        shutil.copytree(bundled_model, folder)

    store.put_in_force(person, copy)
    voices = load(Conditions(black="anna maria"), None, store)
    assert voices is not None
    table = Table(voices, press_after=None)
    assert table.engine is None
    table.say("Eva vier")
    table.put(Pressed())
    engine: Any = table.engine
    assert engine.knows("hektor")


def test_clock_words_are_no_moves(store: Voices) -> None:
    loop, session, _, _ = looped(own_voices(store))
    loop.turn(utterance("eva vier"))
    loop.turn(utterance("uhr"))
    assert len(session.state.position.moves) == 1
