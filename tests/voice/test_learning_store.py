# SPDX-License-Identifier: GPL-3.0-or-later
"""What is kept of a voice: whole or not at all, under a name that can do no harm, and erasable."""

import wave
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ground.faults import Fault
from voice.hearing.models import BUNDLED
from voice.learning.phrases import PHRASES
from voice.learning.store import NoSpace, Person, Take, Voices, base_hash, folder_name


@pytest.fixture
def voices(tmp_path: Path) -> Voices:
    return Voices(tmp_path / "voices")


def a_model(size: int = 1) -> "Model":
    return Model(size)


class Model:
    """Writes a folder that passes for a model."""

    def __init__(self, size: int = 1, fails: bool = False) -> None:
        self.size, self.fails = size, fails

    def __call__(self, folder: Path) -> None:
        (folder / "am").mkdir(parents=True)
        (folder / "am" / "final.mdl").write_bytes(b"x" * self.size)
        if self.fails:
            raise KeyboardInterrupt


def a_take(number: int = 0) -> Take:
    return Take(PHRASES[number], np.arange(1_000, dtype=np.int16))


def learnt(voices: Voices, name: str = "Anna") -> Person:
    return voices.put_in_force(Person(name, keep=True, before=1, after=2, of=3), Model())


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file may grow beyond ``size`` bytes."""
    resource = pytest.importorskip("resource", reason="only POSIX limits files")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_facts_about_a_person_are_read_again(voices: Voices) -> None:
    person = learnt(voices, 'Anna "die Große" \\ Müller')
    assert voices.person(person.name) == person
    assert voices.people() == [person]
    assert person.fits
    model = voices.model(person)
    assert model is not None
    assert (model / "am" / "final.mdl").is_file()


def test_case_and_blanks_make_no_other_person(voices: Voices) -> None:
    person = learnt(voices, "Anna Maria")
    assert voices.person(" anna  MARIA ") == person
    assert voices.person("Boris") is None


@settings(max_examples=200, deadline=None)
@given(
    st.text(max_size=40) | st.sampled_from(["../..", "/etc", "..", "a/b", "con", "NUL", "C:\\x"])
)
def test_no_name_leads_out_of_the_folder(name: str) -> None:
    try:
        folder = folder_name(name)
    except Fault:
        return
    assert Path(folder).name == folder
    assert set(folder).isdisjoint('/\\:*?"<>|.\0')
    assert folder not in ("con", "nul")


@pytest.mark.parametrize("name", ["", "  ", "../..", "...", "x" * 41])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(Fault, match=r"^(person_unnamed|name_long)"):
        folder_name(name)


def test_two_names_that_differ_are_two_folders() -> None:
    names = ["anna", "än", "a-n", "a n", "a/n", "a%2fn", "a.n"]
    assert len({folder_name(name) for name in names}) == len(names)


# --- A new model ----------------------------------------------------------------------------------


def test_new_model_replaces_the_old(voices: Voices) -> None:
    first = learnt(voices)
    second = voices.put_in_force(first, Model())
    assert first.model != second.model
    assert voices.person("Anna") == second
    assert [path.name for path in voices.path("Anna", ".").glob("model-*")] == [second.model]


def test_model_no_better_leaves_the_old(voices: Voices) -> None:
    first = learnt(voices)
    assert voices.put_in_force(first, None) == first
    assert voices.model(first) is not None


def test_interrupted_write_leaves_the_old_model(voices: Voices) -> None:
    first = learnt(voices)
    with pytest.raises(KeyboardInterrupt):
        voices.put_in_force(replace(first, after=9), Model(fails=True))
    assert voices.person("Anna") == first
    assert voices.model(first) is not None
    assert len([*voices.path("Anna", ".").glob("model-*")]) == 1


def test_model_left_by_power_cut_is_unused(voices: Voices) -> None:
    first = learnt(voices)
    Model()(voices.path("Anna", "model-7"))
    assert voices.person("Anna") == first
    assert voices.put_in_force(first, Model()).model == "model-8"


@pytest.mark.parametrize("room", [0, 500])
def test_full_disk_leaves_the_old_model(voices: Voices, room: int) -> None:
    first = learnt(voices)
    before = {path: path.read_bytes() for path in voices.root.rglob("*") if path.is_file()}
    with full_disk(room), pytest.raises(NoSpace, match=r"^voice_unwritten, name Anna"):
        voices.put_in_force(replace(first, after=9), Model(10_000))
    assert {path: path.read_bytes() for path in voices.root.rglob("*") if path.is_file()} == before


def test_full_disk_late_leaves_the_old_facts(voices: Voices) -> None:
    first = learnt(voices)
    with full_disk(20), pytest.raises(NoSpace):
        voices.save(replace(first, name="Anna", after=9))
    assert voices.person("Anna") == first


def test_model_of_another_bundled_one_misfits(voices: Voices) -> None:
    person = replace(learnt(voices), base="another")
    voices.save(person)
    assert not person.fits
    assert voices.model(person) is None


def test_a_model_without_its_file_is_none(voices: Voices) -> None:
    person = learnt(voices)
    (voices.path("Anna", person.model) / "am" / "final.mdl").unlink()
    assert voices.model(person) is None
    assert voices.model(replace(person, model="../model-1")) is None


def test_bundled_model_is_told_by_its_acoustics(tmp_path: Path) -> None:
    for file in ("am/final.mdl", "am/second.mdl", "graph/words.txt"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_bytes(b"another")
    assert base_hash(tmp_path) != base_hash(BUNDLED)


@pytest.mark.parametrize("text", ["", "name = 3", "no toml", 'name = "x"\nmodel = ""', "\0"])
def test_foreign_file_is_nobody(voices: Voices, text: str) -> None:
    learnt(voices)
    voices.path("Anna", "person.toml").write_text(text)
    assert voices.person("Anna") is None
    assert voices.people() == []


# --- Recordings -----------------------------------------------------------------------------------


def test_lesson_goes_on_with_its_takes(voices: Voices) -> None:
    voices.add_to_lesson("Anna", 3, a_take(3))
    voices.add_to_lesson("Anna", 0, a_take(0))
    kept = Voices(voices.root).lesson("Anna")
    assert sorted(kept) == [0, 3]
    assert kept[3] == a_take(3)
    assert np.array_equal(kept[3].samples, a_take(3).samples)


def test_without_consent_nothing_stays_of_a_lesson(voices: Voices) -> None:
    voices.add_to_lesson("Anna", 0, a_take())
    voices.end_lesson("Anna", keep=False)
    assert voices.lesson("Anna") == {}
    assert voices.takes("Anna") == []
    assert not [*voices.root.rglob("*.wav")]


def test_with_consent_all_recordings_stay(voices: Voices) -> None:
    for number in (0, 1):
        voices.add_to_lesson("Anna", number, a_take(number))
        voices.end_lesson("Anna", keep=True)
    assert voices.takes("Anna") == [a_take(0), a_take(1)]


def test_unwritable_take_leaves_the_others(voices: Voices) -> None:
    voices.add_to_lesson("Anna", 0, a_take(0))
    with full_disk(100), pytest.raises(NoSpace):
        voices.add_to_lesson("Anna", 1, a_take(1))
    assert sorted(voices.lesson("Anna")) == [0]


@pytest.mark.parametrize(
    "kind", [(1, 1, 16_000), (2, 2, 16_000), (1, 2, 44_100), (1, 3, 16_000)], ids=str
)
def test_a_recording_of_another_kind_is_no_take(voices: Voices, kind: tuple[int, int, int]) -> None:
    """An odd number of bytes cannot be read as samples; another rate is another sound."""
    voices.add_to_lesson("Anna", 0, a_take(0))
    (own,) = voices.root.rglob("*.wav")
    foreign = own.with_name("0001" + own.name[4:])
    with wave.open(str(foreign), "wb") as sound:
        sound.setnchannels(kind[0])
        sound.setsampwidth(kind[1])
        sound.setframerate(kind[2])
        sound.writeframes(bytes(999))
    assert sorted(voices.lesson("Anna")) == [0]
    with wave.open(str(foreign), "wb") as sound:
        sound.setparams((1, 2, 16_000, 0, "NONE", ""))
        sound.writeframes(bytes(1_000))
    assert sorted(voices.lesson("Anna")) == [0, 1]


# --- Forgetting -----------------------------------------------------------------------------------


def test_forgetting_leaves_nothing_of_one_person(voices: Voices) -> None:
    learnt(voices, "Anna")
    boris = learnt(voices, "Boris")
    voices.add_to_lesson("Anna", 0, a_take())
    voices.write("Anna", "confusions.toml", "")
    assert voices.forget("Anna")
    assert not voices.forget("Anna")
    assert voices.people() == [boris]
    assert [path.name for path in voices.root.iterdir()] == ["boris"]


def test_confusions_can_be_forgotten_alone(voices: Voices) -> None:
    person = learnt(voices)
    voices.write("Anna", "confusions.toml", "# nothing\n")
    assert voices.forget_confusions("Anna")
    assert voices.read("Anna", "confusions.toml") is None
    assert voices.person("Anna") == person
