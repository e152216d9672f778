# SPDX-License-Identifier: GPL-3.0-or-later
"""Text to sound with the espeak-ng that comes with Hektor."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import espeakng_loader
import numpy as np
import pytest

import announce.speech.voices
from announce.lexicon import lexicon
from announce.settings import LANGUAGES
from announce.speech import trial
from announce.speech.voices import (
    SAMPLE_RATE,
    EngineRenderer,
    EngineThread,
    Samples,
    Voice,
    VoiceMissing,
    respell,
)

MOVE = "Springer Gustav eins Felix drei"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="the system's own voices are used there"
)


@pytest.fixture(scope="module")
def renderer() -> EngineRenderer:
    return EngineRenderer()


def seconds(samples: Samples) -> float:
    return len(samples) / SAMPLE_RATE


def test_move_sounds_two_seconds_and_ends_properly(
    renderer: EngineRenderer,
) -> None:
    sound = renderer.render(MOVE, Voice())
    assert sound.dtype == np.int16
    assert 1.0 < seconds(sound) < 3.0
    assert np.abs(sound.astype(int)).max() > 5000
    assert np.abs(sound[-SAMPLE_RATE // 10 :].astype(int)).max() > 64  # no silence of 0.3 s


def test_every_language_has_its_own_voice(renderer: EngineRenderer) -> None:
    sounds = {renderer.render(MOVE, Voice(language)).tobytes() for language in LANGUAGES}
    assert len(sounds) == len(LANGUAGES)


def test_two_speakers_can_be_told_apart(renderer: EngineRenderer) -> None:
    white = renderer.render(MOVE, Voice())
    black = renderer.render(MOVE, Voice(variant="f3"))
    assert white.tobytes() != black.tobytes()


def test_rate_pitch_and_volume_are_heard(renderer: EngineRenderer) -> None:
    plain = renderer.render(MOVE, Voice())
    assert seconds(renderer.render(MOVE, Voice(rate=340))) < 0.7 * seconds(plain)
    assert renderer.render(MOVE, Voice(pitch=90)).tobytes() != plain.tobytes()
    quiet = renderer.render(MOVE, Voice(volume=0.3))
    assert np.abs(quiet.astype(int)).max() < 0.5 * np.abs(plain.astype(int)).max()


def test_changing_voices_never_spoils_a_sound() -> None:
    """espeak-ng works on a thread of its own, where a change or a sound can get lost."""
    renderer = EngineRenderer(cache_bytes=0)
    voices = [Voice(), Voice("sl", rate=300), Voice("en", pitch=80), Voice(variant="f3")]
    lengths: dict[tuple[str, Voice], list[int]] = {}
    for turn in range(60):
        voice, text = voices[turn % 4], ("Eva vier", MOVE)[turn % 5 % 2]
        lengths.setdefault((text, voice), []).append(len(renderer.render(text, voice)))
    for heard in lengths.values():
        assert min(heard) > SAMPLE_RATE // 5
        assert max(heard) - min(heard) < SAMPLE_RATE // 50


def test_repeated_phrase_is_not_rendered_again(renderer: EngineRenderer) -> None:
    assert renderer.render("noch einmal", Voice()) is renderer.render("noch  einmal ", Voice())
    forgetful = EngineRenderer(cache_bytes=0)
    assert forgetful.render("a", Voice()) is not forgetful.render("a", Voice())


def test_a_text_without_words_is_silence(renderer: EngineRenderer) -> None:
    assert not len(renderer.render(" ...", Voice()))


def test_missing_voice_is_told_and_harms_none(renderer: EngineRenderer) -> None:
    with pytest.raises(VoiceMissing, match=r"^No voice for the language 'xx' was found\.$"):
        renderer.render(MOVE, Voice("xx"))
    assert len(renderer.render("danach", Voice()))


def test_missing_speech_library_gives_one_clear_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyttsx3", None)
    mute = EngineRenderer(thread=EngineThread(announce.speech.voices._Pyttsx3))
    with pytest.raises(VoiceMissing, match=r"^No voice: speech could not be started \(.*\)\.$"):
        mute.render(MOVE, Voice())


def test_what_a_voice_cannot_say_is_tried_twice_and_then_no_more() -> None:
    asked: list[str] = []

    class Mute:
        def render(self, text: str, voice: Voice) -> Samples:
            asked.append(text)
            return np.zeros(0, np.int16)

    mute = EngineRenderer(thread=EngineThread(Mute))
    for _ in range(4):
        assert not len(mute.render("ö", Voice()))
    assert asked == ["ö", "ö"]


def test_a_sound_that_was_lost_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """espeak-ng's thread may be cancelled before its first sample: Hektor would say nothing."""
    read, lost = announce.speech.voices._read, [True]

    def lossy(path: Path) -> Samples:
        return np.zeros(0, np.int16) if lost and lost.pop() else read(path)

    monkeypatch.setattr(announce.speech.voices, "_read", lossy)
    assert seconds(EngineRenderer().render(MOVE, Voice())) > 1.0


class FakeEngine:
    """Does what the test says, on the engine's thread."""

    def __init__(self, do: Callable[[], object]) -> None:
        self.do = do

    def render(self, text: str, voice: Voice) -> Samples:
        self.do()
        return np.ones(5, np.int16)


def test_an_engine_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game goes on in silence; the clock never waits for speech."""
    go_on = threading.Event()
    monkeypatch.setattr(announce.speech.voices, "RENDER_LIMIT", 0.01)
    made = EngineRenderer(thread=EngineThread(lambda: FakeEngine(lambda: go_on.wait(10))))
    for _ in range(2):  # the second is refused at once
        with pytest.raises(VoiceMissing, match="no longer answers"):
            made.render(MOVE, Voice())
    go_on.set()


def test_any_engine_fault_is_one_sentence() -> None:
    failures = [KeyError("COM")]
    made = EngineRenderer(thread=EngineThread(lambda: FakeEngine(lambda: _raise_next(failures))))
    with pytest.raises(VoiceMissing, match=r"^No voice: the speech engine failed \('COM'\)\.$"):
        made.render(MOVE, Voice())
    assert len(made.render(MOVE, Voice())) == 5


def _raise_next(failures: list[KeyError]) -> None:
    if failures:
        raise failures.pop()


def test_two_renderers_share_one_engine(renderer: EngineRenderer) -> None:
    other = EngineRenderer(cache_bytes=0)
    fast, plain = Voice(rate=340), Voice()
    lengths = [
        (len(one.render(f"Eva {rank}", fast)), len(two.render(f"Eva {rank}", plain)))
        for rank in ("eins", "drei", "acht")
        for one, two in ((other, renderer), (renderer, other))
    ]
    assert all(quick < 0.8 * slow for quick, slow in lengths)


def test_rendering_prints_nothing(
    renderer: EngineRenderer, capfd: pytest.CaptureFixture[str]
) -> None:
    """A line of the engine's would stand between the lines of the game."""
    renderer.render("still", Voice())
    assert capfd.readouterr() == ("", "")


def test_all_words_of_moves_make_a_sound(renderer: EngineRenderer) -> None:
    """D.2.1: no name may be lost in the voice, and none may sound like another."""
    table = lexicon("de").own("moves")
    words = [*table["files"], *table["ranks"], *table["pieces"].values(), table["zwo"]]
    sounds = [renderer.render(word, Voice()) for word in words]
    assert all(seconds(sound) > 0.15 for sound in sounds)
    assert len({sound.tobytes() for sound in sounds}) == len(words)


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("Cesar eins", "Zesar eins"),
        ("Kurze Rochade", "Kurze Roch-ade"),
        ("Schwarz bietet Remis.", "Schwarz bietet Remie."),
        ("Eva fünf schlägt David sechs en passant", "Eva fünf schlägt Dahwitt sechs ang passang"),
        ("Cesarine", "Cesarine"),
    ],
)
def test_mispronounced_words_are_spelled_as_they_sound(text: str, spelled: str) -> None:
    assert respell(text, "de") == spelled
    assert respell(text, "en") == text


def test_voice_changes_by_steps_within_bounds() -> None:
    voice = Voice()
    assert voice.faster().slower().rate == pytest.approx(voice.rate, abs=1)
    assert voice.quieter().louder() == voice
    for _ in range(30):
        voice = voice.faster().louder()
    assert (voice.rate, voice.volume) == (450, 1.0)
    for _ in range(50):
        voice = voice.slower().quieter()
    assert (voice.rate, voice.volume) == (80, 0.1)


def test_a_library_that_would_end_the_program_is_tried_in_a_child(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without its data espeak-ng calls exit: the program ended after its greeting."""
    loader = SimpleNamespace(
        get_library_path=espeakng_loader.get_library_path,
        get_data_path=lambda: str(tmp_path),
    )
    monkeypatch.setitem(sys.modules, "espeakng_loader", loader)
    monkeypatch.setenv("ESPEAK_DATA_PATH", os.environ.get("ESPEAK_DATA_PATH", ""))
    with pytest.raises(VoiceMissing, match=r"^No voice: [^\n]*\.$"):
        announce.speech.voices._Pyttsx3()


def test_damaged_data_of_a_voice_end_nothing(tmp_path: Path) -> None:
    data = tmp_path / "espeak-ng-data"
    shutil.copytree(espeakng_loader.get_data_path(), data)
    content = (data / "phontab").read_bytes()
    (data / "phontab").write_bytes(content[: len(content) // 3])
    assert not trial.run(espeakng_loader.get_library_path(), str(data), "de")
    assert trial.run(espeakng_loader.get_library_path(), espeakng_loader.get_data_path(), "de")


def test_a_trial_that_hangs_or_cannot_start_is_no_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(command: Any, **_: Any) -> Any:
        raise subprocess.TimeoutExpired(command, trial.LIMIT)

    monkeypatch.setattr(subprocess, "run", hangs)
    assert not trial.run("a library", "", "hangs")
