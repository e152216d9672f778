# SPDX-License-Identifier: GPL-3.0-or-later
"""A sound card that is not there: PulseAudio with a microphone fed from a pipe.

Whatever is written into the pipe is heard through PortAudio as from a real microphone, and what is
said into the loudspeaker can be recorded. Needs ``pulseaudio`` and ``pulseaudio-utils``, and
``libasound2-plugins`` through which PortAudio finds it.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from voice.hearing.audio import RATE, Samples

PROGRAMS: Final = ("pulseaudio", "pactl", "parec")
SLICE: Final = RATE * 30 // 1000
PATIENCE: Final = 20.0
"""Seconds without an answer after which one gives up."""

_CONFIGURATION = """
load-module module-pipe-source source_name=virtmic file={fifo} format=s16le rate=16000 channels=1
load-module module-null-sink sink_name=speaker
set-default-sink speaker
set-default-source virtmic
load-module module-native-protocol-unix
"""
"""The socket comes last: when it is there, all is."""


def missing() -> list[str]:
    """The programs that are needed and not installed."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


@dataclass(frozen=True, slots=True)
class SoundServer:
    """A PulseAudio of its own, the environment of programs that use it, and the microphone."""

    environment: dict[str, str]
    fifo: Path
    daemon: "subprocess.Popen[bytes]"

    def has_ears(self) -> bool:
        """True if a program listens to the microphone."""
        microphone = {row[0] for row in self._listed("sources") if row[1] == "virtmic"}
        return any(row[1] in microphone for row in self._listed("source-outputs"))

    def record(self, output: int) -> "subprocess.Popen[bytes]":
        """Write what the loudspeaker sounds, 16 kHz mono, to a file or pipe of that number."""
        command = ["parec", "--device=speaker.monitor", f"--rate={RATE}", "--channels=1"]
        command += ["--format=s16le", "--latency-msec=20"]
        return subprocess.Popen(command, stdout=output, env=self.environment)

    def _listed(self, what: str) -> list[list[str]]:
        question = ["pactl", "list", "short", what]
        asked = subprocess.run(
            question, env=self.environment, capture_output=True, text=True, check=False
        )
        return [line.split("\t") for line in asked.stdout.splitlines()]


@contextmanager
def sound_server(folder: Path) -> Iterator[SoundServer]:
    """Start one with all its files in ``folder``, and end it. Raises RuntimeError."""
    environment = {
        **os.environ,
        "XDG_RUNTIME_DIR": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "HOME": str(folder),
        "PULSE_SERVER": f"unix:{folder}/pulse/native",
    }
    fifo, configuration = folder / "mic.fifo", folder / "pulse.conf"
    configuration.write_text(_CONFIGURATION.format(fifo=fifo))
    command = ["pulseaudio", "-n", "-F", str(configuration), "--exit-idle-time=-1"]
    command += ["--daemonize=no", "--use-pid-file=no"]
    with (folder / "pulse.log").open("w") as log:
        daemon = subprocess.Popen(command, env=environment, stderr=log)
        try:
            _wait_for(folder / "pulse" / "native", daemon)
            _hurry(daemon.pid)
            yield SoundServer(environment, fifo, daemon)
        finally:
            daemon.terminate()
            daemon.send_signal(signal.SIGCONT)  # it may have been stopped
            daemon.wait(10)


def _hurry(pid: int) -> None:
    """The threads of a sound server come before others, where we do: it leaves that of a microphone
    behind which is but a pipe."""
    policy = os.sched_getscheduler(0)
    if policy != os.SCHED_OTHER:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setscheduler(int(thread.name), policy, os.sched_getparam(0))


def _wait_for(path: Path, daemon: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + PATIENCE
    while not path.exists():
        if daemon.poll() is not None or time.monotonic() > until:
            raise RuntimeError("PulseAudio did not start")
        time.sleep(0.02)  # the socket is the only sign that it gives


class Talker:
    """Plays a person at the microphone: silence all the time, and words in between."""

    def __init__(self, fifo: Path) -> None:
        self._pipe = os.open(fifo, os.O_RDWR)
        self._due = time.monotonic()

    def sound(self, samples: Samples) -> int:
        """At the pace of a real microphone: the pipe is a clock as a sound card is. By how many
        nanoseconds it came too late."""
        late = 0.0
        for start in range(0, len(samples), SLICE):
            piece = samples[start : start + SLICE].astype("<i2").tobytes()
            late = max(late, time.monotonic() - self._due)
            os.write(self._pipe, piece)
            self._due += len(piece) / 2 / RATE
            time.sleep(max(0.0, self._due - time.monotonic()))
        return round(late * 1e9)

    def silence(self, seconds: float) -> None:
        """The hush of a quiet room."""
        rng = np.random.default_rng(1)
        self.sound(rng.normal(0, 8, int(RATE * seconds)).astype(np.int16))

    def start_again(self) -> None:
        """After a time without any sound."""
        self._due = time.monotonic()

    def close(self) -> None:
        """Let go of the microphone."""
        os.close(self._pipe)
