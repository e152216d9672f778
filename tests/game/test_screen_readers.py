# SPDX-License-Identifier: GPL-3.0-or-later
"""The voice of the user's screen reader: speech-dispatcher by its protocol."""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from players import CollectingPlayer

from announce.lexicon import Segment
from announce.text.utterance import Utterance
from game.speech.drivers import Fallback, Rendered
from game.speech.manager import Callbacks, Speech
from game.speech.player import LoudspeakerLost
from game.speech.ssip import Ssip, SsipDriver, address
from game.speech.voice import Voice
from game.speech.voices import Samples
from table.events.dialogue import Device

PATIENCE = 10.0  # seconds after which a hung test fails; no passing test waits for it


class Server:
    """One connection of speech-dispatcher's side; answers as version 0.11 does."""

    def __init__(self) -> None:
        self.here, there = socket.socketpair()
        self.connection = there
        self.commands: list[str] = []
        self.spoken: list[str] = []
        self.holds = False  # whether messages go on until they are cancelled
        self.begun = threading.Event()
        self.refuses = ""
        self.asked = threading.Event()  # a message is about to be handed over
        self.takes = threading.Event()  # whether it is taken then
        self.takes.set()
        self.late = False  # whether the answer to CANCEL comes after all its events
        self.owed: list[str] = []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        with (
            suppress(OSError),  # Hektor has left: nobody takes the answer
            self.here,
            self.here.makefile("r", encoding="utf-8", newline="\r\n") as lines,
        ):
            text: list[str] | None = None
            held = ""
            for raw in lines:
                line = raw.rstrip("\r\n")
                if text is not None and line != ".":
                    text.append(line)
                elif text is not None:
                    self.spoken.append("\n".join(text))
                    text = None
                    held = str(len(self.spoken))
                    self.send(f"225-{held}", "225 OK MESSAGE QUEUED")
                    self.event(held, "701 BEGIN")
                    if not self.holds:
                        self.event(held, "702 END")
                    self.begun.set()
                elif line == "SPEAK":
                    text = []
                    self.asked.set()
                    self.takes.wait(PATIENCE)
                    self.send(*self.owed, "230 OK RECEIVING DATA")
                    self.owed = []
                elif line == "CANCEL SELF":
                    if self.late:
                        self.owed.append("210 OK CANCELED")
                    else:
                        self.send("210 OK CANCELED")
                    self.event(held, "703 CANCELED")
                elif self.refuses and line.startswith(self.refuses):
                    self.send("409 ERR PARAMETER INVALID")
                else:
                    self.commands.append(line)
                    self.send("200 OK")

    def event(self, message: str, name: str) -> None:
        code = name[:3]
        self.send(f"{code}-{message}", f"{code}-1", name)

    def send(self, *lines: str) -> None:
        self.here.sendall("".join(f"{line}\r\n" for line in lines).encode())


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.connection.close()


def driver(server: Server) -> SsipDriver:
    return SsipDriver(Voice(), lambda: Ssip(server.connection), now=lambda: 7)


def say(speaker: Any, text: str, voice: Voice | None = None) -> tuple[bool, list[int]]:
    started: list[int] = []
    played = speaker.speak(text, voice or Voice(), speaker.ticket(), started.append)
    return played.whole, started


def test_a_text_is_spoken_to_its_end(server: Server) -> None:
    assert say(driver(server), "Springer Felix drei") == (True, [7])
    assert server.spoken == ["Springer Felix drei"]
    assert "SET SELF LANGUAGE de" in server.commands


def test_leading_point_ends_no_message(server: Server) -> None:
    say(driver(server), ".\nEva")
    assert server.spoken == ["..\nEva"]


def test_each_language_is_told_and_told_once(server: Server) -> None:
    speaker = driver(server)
    for language in ("de", "sr", "sr", "de"):
        say(speaker, "Eva", Voice(language))
    said = [command for command in server.commands if "LANGUAGE" in command]
    assert said == [f"SET SELF LANGUAGE {language}" for language in ("de", "sr", "de")]


def test_users_rate_stays_until_changed(server: Server) -> None:
    speaker = driver(server)
    say(speaker, "Eva")
    assert not [command for command in server.commands if "RATE" in command]
    say(speaker, "Eva", Voice(rate=450, pitch=0, volume=0.5))
    assert server.commands[-3:] == ["SET SELF RATE 100", "SET SELF PITCH -100", "SET SELF VOLUME 0"]


def test_cancel_silences_what_is_spoken(server: Server) -> None:
    server.holds = True
    speaker = driver(server)
    with ThreadPoolExecutor() as pool:
        done = pool.submit(say, speaker, "eine lange Antwort")
        assert server.begun.wait(PATIENCE)
        speaker.cancel()
        spoken, _ = done.result(PATIENCE)  # it may be cut before its beginning was told
        assert not spoken


def test_late_answer_to_a_cancel_is_ignored(server: Server) -> None:
    server.holds = server.late = True
    speaker = driver(server)
    with ThreadPoolExecutor() as pool:
        done = pool.submit(say, speaker, "eine lange Antwort")
        assert server.begun.wait(PATIENCE)
        speaker.cancel()
        done.result(PATIENCE)
    server.holds = False
    assert say(speaker, "Eva vier") == (True, [7])


def test_cancel_is_no_part_of_a_message(server: Server) -> None:
    server.holds = True
    server.takes.clear()
    speaker = driver(server)
    with ThreadPoolExecutor() as pool:
        done = pool.submit(say, speaker, "eine lange Antwort")
        assert server.asked.wait(PATIENCE)
        speaker.cancel()
        server.takes.set()
        assert not done.result(PATIENCE)[0]
    server.holds = False
    assert say(speaker, "Eva vier") == (True, [7])
    assert server.spoken == ["eine lange Antwort", "Eva vier"]


def test_speech_cancelled_before_it_began_is_dropped(server: Server) -> None:
    speaker = driver(server)
    ticket = speaker.ticket()
    speaker.cancel()
    assert not speaker.speak("Eva", Voice(), ticket, lambda _: None).whole
    assert server.spoken == []


def test_server_that_goes_is_a_lost_loudspeaker(server: Server) -> None:
    server.refuses = "SET SELF LANGUAGE"
    with pytest.raises(LoudspeakerLost, match="refuses"):
        say(driver(server), "Eva")
    with pytest.raises(LoudspeakerLost):
        say(driver(server), "Eva")  # the connection is closed now


def test_silent_server_is_a_lost_loudspeaker(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.speech.ssip.SHORTEST", 0.0)
    monkeypatch.setattr("game.speech.ssip.SLOWEST", 0.0)
    server.holds = True
    with pytest.raises(LoudspeakerLost, match="says nothing"):
        say(driver(server), "Eva")


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="it is of Linux")
def test_where_speech_dispatcher_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPEECHD_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/1000")
    assert address()[1] == "/run/user/1000/speech-dispatcher/speechd.sock"
    monkeypatch.setenv("SPEECHD_ADDRESS", "unix_socket:/a/b.sock")
    assert address() == (socket.AF_UNIX, "/a/b.sock")
    monkeypatch.setenv("SPEECHD_ADDRESS", "inet_socket:127.0.0.1:6561")
    assert address() == (socket.AF_INET, ("127.0.0.1", 6561))


class Lengths:
    """A sound as long as the text."""

    def render(self, text: str, voice: Voice) -> Samples:
        return np.zeros(len(text), np.int16)

    def close(self) -> None:
        pass


def test_own_voice_replaces_a_missing_screen_reader() -> None:
    def missing() -> Ssip:
        raise LoudspeakerLost("No voice: speech-dispatcher is not installed.")

    player = CollectingPlayer()
    lost: list[Device] = []
    speech = Speech(
        Fallback(SsipDriver(Voice(), missing), Rendered(Lengths(), player)),
        tell=Callbacks(
            on_lost=lambda device, _: lost.append(device),
        ),
    )
    speech.say(Utterance((Segment("Eva vier", "de"),)))
    assert speech.wait_idle(PATIENCE)
    speech.close()
    assert len(player.samples) == len("Eva vier")
    assert lost == []


def test_words_lost_by_screen_reader_are_repeated(server: Server) -> None:
    player = CollectingPlayer()
    speaker = Fallback(driver(server), Rendered(Lengths(), player))
    assert say(speaker, "eins")[0]
    server.connection.shutdown(socket.SHUT_RDWR)
    assert say(speaker, "zwei")[0]
    assert server.spoken == ["eins"]
    assert len(player.samples) == len("zwei")


def test_a_screen_reader_says_what_has_a_knock_sound_its_own(server: Server) -> None:
    speaker = Fallback(driver(server), Rendered(Lengths(), CollectingPlayer()))
    assert not speaker.knock(1.0)
    server.connection.shutdown(socket.SHUT_RDWR)
    assert say(speaker, "eins")[0]  # from now on Hektor's own voice speaks
    assert speaker.knock(1.0)
