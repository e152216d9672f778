# SPDX-License-Identifier: GPL-3.0-or-later
"""A microphone of PulseAudio's making: sound goes through PortAudio as from a real device.

PulseAudio, a program of its own, has a source that reads a pipe; what is written there is heard
by whoever records from the default device. It takes sound faster than real time, so nothing here
waits for it. Without PulseAudio (not on Windows nor macOS) there is nothing to test.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    shutil.which("pulseaudio") is None or shutil.which("pactl") is None,
    reason="needs pulseaudio, pulseaudio-utils and libasound2-plugins",
)

CONFIGURATION = """
load-module module-native-protocol-unix
load-module module-pipe-source source_name=microphone file={fifo} format=s16le rate=16000 channels=1
load-module module-null-sink sink_name=speaker
set-default-sink speaker
set-default-source microphone
"""

PATIENCE = 120
"""Seconds; reached only where the test fails."""

END = (30_000).to_bytes(2, "little") * 100

LISTENER = """
import sys
from voice.hearing.audio import BLOCK_SAMPLES, Microphone

end = bytes.fromhex(sys.argv[1])
microphone = Microphone()
heard = microphone.read(timeout=60).pcm
print("hears", flush=True)
while end not in heard:
    heard += microphone.read(timeout=60).pcm
while microphone.read(timeout=0.5) is not None:
    pass
microphone.close()
microphone.close()
sys.stdout.write(heard.hex())
"""


@pytest.fixture
def sound_server(tmp_path: Path) -> Iterator[dict[str, str]]:
    """PulseAudio with a pipe for a microphone; the environment in which it is found."""
    fifo = tmp_path / "microphone"
    configuration = tmp_path / "pulse.conf"
    configuration.write_text(CONFIGURATION.format(fifo=fifo))
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)}
    server = subprocess.Popen(
        ["pulseaudio", "-n", "-F", str(configuration), "--exit-idle-time=-1", "--daemonize=no"],
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    subprocess.run(
        ["sh", "-c", "until pactl info; do sleep 0.05; done"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=PATIENCE,
        check=True,
    )
    yield environment
    server.send_signal(signal.SIGTERM)
    server.wait(timeout=PATIENCE)


def test_device_is_heard_and_its_death_noticed(
    sound_server: dict[str, str], tmp_path: Path
) -> None:
    listener = subprocess.Popen(
        [sys.executable, "-c", LISTENER, END.hex()],
        env=sound_server,
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert listener.stdout is not None
    said = b"".join((1_000 + i % 20_000).to_bytes(2, "little") for i in range(32_000)) + END
    hears = threading.Event()
    with (tmp_path / "microphone").open("wb", buffering=0) as pipe:

        def keep_quiet() -> None:
            """What comes before the device is ready is lost: silence until a block was heard."""
            while not hears.wait(0.1) and listener.poll() is None:
                pipe.write(bytes(3_200))

        quiet = threading.Thread(target=keep_quiet)
        quiet.start()
        line = listener.stdout.readline()
        hears.set()
        quiet.join()
        assert line == "hears\n"
        pipe.write(said)
        pipe.write(bytes(8_000))  # to fill the last block
    heard = bytes.fromhex(listener.communicate(timeout=PATIENCE)[0])
    assert said in heard
    assert listener.returncode == 0
