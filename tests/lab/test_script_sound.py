# SPDX-License-Identifier: GPL-3.0-or-later
"""Scripts with recordings: heard through the whole way, while Hektor's speech takes its time."""

import json
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from recorded_scripts import play, recorded

from announce.errors import UserError
from game.app.cli import main
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer
from lab.script import parse

READY = 12  # s: Hektor has told the time and the mode, and nobody had to hurry


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("sounds"))


def only(lines: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [line for line in lines if line["event"] == name]


@pytest.fixture(scope="module")
def opening(folder: Path) -> list[dict[str, Any]]:
    """A move, its answer, a question and somebody who talks of the weather."""
    return play(
        folder,
        "set press 2",
        f"{READY} white <sound e4.wav>",
        f"{READY + 8} black <sound e5.wav>",
        f"{READY + 16} white <sound square.wav>",
        f"{READY + 22} black <sound weather.wav>",
    )


def test_moves_are_heard_from_recordings(opening: list[dict[str, Any]]) -> None:
    assert [line["san"] for line in only(opening, "MoveMade")] == ["e4", "e5"]
    assert len(only(opening, "MoveCompleted")) == 2


def test_the_next_game_is_heard_too(folder: Path) -> None:
    told = play(
        folder,
        f"{READY} white <sound e4.wav>",
        f"{READY + 6} black neue Partie",
        f"{READY + 9} black ja",
        f"{READY + 16} white <sound e4.wav>",
    )
    begun = only(told, "GameStarted")[-1]
    assert only(told, "GameEnded")[0]["t"] < begun["t"] < READY + 20  # the end of the first move
    after = told[told.index(begun) :]
    assert [line["san"] for line in only(after, "MoveSpoken")] == ["e4"]


def test_the_lines_tell_what_was_heard_and_when(opening: list[dict[str, Any]]) -> None:
    heard = only(opening, "SpeechHeard")
    assert [line["text"] for line in heard[:3]] == [
        "eva vier",
        "eva sieben eva fünf",
        "was steht auf eva vier",
    ]
    starts = (READY, READY + 8, READY + 16)
    for line, start in zip(heard, starts, strict=False):
        assert start <= line["from"] < line["to"] < line["t"] < start + 4
    assert not any("[" in line["text"] for line in heard)


def test_a_move_counts_from_the_end_of_the_words(opening: list[dict[str, Any]]) -> None:
    ends = [line["to"] for line in only(opening, "SpeechHeard")]
    assert [line["t"] for line in only(opening, "MoveSpoken")] == ends[:2]


def test_a_question_is_answered_and_chatter_is_not(opening: list[dict[str, Any]]) -> None:
    (answer,) = only(opening, "InfoGiven")
    assert answer["answer"]["about"] == "square"
    after = [line["event"] for line in opening if line["t"] > READY + 22]
    assert not {"MoveSpoken", "InfoGiven", "GamePaused"} & set(after)


def test_what_hektor_says_takes_its_time(opening: list[dict[str, Any]]) -> None:
    spoken = only(opening, "MoveSpoken")[0]["spoken"]
    begun = next(one for one in only(opening, "SpeechStarted") if one["text"] == spoken)
    ended = next(one for one in only(opening, "SpeechEnded") if one["text"] == spoken)
    seconds = len(EngineRenderer().render(spoken, Voice())) / SAMPLE_RATE
    assert 0 <= begun["t"] - only(opening, "SpeechHeard")[0]["t"] <= 0.03  # a block
    assert ended["t"] - begun["t"] == pytest.approx(seconds, abs=0.03)  # a block
    assert ended["whole"]
    assert only(opening, "MoveCompleted")[0]["t"] == pytest.approx(ended["t"] + 2, abs=0.01)


def test_what_is_said_over_the_first_words_is_heard_when_the_room_is_known(tmp_path: Path) -> None:
    """It counts from when it was said, and Hektor begins its sentence anew.

    espeak-ng's voice depends on all that it said before in a process, and a rest of its echo may
    pass for a "nach": this is played in a process of its own.
    """
    spawning = multiprocessing.get_context("spawn")
    names = ("set white Anna", "set black Boris")
    moves = ("1 white <sound e4.wav>", f"{READY} black <sound e5.wav>", "20 white <wait>")
    with ProcessPoolExecutor(1, mp_context=spawning) as other:
        sounds = other.submit(recorded, tmp_path).result()
        lines = other.submit(play, sounds, *names, *moves).result()
    first, second = only(lines, "SpeechHeard")
    assert first["text"].endswith("eva vier")
    assert second["text"] == "eva sieben eva fünf"
    assert 0.5 < first["from"] < first["to"] < 2
    spoken = only(lines, "MoveSpoken")
    assert [line["t"] for line in spoken] == [first["to"], second["to"]]
    cut = next(line for line in only(lines, "SpeechEnded") if not line["whole"])
    assert lines.index(first) < lines.index(cut) < lines.index(spoken[0])
    assert cut["text"] in [line["text"] for line in only(lines, "SpeechEnded") if line["whole"]]


@pytest.mark.parametrize("at", [0.8, 1.5, 5.0])
def test_nothing_that_is_said_over_the_first_words_is_lost(folder: Path, at: float) -> None:
    """Also where Hektor is silent again before its echo is known."""
    lines = play(folder, f"{at} white <sound e4.wav>", "14 table <wait>")
    assert [line["uci"] for line in only(lines, "MoveSpoken")] == ["e2e4"]
    assert at < only(lines, "SpeechHeard")[-1]["from"] < at + 1


def test_a_typed_line_cuts_what_hektor_says(folder: Path) -> None:
    lines = play(folder, "0.5 white Eva vier", "30 table <sound weather.wav>")
    first = only(lines, "SpeechEnded")[0]
    assert (first["t"], first["whole"]) == (0.5, False)
    assert [line["uci"] for line in only(lines, "MoveSpoken")] == ["e2e4"]


def test_the_same_script_gives_the_same_events(folder: Path) -> None:
    """Within the thousandths of a second by which a voice does not repeat itself."""
    script = (f"{READY} white <sound e4.wav>",)
    first, second = play(folder, *script), play(folder, *script)
    assert [line["event"] for line in first] == [line["event"] for line in second]
    times = [[line["t"] for line in lines] for lines in (first, second)]
    assert times[0] == pytest.approx(times[1], abs=0.1)


def test_recordings_lie_beside_the_script(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = folder / "game.script"
    script.write_text(f"{READY} white <sound e4.wav>\n", encoding="utf-8")
    assert main(["script", str(script)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert only(told, "MoveSpoken")
    # It ends when all is heard and said.
    assert len(only(told, "SpeechStarted")) == len(only(told, "SpeechEnded"))


def test_a_missing_recording_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "game.script"
    script.write_text("1 white <sound nowhere.wav>\n", encoding="utf-8")
    assert main(["script", str(script)]) == 2
    assert f"There is no recording at {tmp_path / 'nowhere.wav'}." in capsys.readouterr().err


def test_a_sound_without_a_file_is_no_act() -> None:
    with pytest.raises(UserError, match=r"line 1: no act '<sound>'.*<sound FILE>"):
        parse("1 white <sound>")


def test_what_is_pressed_in_between_is_told(folder: Path) -> None:
    """Acts that are no sound go on as in every script. WHO of a sound is for the reader: at one
    microphone it is the move of whoever is to move."""
    lines = play(
        folder,
        f"{READY} black <sound e4.wav>",
        f"{READY + 5} white <key>",
        f"{READY + 6} black <sound e5.wav>",
    )
    assert only(lines, "MoveCompleted")[0]["colour"] == "white"
    assert [line["uci"] for line in only(lines, "MoveSpoken")] == ["e2e4", "e7e5"]


def test_a_name_is_spelt_before_the_game_and_moves_are_heard_after_it(folder: Path) -> None:
    told = play(
        folder,
        "2 white <sound spell.wav>",
        "15 white <sound l.wav>",
        "19 white <sound weather.wav>",
        "24 white <sound eo.wav>",
        "29 white <sound done.wav>",
        "36 white <begin>",
        "50 white <sound e4.wav>",
    )
    assert [line["value"] for line in only(told, "TagSet")] == ["Leo"]
    assert [line["san"] for line in only(told, "MoveSpoken")] == ["e4"]
