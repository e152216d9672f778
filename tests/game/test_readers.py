# SPDX-License-Identifier: GPL-3.0-or-later
"""Speech through prismatoid's readers: its own kind of custom back end stands for NVDA and JAWS."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import prism
import pytest

from game.speech import readers
from game.speech.player import SECOND, LoudspeakerLost
from game.speech.readers import BEGINS, LONGEST, POLL, PrismDriver, Reader, reckoned
from game.speech.voice import Voice


class World:
    """What happened, and a clock that goes on only while somebody waits."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.seconds = 0.0
        self.ends: list[float] = []  # when what was said will be over
        self.cut_at: float | None = None  # when the listener cuts
        self.driver: PrismDriver | None = None

    def now(self) -> int:
        return round(self.seconds * SECOND)

    def wait(self, seconds: float) -> None:
        assert seconds > 0
        self.seconds += seconds
        if self.cut_at is not None and self.seconds >= self.cut_at and self.driver is not None:
            self.seconds, self.cut_at = self.cut_at, None
            self.driver.cancel()


WORLD = World()


class Silent(prism.CustomBackend):  # type: ignore[misc]
    """Does not tell whether it speaks, like NVDA and JAWS."""

    EXTRA_FEATURES = prism.BackendFeatures(is_supported_at_runtime=True)

    def speak(self, text: str, interrupt: bool) -> None:
        assert not interrupt
        if text == "fails":
            raise RuntimeError("it has gone")
        WORLD.said.append(text)

    def stop(self) -> None:
        WORLD.said.append("(silence)")


class Telling(Silent):
    """Tells it, from a fifth of a second after it was asked."""

    def speak(self, text: str, interrupt: bool) -> None:
        super().speak(text, interrupt)
        length = {"never begins": 0.0, "never ends": 1e9}.get(text, 2.0)
        WORLD.ends = [WORLD.seconds + 0.2, WORLD.seconds + 0.2 + length]

    def is_speaking(self) -> bool:
        begin, end = WORLD.ends
        return begin <= WORLD.seconds < end


class Unstoppable(prism.CustomBackend):  # type: ignore[misc]
    EXTRA_FEATURES = prism.BackendFeatures(is_supported_at_runtime=True)

    def speak(self, text: str, interrupt: bool) -> None:
        raise AssertionError


class Away(Silent):
    """Its reader does not run."""

    def initialize(self) -> None:
        raise RuntimeError


def found(**backends: type[Any]) -> Iterator[Reader]:
    def context() -> Any:
        with prism.RegistryBuilder() as builder:
            for name, backend in backends.items():
                builder.add_backend(name, backend)
            return prism.Context(builder.freeze())

    return readers.readers(context, ("First", "Second", "Third"))


@pytest.fixture
def world() -> World:
    WORLD.__init__()  # type: ignore[misc]
    return WORLD


def driver(world: World, **backends: type[Any]) -> PrismDriver:
    world.driver = PrismDriver(lambda: found(**backends), world.now, world.wait)
    return world.driver


def say(speaker: PrismDriver, text: str, voice: Voice | None = None) -> tuple[bool, list[int]]:
    started: list[int] = []
    played = speaker.speak(text, voice or Voice(), speaker.ticket(), started.append)
    return played.whole, started


def test_readers_are_found_in_their_order_and_only_those_that_can_be_silenced() -> None:
    names = [
        each.name for each in found(Second=Silent, First=Telling, Third=Unstoppable, Voice=Silent)
    ]
    assert names == ["First", "Second"]


def test_a_reader_that_does_not_run_is_passed_over() -> None:
    assert [each.name for each in found(First=Away, Second=Silent)] == ["Second"]


def test_without_the_library_there_are_none() -> None:
    def missing() -> Any:
        raise ImportError

    assert not list(readers.readers(missing))


def test_an_end_is_waited_for_where_it_is_told(world: World) -> None:
    assert say(driver(world, First=Telling), "Springer Felix drei") == (True, [0])
    assert world.said == ["Springer Felix drei"]
    assert 2.2 <= world.seconds <= 2.2 + POLL


def test_an_end_is_reckoned_where_it_is_not_told(world: World) -> None:
    assert say(driver(world, Second=Silent), "Springer Felix drei") == (True, [0])
    assert world.seconds == pytest.approx(reckoned("Springer Felix drei", Voice()))


def test_whoever_hears_faster_waits_less() -> None:
    fast, usual = reckoned("Eva vier", Voice(rate=340)), reckoned("Eva vier", Voice())
    assert fast < usual < 2 * fast


@pytest.mark.parametrize("backend", [Silent, Telling])
def test_silence_comes_at_once(world: World, backend: type[Any]) -> None:
    speaker = driver(world, Second=backend)
    world.cut_at = 0.25
    assert say(speaker, "Springer Gustav eins Felix drei") == (False, [0])
    assert world.said == ["Springer Gustav eins Felix drei", "(silence)"]
    assert world.seconds == pytest.approx(0.25)


def test_what_was_cancelled_before_is_not_said(world: World) -> None:
    speaker = driver(world, Second=Silent)
    ticket = speaker.ticket()
    speaker.cancel()
    assert not speaker.speak("Eva vier", Voice(), ticket, lambda _: None).whole
    assert world.said == []


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [("never begins", BEGINS, BEGINS + POLL), ("never ends", BEGINS, BEGINS + 10 * LONGEST + POLL)],
)
def test_nobody_waits_for_a_reader_for_ever(
    world: World, text: str, least: float, most: float
) -> None:
    say(driver(world, First=Telling), text)
    assert least <= world.seconds <= most


def test_a_reader_that_has_gone_is_looked_for_again(
    world: World, capfd: pytest.CaptureFixture[str]
) -> None:
    speaker = driver(world, Second=Silent)
    with pytest.raises(LoudspeakerLost):
        say(speaker, "fails")
    assert say(speaker, "Eva vier")[0]
    assert "it has gone" in capfd.readouterr().err  # prism tells what its back end raised


def test_without_a_reader_there_is_no_voice(world: World) -> None:
    with pytest.raises(LoudspeakerLost):
        driver(world).open(Voice())


def test_a_reader_is_known_by_its_process(tmp_path: Path) -> None:
    for number, name in enumerate(("bash", "orca")):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "comm").write_text(f"{name}\n")
    assert readers.running_on_linux(tmp_path) == "Orca"
    (tmp_path / "1" / "comm").write_text("python3\n")
    assert readers.running_on_linux(tmp_path) is None
