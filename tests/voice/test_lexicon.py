# SPDX-License-Identifier: GPL-3.0-or-later
"""The words: all that D.2.1 names, in every spelling that people type and models write."""

from pathlib import Path

import chess
import pytest

from rules.description import MoveDescription
from rules.position import Position
from voice.language import lexicon, orders, time_control
from voice.language.commands import Command, CommandName
from voice.language.disambiguation import deciding_words
from voice.language.grammar import phrase, runtime_phrases
from voice.language.intent import understand_typed
from voice.language.interpretation import Ambiguous, Heard, NoMatch
from voice.language.transcript import UNKNOWN


def test_vocabulary_is_sorted_lower_case_and_unique() -> None:
    words = lexicon.vocabulary()
    assert list(words) == sorted(set(words))
    assert all(word == word.lower() and word.isalpha() for word in words)


@pytest.mark.article("D.2.1-b", "D.2.1-c", "D.2.1-d", "D.2.1-e")
def test_d_2_1_all_announcement_words_are_in_the_vocabulary() -> None:
    named = """anna bella cesar david eva felix gustav hektor eins zwei drei vier fünf sechs
        sieben acht könig dame turm läufer springer bauer lange kurze rochade"""
    assert set(named.split()) <= set(lexicon.vocabulary())


def test_everything_listened_for_is_in_the_vocabulary() -> None:
    phrases = runtime_phrases(Position.start(), language=lexicon.GERMAN_WITH_LETTERS)
    heard = {word for phrase in phrases for word in phrase.split()}
    assert heard - {UNKNOWN} <= set(lexicon.vocabulary())


SPELLINGS = [
    ("Läufer Hektor fünf", "läufer hektor fünf"),
    ("LAEUFER HECTOR FUENF", "läufer hektor fünf"),
    ("Laufer Hektor funf", "läufer hektor fünf"),
    ("Koenig, Caesar zwo!", "könig cesar zwo"),
    ("König Cäsar zwei.", "könig cesar zwei"),
    ("Ko\u0308nig", "könig"),
    ("weisse Figuren", "weiße figuren"),
    ("dreissig", "dreißig"),
    ("J'adoube", "jadoube"),
    ("Springer g1-f3", "springer gustav eins felix drei"),
    ("Eva 4", "eva vier"),
    ("e2e4", "eva zwei eva vier"),
    ("12 Minuten", "zwölf minuten"),
    ("[unk] Eva vier", "[unk] eva vier"),
    ("Blumenkohl e", "blumenkohl e"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "words"), SPELLINGS)
def test_spellings_become_words_of_the_vocabulary(text: str, words: str) -> None:
    assert lexicon.words(text) == tuple(words.split())


@pytest.mark.parametrize("line", ["{}", "Springer {}", "erkläre Artikel {}", "{} Minuten", "e{}"])
def test_typed_number_of_any_length_is_harmless(line: str) -> None:
    endless = line.format("7" * 5_000)  # Python reads no number of so many digits
    assert understand_typed(endless, Position.start()) == NoMatch(endless)
    assert orders.parse(f"Zähler Weiß {endless}") is None
    assert time_control.read(endless) is None


def test_bare_letters_are_files_only_where_allowed() -> None:
    assert lexicon.words("Turm a d1") == ("turm", "a", "david", "eins")
    assert lexicon.words("Turm a d1", lexicon.GERMAN_WITH_LETTERS) == (
        "turm",
        "anna",
        "david",
        "eins",
    )


def test_words_are_written_with_german_capitals() -> None:
    assert lexicon.written(lexicon.words("kurze rochade schach")) == "kurze Rochade Schach"


@pytest.mark.parametrize(
    ("synonym", "usual"),
    [("zwo", "zwei"), ("anton", "anna"), ("pferd", "springer"), ("be", "bella"), ("uhr", "uhr")],
)
def test_synonyms_have_a_usual_word(synonym: str, usual: str) -> None:
    assert lexicon.usual(synonym) == usual


def test_other_spellings_belong_to_the_vocabulary() -> None:
    spellings = lexicon.other_spellings()
    assert set(spellings) <= set(lexicon.vocabulary())
    assert "hector" in spellings["hektor"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("das Remisangebot annehmen", CommandName.ACCEPT_DRAW),
        ("Remisangebot ablehnen", CommandName.DECLINE_DRAW),
    ],
)
def test_typed_only_words_are_not_listened_for(text: str, name: CommandName) -> None:
    meant = understand_typed(text, Position.start())
    assert isinstance(meant, Command)
    assert meant.name is name
    unknown = set(lexicon.words(text)) - set(lexicon.vocabulary())
    assert unknown
    assert not any(unknown & set(phrase.split()) for phrase in runtime_phrases(Position.start()))


ENGLISH = {
    "files": ("alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"),
    "ranks": ("one", "two", "three", "four", "five", "six", "seven", "eight"),
    "pieces": ("king", "queen", "rook", "bishop", "knight", "pawn"),
}


def test_a_second_language_is_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of German with some English words: all that is said of a move goes through its lexicon."""
    text = (Path(lexicon.__file__).parent / "de" / "game.toml").read_text("utf-8")
    for section, english in ENGLISH.items():
        head, _, rest = text.partition(f"\n[{section}]\n")
        table, _, rest = rest.partition("\n\n")
        keys = [line.split(" = ")[0] for line in table.splitlines()]
        lines = [f'{key} = ["{word}"]' for key, word in zip(keys, english, strict=True)]
        text = "\n".join([head, f"[{section}]", *lines, "", rest])
    (tmp_path / "nato").mkdir()
    (tmp_path / "nato" / "game.toml").write_text(text, "utf-8")
    start = Position.start()
    assert isinstance(understand_typed("Springer Felix drei", start), Heard)
    monkeypatch.setattr(lexicon, "_FOLDER", tmp_path)
    language = lexicon.Language("nato", letters=True)
    knight = understand_typed("Knight f3", start, language=language)
    assert knight == Heard(chess.Move.from_uci("g1f3"), "knight foxtrot three")
    rooks = Position.from_fen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
    asked = understand_typed("rook delta one", rooks, language=language)
    assert isinstance(asked, Ambiguous)
    assert set(deciding_words(rooks, asked.moves, language)) == {"alfa", "hotel"}
    answer = understand_typed("hotel", rooks, asked, language)
    assert isinstance(answer, Heard)
    assert phrase(MoveDescription(chess.ROOK, to_square=chess.D1), language) == "rook delta one"
