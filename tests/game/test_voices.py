# SPDX-License-Identifier: GPL-3.0-or-later
"""Text to sound with the espeak-ng that comes with Hektor."""

import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import espeakng_loader
import numpy as np
import pytest
import soundfile

import game.speech.voices
from announce.lexicon import lexicon
from announce.text.settings import LANGUAGES
from game.speech import espeak
from game.speech.espeak import VoiceMissing
from game.speech.voice import Voice
from game.speech.voices import (
    SAMPLE_RATE,
    EngineRenderer,
    EngineThread,
    Samples,
    respell,
)

MOVE = "Springer Gustav eins Felix drei"


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
    monkeypatch.setattr(espeak, "_LIBRARIES", ("no such library",))
    monkeypatch.setattr(game.speech.voices, "works", lambda *_: True)
    monkeypatch.setitem(sys.modules, "espeakng_loader", None)
    mute = EngineRenderer(thread=EngineThread(game.speech.voices.InstalledVoices))
    with pytest.raises(VoiceMissing, match=r"^No voice: espeak-ng could not be started \(.*\)\.$"):
        mute.render(MOVE, Voice())


def test_what_a_voice_cannot_say_is_silence_and_is_tried_once() -> None:
    asked: list[str] = []

    class Mute:
        def render(self, text: str, voice: Voice) -> Samples:
            asked.append(text)
            return np.zeros(0, np.int16)

    mute = EngineRenderer(thread=EngineThread(Mute))
    for _ in range(4):
        assert not len(mute.render("ö", Voice()))
    assert asked == ["ö"]


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
    monkeypatch.setattr(game.speech.voices, "RENDER_LIMIT", 0.01)
    made = EngineRenderer(thread=EngineThread(lambda: FakeEngine(lambda: go_on.wait(10))))
    for _ in range(2):  # the second is refused at once
        with pytest.raises(VoiceMissing, match="no longer answers"):
            made.render(MOVE, Voice())
    go_on.set()


def test_an_engine_that_was_only_slow_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, answered = threading.Event(), threading.Event()
    monkeypatch.setattr(game.speech.voices, "RENDER_LIMIT", 0.01)

    def answers_late() -> None:
        go_on.wait(10)
        answered.set()

    thread = EngineThread(lambda: FakeEngine(answers_late))
    with pytest.raises(VoiceMissing, match="no longer answers"):
        thread.render(MOVE, Voice())
    monkeypatch.setattr(game.speech.voices, "RENDER_LIMIT", 10.0)
    go_on.set()
    assert answered.wait(10)
    while thread._late is not None and thread._late.empty():
        threading.Event().wait(0.001)
    assert len(thread.render(MOVE, Voice())) == 5


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
    assert (voice.rate, voice.volume) == (450, 2.0)
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
    with pytest.raises(VoiceMissing, match=r"^No voice: [^\n]*\.$"):
        game.speech.voices.InstalledVoices()


def test_damaged_data_of_a_voice_end_nothing(tmp_path: Path) -> None:
    data = tmp_path / "Stimmen für Müller"
    shutil.copytree(espeakng_loader.get_data_path(), data)
    library = str(espeakng_loader.get_library_path())
    assert espeak.works(library, str(data), "de")  # umlauts and spaces are no damage
    content = (data / "phontab").read_bytes()
    (data / "phontab").write_bytes(content[: len(content) // 3])
    espeak.works.cache_clear()
    assert not espeak.works(library, str(data), "de")


def test_a_trial_that_hangs_or_cannot_start_is_no_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(command: Any, **_: Any) -> Any:
        raise subprocess.TimeoutExpired(command, espeak.LIMIT)

    monkeypatch.setattr(subprocess, "run", hangs)
    assert not espeak.works("a library", "", "hangs")


class FakePyttsx3:
    """pyttsx3 on a system with one German voice; it writes half a second of a tone."""

    def __init__(self, fails: bool = False, languages: tuple[str, ...] = ("de-DE",)) -> None:
        self.properties: dict[str, object] = {}
        self.said: list[str] = []
        self._fails = fails
        self._languages = languages

    def init(self, driver: str | None) -> "FakePyttsx3":
        return self

    def getProperty(self, name: str) -> list[SimpleNamespace]:  # noqa: N802 - pyttsx3's name
        assert name == "voices"
        if not self._languages:
            raise ValueError("invalid literal for int() with base 16: '407;9'")
        return [SimpleNamespace(id="Hedda", languages=list(self._languages))]

    def setProperty(self, name: str, value: object) -> None:  # noqa: N802 - pyttsx3's name
        self.properties[name] = value

    def save_to_file(self, text: str, path: str) -> None:
        self.said.append(text)
        if not self._fails:
            tone = np.full(SAMPLE_RATE // 4, 9_000, np.int16)
            soundfile.write(path, tone, SAMPLE_RATE // 2)

    def runAndWait(self) -> None:  # noqa: N802 - pyttsx3's name
        pass


class FakeEspeak:
    """espeak-ng beside the voices of the system."""

    sample_rate = SAMPLE_RATE

    def __init__(self, library: str, data: str) -> None:
        pass

    def use(self, voice: str, parameters: Mapping[int, int]) -> None:
        pass

    def render(self, text: str) -> bytes:
        return np.full(1_000, 5_000, np.int16).tobytes()


def windows(
    monkeypatch: pytest.MonkeyPatch, pyttsx3: FakePyttsx3
) -> game.speech.voices.InstalledVoices:
    monkeypatch.setitem(sys.modules, "pyttsx3", pyttsx3)
    monkeypatch.setattr(game.speech.voices, "sys", SimpleNamespace(platform="win32"))
    # espeak-ng's library knows one voice for the process: those of other tests.
    monkeypatch.setattr(game.speech.voices, "Espeak", FakeEspeak)
    monkeypatch.setattr(game.speech.voices, "works", lambda *_: True)
    return game.speech.voices.InstalledVoices()


def test_a_voice_of_the_system_speaks_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    system = FakePyttsx3()
    speaker = windows(monkeypatch, system)
    sound = speaker.render(MOVE, Voice(rate=200, volume=0.5))
    assert system.said == [MOVE]
    assert system.properties == {"voice": "Hedda", "rate": 200, "volume": 0.5}
    assert len(sound) / SAMPLE_RATE == pytest.approx(0.5, abs=0.06)


def test_espeak_speaks_what_the_system_has_no_voice_for(monkeypatch: pytest.MonkeyPatch) -> None:
    system = FakePyttsx3()
    sound = windows(monkeypatch, system).render("Dober dan", Voice("sl"))
    assert not system.said
    assert len(sound)


def test_a_failing_voice_of_the_system_takes_no_speech_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    system = FakePyttsx3(fails=True)
    speaker = windows(monkeypatch, system)
    assert len(speaker.render(MOVE, Voice()))
    assert len(speaker.render(MOVE, Voice()))
    assert len(system.said) == 1


def test_a_voice_with_two_languages_takes_no_speech_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """pyttsx3 2.99 reads the language of a Windows voice as one number: "407;9" is none."""
    assert len(windows(monkeypatch, FakePyttsx3(languages=())).render(MOVE, Voice()))


def test_pyttsx3_gives_its_voices_by_language() -> None:
    """With pyttsx3 itself, and its driver for tests; it knows one language."""
    voices = game.speech.voices.SystemVoices("dummy")
    assert voices.has("en")
    assert not voices.has("de")
