# SPDX-License-Identifier: GPL-3.0-or-later
"""Devices of sound: each once, by a part of its name, and those that were plugged in later."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from ground import portaudio
from ground.faults import Fault
from ground.portaudio import AudioDevice


class PortAudio:
    """As much of sounddevice as is asked for: systems, and devices as (name, system, in, out)."""

    def __init__(self, systems: list[str], devices: list[tuple[str, int, int, int]]) -> None:
        self.systems, self.known = systems, devices
        self.calls: list[str] = []

    def query_hostapis(self) -> list[dict[str, Any]]:
        return [
            {
                "name": name,
                "default_input_device": self._first(number, 2),
                "default_output_device": self._first(number, 3),
            }
            for number, name in enumerate(self.systems)
        ]

    def _first(self, system: int, channels: int) -> int:
        found = (n for n, one in enumerate(self.known) if one[1] == system and one[channels])
        return next(found, -1)

    def query_devices(self, number: int | None = None) -> Any:
        listed = [
            {"name": name, "hostapi": system, "max_input_channels": i, "max_output_channels": o}
            for name, system, i, o in self.known
        ]
        return listed if number is None else listed[number]

    def WasapiSettings(self, *, auto_convert: bool) -> object:  # noqa: N802 - sounddevice's name
        return SimpleNamespace(auto_convert=auto_convert)

    def _terminate(self) -> None:
        self.calls.append("terminate")

    def _initialize(self) -> None:
        self.calls.append("initialize")


HEADSET = "Headset Mikrofon (USB Audio Device mit langem Namen)"
WINDOWS = PortAudio(
    ["MME", "Windows DirectSound", "Windows WASAPI"],
    [
        ("Microsoft Soundmapper - Input", 0, 2, 0),
        (HEADSET[:31], 0, 1, 0),
        ("Mikrofonarray", 0, 2, 0),
        (HEADSET, 1, 1, 0),
        ("Lautsprecher", 1, 0, 2),
        (HEADSET, 2, 1, 0),
        ("Mikrofonarray", 2, 2, 0),
        ("Lautsprecher", 2, 0, 2),
    ],
)
LINUX = PortAudio(["ALSA"], [("HDA Intel: ALC (hw:0,0)", 0, 2, 2), ("default", 0, 32, 32)])


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> PortAudio:
    monkeypatch.setitem(sys.modules, "sounddevice", WINDOWS)  # type: ignore[arg-type]
    return WINDOWS


def test_each_device_is_listed_once_by_the_best_system(windows: PortAudio) -> None:
    listed = {one.name: one.system for one in portaudio.devices("input")}
    assert listed == {
        HEADSET: "Windows WASAPI",
        "Mikrofonarray": "Windows WASAPI",
        "Microsoft Soundmapper - Input": "MME",
    }
    assert portaudio.devices("output") == [AudioDevice(7, "Lautsprecher", "Windows WASAPI", True)]


def test_a_part_of_the_name_is_enough(windows: PortAudio) -> None:
    number, extra = portaudio.find("headset", "input")
    assert number == 5
    assert extra.auto_convert


def test_a_number_is_that_of_the_list(windows: PortAudio) -> None:
    assert portaudio.find(2, "input") == (2, None)


def test_without_a_name_windows_best_system_chooses(windows: PortAudio) -> None:
    assert portaudio.find(None, "input")[0] == 5


def test_elsewhere_the_system_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", LINUX)  # type: ignore[arg-type]
    assert portaudio.find(None, "input") == (None, None)


def test_a_name_of_several_is_asked_for_more(windows: PortAudio) -> None:
    with pytest.raises(Fault) as told:
        portaudio.find("mi", "input")
    assert told.value.name == "device_ambiguous"
    assert HEADSET in str(told.value.facts["names"])


def test_the_whole_name_of_one_is_no_part_of_another(windows: PortAudio) -> None:
    assert portaudio.find("mikrofonarray", "input")[0] == 6


def test_an_unknown_name_tells_what_there_is(windows: PortAudio) -> None:
    with pytest.raises(Fault) as told:
        portaudio.find("Trompete", "output")
    assert (told.value.name, told.value.facts["names"]) == ("device_unknown", "Lautsprecher")


# --- What was plugged in later --------------------------------------------------------------------


@pytest.fixture
def fresh(windows: PortAudio, monkeypatch: pytest.MonkeyPatch) -> PortAudio:
    monkeypatch.setattr(portaudio, "_users", {})
    monkeypatch.setattr(portaudio, "_looked_at", -10.0)
    windows.calls.clear()
    return windows


def test_portaudio_is_started_anew_at_most_every_ten_seconds(fresh: PortAudio) -> None:
    assert portaudio.look_again(lambda: 0.0)
    assert not portaudio.look_again(lambda: 9.0)
    assert portaudio.look_again(lambda: 10.0)
    assert fresh.calls == ["terminate", "initialize"] * 2


def test_not_while_somebody_is_heard(fresh: PortAudio) -> None:
    microphone = object()
    portaudio.used(microphone)
    assert not portaudio.look_again(lambda: 0.0)
    portaudio.unused(microphone)
    assert portaudio.look_again(lambda: 0.0)


@pytest.mark.parametrize("rests", [True, False])
def test_a_loudspeaker_is_closed_for_it_if_it_is_silent(fresh: PortAudio, rests: bool) -> None:
    portaudio.used(object(), lambda: rests)
    assert portaudio.look_again(lambda: 0.0) is rests
    assert bool(fresh.calls) is rests
