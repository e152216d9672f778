# SPDX-License-Identifier: GPL-3.0-or-later
"""What breaks ends in one clear sentence: no traceback, nothing lost, and the game goes on."""

import io
import os
import sqlite3
import struct
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import chess.pgn
import numpy as np
import pytest
import soundfile
import soxr
from boards import Board, typed
from told import sentence

from game.app.cli import main
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer
from record.journal import Archive
from record.snapshot import stored
from voice.hearing.audio import MicrophoneError, UnreadableRecording, read_recording

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

ROOT = Path(__file__).parents[2]
GAME = 1
DISK_FULL = sentence("game.lost.disk")
DISK_BACK = sentence("game.restored.disk")
QUIET = (
    "--no-speech", "--no-microphone", "--press", "hand", "--say-press", "--style", "appendix_d",
)  # fmt: skip


def hektor(
    *arguments: object, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "game.app.cli", *map(str, arguments)]
    ended = subprocess.run(
        command, input=typed, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False,
        env={**os.environ, **environment},
    )  # fmt: skip
    assert "Traceback" not in ended.stderr, ended.stderr
    return ended


def complaint(ended: subprocess.CompletedProcess[str]) -> str:
    """The one line with which a command gave up."""
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert line
    return line


Refusal = Callable[..., str]


@pytest.fixture
def refusal(capsys: pytest.CaptureFixture[str]) -> Refusal:
    """Runs a command in this process and gives the one line with which it gave up."""

    def refused(*arguments: object) -> str:
        assert main([*map(str, arguments)]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        return line

    return refused


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def play(archive: Path, *lines: str, options: tuple[str, ...] = QUIET) -> list[str]:
    typed = "".join(f"{line}\n" for line in lines)
    ended = hektor("play", *options, "--archive", archive, typed=typed)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


def moves(archive: Path) -> list[str]:
    return [made.facts.san for made in stored(Archive(archive), GAME).state.record]


# --- The disk -------------------------------------------------------------------------------------


class Running:
    """A program that is typed to and read from, line by line."""

    def __init__(self, *arguments: object, **environment: str) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", "game.app.cli", *map(str, arguments)]
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=ROOT,
            env={**os.environ, **environment},
        )  # fmt: skip

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()

    def read_until(self, wanted: str) -> None:
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.rstrip("\n") == wanted:
                return
        raise AssertionError(f"{wanted!r} was not said, but {lines}")

    def limit_files(self, size: int) -> None:
        """No file may grow beyond ``size`` bytes: to the program, the disk is full."""
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
def test_full_disk_refuses_the_move_for_now(archive: Path) -> None:
    program = Running("play", *QUIET, "--archive", archive)
    try:
        program.type("e4")
        program.read_until("Eva zwei Eva vier")
        program.limit_files(1)
        program.read_until(DISK_FULL)  # the heartbeat tells it first, and never again
        program.type("Uhr")
        program.read_until(DISK_FULL)
        program.type("Uhr")
        program.read_until(DISK_FULL)  # each time: nobody may believe that they have moved
        program.limit_files(resource.RLIM_INFINITY)
        program.type("weiter")
        program.read_until(DISK_BACK)
        program.read_until(sentence("game.resumed"))
        program.type("Uhr")
        program.read_until(sentence("game.pressed"))
        program.type("schwarz: e5")
        program.read_until("Eva sieben Eva fünf")
        program.type("Uhr")
        program.type("ende")
        _, errors = program.process.communicate()
        assert (program.process.returncode, errors) == (0, "")
    finally:
        program.process.kill()
    assert moves(archive) == ["e4", "e5"]
    assert (
        "entries are as they were written"
        in hektor("verify", "--language", "en", "--archive", archive).stdout
    )


def test_no_game_begins_where_none_is_kept(archive: Path) -> None:
    Archive(archive).prepare()
    with closing(sqlite3.connect(archive)) as db, db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON game "
                   "BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END")  # fmt: skip
    said = complaint(hektor("play", *QUIET, "--archive", archive, typed="e4\n"))
    assert said == sentence(
        "program.error.archive_unwritten", archive=str(archive), reason="database or disk is full"
    )


@pytest.mark.parametrize("command", ["play", "resume", "games", "export", "verify"])
def test_impossible_archive_place_is_refused(
    tmp_path: Path, command: str, refusal: Refusal
) -> None:
    (tmp_path / "file").write_text("no folder")
    where = tmp_path / "file" / "games.sqlite"
    said = refusal(command, "--archive", where)
    assert said.startswith(f"Das Archiv {where} lässt sich nicht öffnen (")


@pytest.mark.parametrize("command", ["resume", "games", "export", "verify"])
def test_file_that_is_no_archive_is_refused(archive: Path, command: str, refusal: Refusal) -> None:
    archive.write_text("no archive " * 1_000)
    said = refusal(command, "--archive", archive)
    assert said == sentence(
        "program.error.archive_unopened", archive=str(archive), reason="file is not a database"
    )


def test_changed_byte_shows_and_prevents_resuming(archive: Path, refusal: Refusal) -> None:
    play(archive, "e4", "Uhr")
    with closing(sqlite3.connect(archive)) as db, db:
        db.execute("UPDATE entry SET said = replace(said, 'Eva vier', 'Eva fünf') WHERE seq = 1")
    for command in ("verify", "resume", "export"):
        said = refusal(command, "--archive", archive)
        assert said == sentence("program.error.record_changed", game="1", entry="1")


@pytest.mark.parametrize("command", ["resume", "export", "verify"])
def test_an_unknown_game_is_refused(archive: Path, command: str, refusal: Refusal) -> None:
    Board(archive.parent).run(typed(""), typed("e4"))
    said = refusal(command, 7, "--archive", archive)
    assert said == sentence("program.error.no_game", archive=str(archive), game="7")


def test_second_program_on_one_game_is_refused(archive: Path) -> None:
    program = Running("play", *QUIET, "--archive", archive)
    try:
        program.type("e4")
        program.read_until("Eva zwei Eva vier")
        refused = hektor("resume", 1, "--no-speech", "--no-microphone", "--archive", archive)
        assert complaint(refused) == sentence("program.error.game_in_use", game="1")
        program.type("Uhr")
        program.read_until(sentence("game.pressed"))
    finally:
        program.process.kill()
        program.process.communicate()
    assert moves(archive) == ["e4"]


# --- Devices --------------------------------------------------------------------------------------


def test_without_a_microphone_moves_are_typed(archive: Path) -> None:
    options = ("--no-speech", "--press", "hand", "--microphone", "no such microphone")
    lines = play(archive, "e4", "Uhr", options=options)
    assert sum("Mikrofon" in line for line in lines) == 1
    assert moves(archive) == ["e4"]


def test_without_a_loudspeaker_everything_is_printed(archive: Path) -> None:
    options = ("--no-microphone", "--press", "hand", "--loudspeaker", "no such loudspeaker")
    lines = play(archive, "e4", "Uhr", options=options)
    assert sum("Lautsprecher" in line for line in lines) <= 1
    assert "Eva vier" in lines
    assert moves(archive) == ["e4"]


def test_without_a_voice_everything_is_printed(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "espeakng_loader.py").write_text(
        "from pathlib import Path\n"
        "def get_library_path():\n    raise OSError('the library is gone')\n"
        "def get_data_path():\n    return str(Path(__file__).parent)\n"
    )
    # Nor is there one of the system.
    (tmp_path / "sitecustomize.py").write_text(
        "import game.speech.espeak\ngame.speech.espeak._LIBRARIES = ('none',)\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    ended = hektor(
        "play", "--no-microphone", "--press", "hand", "--archive", archive, typed="e4\nUhr\n",
        PYTHONPATH=path,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert "Eva vier" in ended.stdout.splitlines()
    assert moves(archive) == ["e4"]
    checked = hektor("check", "--archive", archive, PYTHONPATH=path).stdout
    assert "Stimme für de: geht nicht (No voice: " in checked


def test_without_the_data_of_the_voice_the_game_goes_on(archive: Path, tmp_path: Path) -> None:
    """espeak-ng ends the process that it cannot serve: here with the first word."""
    import espeakng_loader  # noqa: PLC0415

    (tmp_path / "espeakng_loader.py").write_text(
        f"def get_library_path(): return {espeakng_loader.get_library_path()!r}\n"
        f"def get_data_path(): return {str(tmp_path)!r}\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    options = ("--no-microphone", "--press", "hand", "--archive", archive)
    program = Running("play", *options, PYTHONPATH=path)
    try:
        program.read_until(sentence("game.lost.voice"))
        program.type("e4\nUhr\nende")
        _, errors = program.process.communicate()
        assert (program.process.returncode, errors) == (0, "")
    finally:
        program.process.kill()
    assert moves(archive) == ["e4"]
    checked = hektor("check", "--archive", archive, PYTHONPATH=path)
    assert checked.returncode == 0
    assert "Stimme für de: geht nicht (No voice: " in checked.stdout


def test_what_is_not_there_is_told_in_the_language_of_the_player(
    archive: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def without(_device: object) -> None:
        raise MicrophoneError("no_microphone")

    monkeypatch.setattr("game.app.commands.check.Microphone", without)
    assert main(["check", "--language", "sl", "--no-speech", "--archive", str(archive)]) == 0
    assert "Mikrofon: ga ni." in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("model", ["no-such-model", "empty"])
def test_without_a_speech_model_moves_are_typed(archive: Path, tmp_path: Path, model: str) -> None:
    (tmp_path / "empty").mkdir()
    where = tmp_path / model
    options = ("--no-speech", "--press", "hand", "--model", str(where))
    lines = play(archive, "e4", "Uhr", options=options)
    assert any(line.startswith("Ohne Mikrofon: Züge bitte tippen.") for line in lines)
    assert moves(archive) == ["e4"]
    sound = tmp_path / "move.wav"
    soundfile.write(sound, np.zeros(16_000, np.int16), 16_000)
    assert str(where) in complaint(hektor("listen", sound, "--model", where))


# --- Files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"hello", "is SECONDS WHO INPUT"),
        (b"\xff\xfe\x00\x01", "ist kein Text in UTF-8"),
        (b"x white e4", "'x' is no time"),
        (b"nan white e4", "'nan' is no time"),
        (b"inf white e4", "'inf' is no time"),
        (b"-1 white e4", "before the line above"),
        (b"2 white e4\n1 black e5", "line 2: "),
        (b"1 nobody e4", "'nobody' is nobody at the table"),
        (b"set colour red", "no setting 'colour'"),
        (b"set time yesterday", "yesterday"),
        (b"set fen nonsense", "settings: "),
        (b"set edition soon", "'soon' is no value for edition"),
        (b"set press inf", "'inf' is no value for press"),
        (b"set press -1", "'-1' is no value for press"),
        (b"set default-time -5", "'-5' is no value for default-time"),
        (b"set session -1", "'-1' is no value for session"),
        (b"set warn-after-offers -1", "'-1' is no value for warn-after-offers"),
        (b"1e999999 white e4", "'1e999999' is no time"),
        (b"set chess960 5000", "'5000' is no value for chess960"),
        (b"set language xx", "'xx' is no value for language"),
        (b"1 white e4\nset time 5+3", "settings come before the first input"),
    ],
)
def test_garbage_in_a_script_names_its_line(
    tmp_path: Path, content: bytes, reason: str, refusal: Refusal
) -> None:
    script = tmp_path / "game.txt"
    script.write_bytes(content)
    assert reason in refusal("script", script)


def test_a_script_that_is_not_there(tmp_path: Path, refusal: Refusal) -> None:
    said = refusal("script", tmp_path / "none.txt")
    reason = sentence("program.reason.ENOENT")
    reason = reason[0].lower() + reason[1:]  # within a sentence
    assert said == sentence("program.error.unread", path=str(tmp_path / "none.txt"), reason=reason)


@pytest.mark.parametrize("text", ["", "abc", "-5", "0", "90+", "1e9", "nan", "5+3+2", "99999999"])
def test_a_bad_time_control_is_refused(archive: Path, text: str, refusal: Refusal) -> None:
    said = refusal("play", *QUIET, f"--time={text}", "--archive", archive)
    assert "Traceback" not in said
    assert Archive(archive).games() == []


@pytest.mark.parametrize(
    ("sound", "reason"),
    [
        ("--white-side left --black-side left", "würden dasselbe hören"),
        ("--white-side left --speech reader", "hat nur eine Stimme"),
        ("--rate 1", "Erlaubt ist: 80-450"),
        ("--microphone-delay -5000", "Erlaubt ist: 0-10000"),
    ],
)
def test_game_that_cannot_be_told_never_begins(
    archive: Path, sound: str, reason: str, refusal: Refusal
) -> None:
    options = ("--no-microphone", "--archive", archive)
    assert reason in refusal("play", *sound.split(), *options)
    assert Archive(archive).games() == []


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: None, "There is no recording at"),
        (lambda path: path.write_bytes(b""), "cannot be read as a sound file"),
        (lambda path: path.write_text("no sound"), "cannot be read as a sound file"),
        (lambda path: soundfile.write(path, np.zeros(0, np.int16), 16_000), "is empty"),
        (lambda path: path.mkdir(), "There is no recording at"),
    ],
    ids=["missing", "no bytes", "text", "no samples", "folder"],
)
def test_an_unreadable_recording_is_refused(
    tmp_path: Path, make: Callable[[Path], object], reason: str, refusal: Refusal
) -> None:
    path = tmp_path / "game.wav"
    make(path)
    said = refusal("listen", path)
    assert reason in said
    assert str(path) in said


def claims(rate: int, channels: int, frames: int) -> bytes:
    """A WAV file of silence with such a header."""
    data, width = bytes(2 * channels * frames), 2 * channels
    head = struct.pack("<IHHIIHH", 16, 1, channels, rate, rate * width, width, 16)
    return (
        b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + head
        + b"data" + struct.pack("<I", len(data)) + data
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rate", "channels", "frames", "reason"),
    [
        (1, 1, 100_000, "has 1 samples a second in 1 channels"),  # it took 3.4 GB
        (3_999, 1, 100_000, "has 3999 samples a second"),
        (2_000_000_000, 1, 10, "has 2000000000 samples a second"),
        (16_000, 500, 10, "in 500 channels"),
        (4_000, 1, 4_000 * 7_300, "is longer than 2 hours"),
    ],
)
def test_a_hostile_recording_is_refused_and_takes_little_memory(
    tmp_path: Path, rate: int, channels: int, frames: int, reason: str
) -> None:
    path = tmp_path / "game.wav"
    path.write_bytes(claims(rate, channels, frames))
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableRecording) as refused:
            read_recording(path)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert reason in str(refused.value)
    assert most < 300_000_000


def test_stereo_recording_of_48_khz_is_heard(tmp_path: Path) -> None:
    renderer = EngineRenderer()
    word = renderer.render("Eva vier", Voice(variant="f3", rate=150))
    mono = soxr.resample(word.astype(np.float32) / 65_536, SAMPLE_RATE, 48_000)
    quiet = np.random.default_rng(1).normal(0, 2e-4, 48_000 * 2 + len(mono)).astype(np.float32)
    quiet[48_000 : 48_000 + len(mono)] += mono
    path = tmp_path / "game.wav"
    soundfile.write(path, np.column_stack((quiet, quiet)), 48_000, subtype="PCM_24")
    ended = hektor("listen", path)
    assert ended.returncode == 0, ended.stderr
    game = chess.pgn.read_game(io.StringIO(ended.stdout))
    assert game is not None
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4"]


@pytest.mark.parametrize("command", ["play", "games", "export", "script"])
def test_reader_that_leaves_ends_the_program_quietly(
    archive: Path, tmp_path: Path, command: str
) -> None:
    """Given ``hektor … | head`` whose reader has left."""
    Board(archive.parent).run(typed(""), typed("e4"), typed("Uhr"))
    script = tmp_path / "game.txt"
    script.write_text("1 white e4\n2 white Uhr\n")
    arguments = {
        "play": ["play", *QUIET, "--archive", archive],
        "games": ["games", "--archive", archive],
        "export": ["export", "--archive", archive],
        "script": ["script", script],
    }[command]
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "game.app.cli", *map(str, arguments)], input=b"e4\n",
            stdout=writer, stderr=subprocess.PIPE, cwd=ROOT, timeout=60, check=False,
        )  # fmt: skip
    finally:
        os.close(writer)
    assert ended.stderr == b""
    assert moves(archive) == ["e4"]
