# SPDX-License-Identifier: GPL-3.0-or-later
"""A language of the interface is one folder; what it lacks is told in English."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from announce import lexicon
from announce.lexicon import Segment
from announce.text.settings import Settings
from announce.words.events import words
from announce.words.phraser import Phraser
from game.speech.voice import Voice
from game.speech.voices import EngineRenderer
from table.events.game import Resigned

ROOT = Path(__file__).parents[2]

GRAMMAR = """
voice = "roa/fr"
plural = "n > 1"
and = "et"

[colours]
white = { name = "Les Blancs" }
black = { name = "Les Noirs" }

[numbers]
zero = "zéro"
ones = ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"]
tens = ["vingt", "trente", "quarante", "cinquante", "soixante", "septante", "huitante", "nonante"]
hundreds = ["cent", "deux cents", "trois cents"]
ten_unit = "{ten}-{unit}"
hundred_rest = "{hundred} {rest}"
f = { 1 = "une" }

[units]
minute = { gender = "f", forms = ["minute", "minutes"] }
second = { gender = "f", forms = ["seconde", "secondes"] }
"""
GAME = """
game_started = "La partie commence."

[question]
resign = "Vraiment abandonner ?"
"""
SCRIPT = """
set time 5+0
set language fr
0 white Eva vier
2 white Zeit
3 black Eva fünf
5 black aufgeben
6 black ja
"""


@pytest.fixture(autouse=True)
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder beside those that are there."""
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / "grammar.toml").write_text(GRAMMAR, encoding="utf-8")
    (tmp_path / "fr" / "game.toml").write_text(GAME, encoding="utf-8")
    monkeypatch.setattr(lexicon, "FOLDERS", [*lexicon.FOLDERS, tmp_path])
    yield
    lexicon._file.cache_clear()
    lexicon.lexicon.cache_clear()


def test_a_game_is_played_in_it(tmp_path: Path) -> None:
    """Given the folder when the program starts, then it is among the choices of --language too."""
    (tmp_path / "game.script").write_text(SCRIPT.strip(), encoding="utf-8")
    start = (
        "import sys; from pathlib import Path; from announce import lexicon; "
        "lexicon.FOLDERS.append(Path(sys.argv[1])); from game.app.cli import main; "
        "main(['script', sys.argv[1] + '/game.script'])"
    )
    run = [sys.executable, "-c", start, str(tmp_path)]
    played = subprocess.run(run, capture_output=True, encoding="utf-8", check=True, cwd=ROOT)
    events = [json.loads(line) for line in played.stdout.splitlines()]
    told = {one["event"]: one["text"] for one in events}
    assert told["GameStarted"].startswith("La partie commence.\nCinq minutes.")
    assert told["MoveSpoken"] == "Eva sieben Eva fünf"
    assert told["InfoGiven"] == "Les Blancs: quatre minutes et cinquante-huit secondes."
    assert told["Question"] == "Vraiment abandonner ?"
    assert told["GameEnded"] == "White wins."


def test_an_english_voice_speaks_what_it_lacks() -> None:
    (resigned,) = words(Resigned(0, False), Settings("fr"))
    assert resigned.segments == (Segment("Les Noirs resigns.", "en"),)


def test_it_counts_by_its_own_rule() -> None:
    french = Phraser(Settings("fr"))
    assert [french.count(number, "minute") for number in (0, 1, 2)] == [
        "zéro minute",
        "une minute",
        "deux minutes",
    ]


def test_it_has_a_voice() -> None:
    assert len(EngineRenderer().render("La partie commence.", Voice("fr"))) > 0
