# SPDX-License-Identifier: GPL-3.0-or-later
"""Text from outside reaches a terminal as text: it obeys no part of it, and no line is forged."""

import re
from pathlib import Path

import pytest
from boards import Board, typed
from terminals import Terminal

OBEYED = "\x1b[2J\x1b]0;pwn\x07\x9b1m\u202e"
FORGED = "Hektor: alles in Ordnung"
HOSTILE = f"Eva{OBEYED}\n{FORGED}\u2028{FORGED}\x85{FORGED}\r\n{FORGED}"

SCORE = f'[White "Eva{OBEYED}"]\n[Site "{OBEYED}"]\n\n1. e4 {{{OBEYED}{FORGED}}} e5 {OBEYED} *\n'

ARCHIVE, FILE = "--archive=games.sqlite", "score.pgn"  # in the folder

ARGUMENTS = (
    ("games", ARCHIVE),
    *(("export", "1", ARCHIVE, "--format", kind) for kind in ("pgn", "text", "braille", "brf")),
    ("export", "1", ARCHIVE, "--claim"),
    ("export", "1", ARCHIVE, "--remarks"),
    ("export", HOSTILE, ARCHIVE),
    ("export", ARCHIVE, "--to", f"{HOSTILE}.pgn"),
    ("incident", "1", ARCHIVE),
    ("incident", "1", ARCHIVE, "--report", "1"),
    ("incident", "1", ARCHIVE, "--report", "1", "--white-states", HOSTILE),
    ("round", HOSTILE),
    ("round", "pairings.csv"),
    ("round", "pairings.csv", "--format", "pgn"),
    ("round", "pairings.trf", "--tables", "."),
    ("round", "pairings.trf", "--format", "trf"),
    ("play", "--pairings", "pairings.csv", "--table", "2"),
    ("verify", ARCHIVE),
    ("backup", HOSTILE, ARCHIVE),
    ("backup", FILE, ARCHIVE),
    ("restore", HOSTILE),
    ("restore", FILE),
    ("sign", "1", ARCHIVE),
    ("resume", "1", ARCHIVE, "--no-sound", "--no-microphone"),
    ("score", FILE),
    ("score", FILE, "--to", "de"),
    ("study", FILE, "--no-sound", "--no-microphone"),
    ("script", "script.txt"),
    ("evaluate", "manifest.tsv"),
    ("learn", "Eva", "--from", "recordings", "--yes"),
    ("learn", HOSTILE, "--forget", "--yes"),
    *((name, HOSTILE) for name in ("listen", "score", "study", "script", "evaluate", "judge")),
    *(
        (name, HOSTILE)
        for name in ("clock", "docs", "drill", "incident", "resume", "rule", HOSTILE)
    ),
    ("model", "get", HOSTILE),
    ("play", "--time", HOSTILE),
    ("play", "--fen", HOSTILE),
    ("play", "--opponent", HOSTILE, "--no-sound", "--no-microphone"),
    ("play", "--archive", f"{HOSTILE}/games.sqlite", "--no-sound", "--no-microphone"),
    ("check", "--archive", f"{HOSTILE}/games.sqlite", "--no-sound"),
    ("play", "--profile", HOSTILE),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a game, a score, a list of recordings and a script that an attacker wrote."""
    made = tmp_path_factory.mktemp("hostile")
    board = Board(made, white=HOSTILE, black=HOSTILE)
    board.run(typed(""), typed("e4"), typed(f"ereignis: {OBEYED}"))
    (made / FILE).write_text(SCORE, encoding="utf-8")
    (made / "manifest.tsv").write_text(f"path\ttranscript\n{OBEYED}.wav\t{OBEYED}\n", "utf-8")
    (made / "script.txt").write_text(f"0 white {OBEYED}\n1 {OBEYED}\n", encoding="utf-8")
    rows = f"Board,White,Black\n1,{OBEYED}Eva,Anna\n2,Eva{OBEYED},{OBEYED}Berta\nx{OBEYED},a,b\n"
    (made / "pairings.csv").write_text(rows, encoding="utf-8")
    cells = [
        f"001    {at} m    {f'Eva{OBEYED}':<33}{'':43}    {3 - at} {'wb'[at - 1]}" for at in (1, 2)
    ]
    trf = "\n".join((f"012 {OBEYED}", *cells, f"{OBEYED} {FORGED}", ""))
    (made / "pairings.trf").write_text(trf, encoding="utf-8")
    (made / "recordings").mkdir()
    (made / "recordings" / f"eva-{OBEYED}.wav").write_bytes(b"RIFF")
    return made


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=range(len(ARGUMENTS)))
def test_a_terminal_obeys_nobody_from_outside(
    folder: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    with Terminal(*arguments, home=str(folder)) as terminal:
        terminal.type("Ende\n\x04")
        _, told = terminal.end()
    assert told
    assert not [sign for sign in ("\x1b[2J", "\x1b]0", "\x07", "\x9b", "\u202e") if sign in told]
    assert not [line for line in re.split(r"[\r\n]+", told) if line.startswith(FORGED)]
