# SPDX-License-Identifier: GPL-3.0-or-later
"""The presenter: what is printed and spoken, when it is over, and the words about the voice."""

from dataclasses import replace
from pathlib import Path

import pytest
from boards import SPEAKS, Board, heard, typed
from told import sentence

from announce.lexicon import lexicon
from announce.text.settings import Settings
from announce.text.utterance import Priority, Utterance
from game.app import assemble, devices
from game.app.console import Console
from game.base.inbox import HearingChanged, SpeechHeard
from game.base.streams import OutputLost
from game.play.game import GIVES_WAY
from game.play.loop import Loop
from game.sound.presenter import Presenter
from game.speech.voice import Voice
from record.session import resume
from table.core.conditions import SECOND
from table.core.inputs import DeviceChanged
from table.due import READ_BACK_LIMIT
from table.events.dialogue import Device


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


def test_repeat_tells_again_without_the_table(board: Board) -> None:
    lines = board.run(typed("e4"), typed("wiederholen"), typed("wiederholen"))
    assert lines.count("Eva zwei Eva vier") == 3


def test_more_or_less_is_said_of_a_move_and_as_before(board: Board) -> None:
    lines = board.run(typed("kürzer"), typed("Sf3"), typed("kürzer"), typed("länger"),
                      typed("rückgängig"), typed("Korrektur"), typed("Sc3"))  # fmt: skip
    spoken = [line for line in lines if line.startswith("Springer")]
    assert spoken == ["Springer Felix drei", "Springer Cesar drei"]
    assert sentence("program.message.already_shorter") in lines


def test_nobody_is_told_of_checks_by_a_longer_style(board: Board) -> None:
    """In competition none is told (11.3.1), nor to who has it switched off."""
    said = [sentence(f"program.message.{name}") for name in ("already_longer", "longer")]
    assert not board.presenter.settings.say_check
    assert board.run(typed("länger")) == said[:1]
    board.presenter.settings = replace(board.presenter.settings, say_check=True)
    assert board.run(typed("länger")) == said


def test_another_language_is_spoken_and_typed_until_it_is_as_before(board: Board) -> None:
    board.run(typed("e4"))
    board.lines.clear()
    lines = board.run(typed("Sprache Englisch"), typed("whose turn"), typed("language german"),
                      typed("rückgängig"), typed("as before"), typed("rückgängig"))  # fmt: skip
    assert lines == [
        sentence("program.message.language", language="en"),
        sentence("answers.announced", language="en", colour="Black"),
        sentence("program.message.language"),
        sentence("program.message.as_before", language="en"),
        sentence("program.message.as_before"),
        sentence("program.message.nothing_before"),
    ]


def test_the_voice_is_as_before(board: Board) -> None:
    speech = FakeSpeech()
    board.speak(speech)
    board.run(typed("leiser"), typed("schneller"), typed("rückgängig"))
    assert speech.voice == Voice(volume=0.75)
    board.run(typed("Stimme zurück"))
    assert speech.voice == Voice()


class FakeSpeech:
    """Notes what is said and cut, and says nothing."""

    def __init__(self) -> None:
        self.voice = Voice()
        self.said: list[str] = []
        self.cut: list[Priority] = []
        self.freed = 0  # how often it may go on

    def say(self, utterance: Utterance) -> int:
        self.said.append(utterance.spoken)
        return len(self.said)

    def knock(self) -> bool:
        return False

    def cancel(self, up_to: Priority = Priority.NOW) -> None:
        self.cut.append(up_to)

    def give_way(self) -> None:
        self.cut.append(Priority.NORMAL)

    def go_on(self, *, answered: bool) -> None:
        self.freed += 1

    def wait_idle(self, timeout: float | None = None) -> bool:
        return True

    def close(self) -> None:
        pass

    def speak(self, presenter: Presenter) -> int:
        """All that was said is over; how much it was."""
        for index in range(1, len(self.said) + 1):
            presenter.spoken(index)
        return len(self.said)


@pytest.fixture
def speech(board: Board) -> FakeSpeech:
    fake = FakeSpeech()
    board.speak(fake)
    return fake


def test_a_noise_cuts_answers_but_no_announcement(board: Board, speech: FakeSpeech) -> None:
    board.run(typed("e4"), HearingChanged(True, SECOND))
    assert speech.cut == [Priority.NOW, Priority.NORMAL]


def test_who_types_in_a_noisy_hall_is_answered(board: Board, speech: FakeSpeech) -> None:
    board.run(typed("e4"), HearingChanged(True, SECOND), typed("Zeit"))
    board.clock.now += GIVES_WAY - 1
    board.loop.turn(None)
    assert speech.freed == 0
    board.clock.now += 1
    board.loop.turn(None)
    assert speech.freed == 1


@pytest.mark.article("D.2.8")
def test_d_2_8_no_press_before_everything_was_spoken(tmp_path: Path) -> None:
    board = Board(tmp_path, press_after=2 * SECOND)
    speech = FakeSpeech()
    board.speak(speech)
    board.run(typed("", 0), heard("eva vier", 1))
    read_back = speech.speak(board.presenter)
    board.clock.now = 2 * SECOND
    board.run(HearingChanged(True, 2 * SECOND), heard("eva drei eva", 3))
    board.clock.now = 4 * SECOND
    assert speech.speak(board.presenter) > read_back
    board.run()
    assert board.session.state.spoken is not None
    assert board.session.deadline() == 6 * SECOND


@pytest.mark.article("D.2.8")
def test_d_2_8_cough_dropping_an_answer_delays_no_press(tmp_path: Path) -> None:
    """The read-back is being spoken, and behind it waits an answer that nobody will hear."""
    board = Board(tmp_path, press_after=2 * SECOND)
    speech = FakeSpeech()
    board.speak(speech)
    board.run(typed("", 0), heard("eva vier", 1))
    read_back = len(speech.said)
    board.run(heard("zugzahl", 2))
    answer = range(read_back + 1, len(speech.said) + 1)
    assert answer
    board.run(HearingChanged(True, 3 * SECOND), HearingChanged(False, 3 * SECOND))
    for index in answer:
        board.presenter.spoken(index)  # dropped
    for index in range(1, read_back):
        board.presenter.spoken(index)
    board.clock.now = 4 * SECOND
    board.run()
    assert board.session.deadline() == READ_BACK_LIMIT  # the read-back itself is not over yet
    board.presenter.spoken(read_back)
    board.run()
    assert board.session.deadline() == 6 * SECOND


def test_an_answer_behind_the_read_back_delays_no_press(tmp_path: Path) -> None:
    board = Board(tmp_path, press_after=SECOND)
    speech = FakeSpeech()
    board.speak(speech)
    board.run(typed("", 0), heard("eva vier", 1))
    read_back = len(speech.said)
    board.run(heard("zugzahl", 2))
    for index in range(1, read_back + 1):
        board.presenter.spoken(index)
    board.clock.now = 3 * SECOND
    board.run()
    assert board.session.deadline() == 4 * SECOND


def test_the_press_by_a_reply_is_told_by_its_read_back(board: Board, speech: FakeSpeech) -> None:
    board.run(heard("eva vier", 1), heard("eva fünf", 2))
    assert speech.said[-2:] == ["Eva zwei Eva vier", "Eva sieben Eva fünf"]


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("lauter", sentence("program.message.louder")),
        ("leiser", sentence("program.message.quieter")),
        ("höher", sentence("program.message.higher")),
        ("andere Stimme", sentence("program.message.other_voice")),
    ],
)
def test_what_changed_in_the_voice_is_said(
    board: Board, speech: FakeSpeech, word: str, told: str
) -> None:
    assert board.run(typed("e4"), typed(word))[-1] == told
    assert speech.said[-1] == told
    assert board.run(typed("wiederholen"))[-1] == "Eva zwei Eva vier"


@pytest.mark.parametrize("word", ["lauter", "langsamer", "andere Stimme"])
def test_without_speech_no_word_changes_the_voice(board: Board, word: str) -> None:
    assert board.run(typed("e4"), typed(word))[-1] == sentence("program.message.no_speech")


def test_missing_loudspeaker_is_told(board: Board, speech: FakeSpeech) -> None:
    lost = DeviceChanged(Device.LOUDSPEAKER, False)
    none = sentence("game.lost.loudspeaker")
    assert board.run(lost, typed("leiser"))[-2:] == [none, none]
    assert speech.voice.volume == 0.75
    assert board.run(DeviceChanged(Device.LOUDSPEAKER, True), typed("leiser"))[-1] == sentence(
        "program.message.quieter"
    )


def test_unprinted_text_is_recorded_the_end_spoken(
    board: Board, speech: FakeSpeech, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(line: str) -> None:
        if line == "Eva zwei Eva vier":
            raise OutputLost

    monkeypatch.setattr(devices, "make_speech", lambda *_: speech)
    monkeypatch.setattr(Loop, "run", lambda loop: loop.turn(typed("e4")))
    with pytest.raises(OutputLost):
        assemble.run(SPEAKS, board.session, 0, "ready", console=Console(write))
    assert speech.said[-2] == sentence("program.error.output_lost")
    resumed, _ = resume(board.archive, 1, Settings())
    assert resumed.state.spoken is not None
    resumed.close()


def test_its_own_words_heard_over_them_move_nothing(board: Board, speech: FakeSpeech) -> None:
    """An echo that was not taken out wholly might else complete the move that is read back."""
    told = heard("eva vier", 3)
    board.run(typed("e4"), SpeechHeard(told.utterance, over=True, doubtful=True))
    assert board.lines[-1] == "Eva zwei Eva vier"
    assert board.session.state.spoken is not None
    assert board.moves == []


def test_half_of_its_own_word_is_no_command(board: Board, speech: FakeSpeech) -> None:
    """ "Zurückgenommen." sounds through the room as "zurück"."""
    told = heard("zurück", 3)
    lines = board.run(typed("e4"), typed("Korrektur"))
    before = len(lines)
    board.run(SpeechHeard(told.utterance, over=True, doubtful=True))
    assert board.lines[before:] == []


def test_no_half_word_of_its_own_takes_a_move_back(board: Board, speech: FakeSpeech) -> None:
    """Even where it seemed to be known how Hektor sounds: that was seen to be wrong."""
    told = heard("zurück", 3)
    board.run(typed("e4"), typed("Korrektur"), typed("d4"))
    before = len(board.lines)
    board.run(SpeechHeard(told.utterance, over=True))
    cut = replace(heard("zu", 4).utterance, clipped=True)
    board.run(SpeechHeard(cut, over=True, doubtful=True))
    assert board.lines[before:] == []
    assert board.session.state.spoken is not None


def test_what_was_said_long_ago_sounds_no_more(board: Board, speech: FakeSpeech) -> None:
    board.run(typed("e4"), typed("Korrektur"), typed("d4"))
    for index in range(20):
        board.presenter.spoken(index, 1)
    assert board.presenter.has_said("zurück", 500_000_000)
    assert not board.presenter.has_said("zurück", 3_000_000_000)


def test_all_that_waits_to_be_spoken_may_be_its_own_echo(board: Board, speech: FakeSpeech) -> None:
    """The first of many lines sounds while the others wait."""
    numbers = ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"]
    board.presenter.speak([Utterance(lexicon("de").phrase(f"Zeile {one}")) for one in numbers])
    assert board.presenter.has_said("zeile eins")


def test_an_echo_without_a_meaning_is_nobodys(board: Board, speech: FakeSpeech) -> None:
    """However well it is known how Hektor sounds: nobody asked for it to be said again."""
    told = heard("gustav eins", 3)
    board.run(typed("Sf3"))
    before = len(board.lines)
    board.run(SpeechHeard(told.utterance, over=True))
    assert board.lines[before:] == []


def test_a_reply_in_the_words_that_are_read_back(tmp_path: Path) -> None:
    """ "Turm David fünf Anna fünf" sounds, and "David fünf" is said: Black's pawn can go there."""
    board = Board(tmp_path, fen="4k3/8/3p4/3R4/8/8/8/4K3 w - - 0 1")
    board.speak(FakeSpeech())
    told = heard("david fünf", 3).utterance
    board.run(typed("Ra5"), SpeechHeard(told, over=True, doubtful=True))
    assert board.moves == []
    assert board.session.state.asked is not None  # it may be an echo
    board.run(typed("nein"), SpeechHeard(told, over=True))
    assert board.moves == []
    assert board.session.state.asked is not None  # however well that is known
    board.run(typed("ja"))
    assert board.moves == ["d5a5"]


def test_other_words_heard_over_it_count(board: Board, speech: FakeSpeech) -> None:
    """People answer before a machine has finished."""
    told = heard("eva fünf", 3)
    board.run(typed("e4"), SpeechHeard(told.utterance, over=True))
    assert board.moves == ["e2e4"]


def test_a_square_heard_over_it_may_be_the_end_of_another_move(
    board: Board, speech: FakeSpeech
) -> None:
    """It may have been "Springer Cesar sechs"."""
    told = heard("cesar sechs", 3)
    board.run(typed("e4"), SpeechHeard(told.utterance, over=True))
    assert board.moves == []
    board.run(heard("ja", 5))
    assert board.moves == ["e2e4"]
    spoken = board.session.state.spoken
    assert spoken is not None
    assert spoken.move.uci() == "c7c6"


def test_the_end_of_a_move_is_never_judged(tmp_path: Path) -> None:
    """No pawn can go there, but the bishop can: no article is told for half of its move."""
    board = Board(tmp_path, fen="4k3/p7/8/8/4P3/8/8/4KB2 b - - 0 1")
    board.speak(FakeSpeech())
    told = heard("bella fünf", 3)
    board.run(typed("a6"), SpeechHeard(told.utterance, over=True))
    assert board.lines[-1] == sentence("game.say_again")
