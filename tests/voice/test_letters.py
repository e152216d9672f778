# SPDX-License-Identifier: GPL-3.0-or-later
"""Files by the names of their letters: legality decides between those that sound alike."""

import chess
import pytest

from rules.description import MoveDescription
from rules.position import Position
from voice.language.disambiguation import deciding_words
from voice.language.grammar import phrase, runtime_phrases, sentences
from voice.language.intent import understand, understand_typed
from voice.language.interpretation import Ambiguous, Heard, Illegal, Intent, NoMatch, Unsure
from voice.language.lexicon import GERMAN, GERMAN_WITH_LETTERS, Language
from voice.language.semantics import parse_words
from voice.language.template import allows
from voice.language.transcript import Transcript

START = Position.start()
CAPTURE = Position.from_fen("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1")
KNIGHT = Position.from_fen("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1")


def heard(
    position: Position, *said: tuple[str, float], language: Language = GERMAN_WITH_LETTERS
) -> Intent:
    return understand([Transcript(text, share) for text, share in said], position, None, language)


@pytest.mark.parametrize(
    ("text", "position", "uci"),
    [
        ("e vier", START, "e2e4"),
        ("springer ef drei", START, "g1f3"),
        ("de schlägt e fünf", CAPTURE, "d4e5"),
        ("eva vier", START, "e2e4"),
    ],
)
def test_moves_are_said_by_letters_or_names(text: str, position: Position, uci: str) -> None:
    meant = heard(position, (text, 1.0))
    assert isinstance(meant, Heard)
    assert meant.move.uci() == uci


def test_without_letters_nobody_listens_for_them() -> None:
    assert isinstance(heard(START, ("e vier", 1.0), language=GERMAN), NoMatch)
    assert not {"be", "ce", "ge"} & {w for p in runtime_phrases(START) for w in p.split()}


def test_legality_decides_between_letters_that_sound_alike() -> None:
    """No pawn but the d-pawn can capture on e5: be, ge and e schlägt are none of them."""
    found = heard(
        CAPTURE,
        ("be schlägt e fünf", 0.4),
        ("ge schlägt e fünf", 0.3),
        ("de schlägt e fünf", 0.2),
        ("e schlägt de fünf", 0.1),
    )
    assert isinstance(found, Heard)
    assert found.move.uci() == "d4e5"


def test_where_legality_does_not_decide_the_names_are_asked_for() -> None:
    """The knight on c3 goes to b5 and to d5."""
    found = heard(KNIGHT, ("springer be fünf", 0.5), ("springer de fünf", 0.4))
    assert isinstance(found, Ambiguous)
    assert set(deciding_words(KNIGHT, found.moves, GERMAN_WITH_LETTERS)) == {"Bella", "David"}
    answer = understand([Transcript("de", 1.0)], KNIGHT, found, GERMAN_WITH_LETTERS)
    assert isinstance(answer, Heard)
    assert answer.move == chess.Move.from_uci("c3d5")


def test_letter_that_is_nothing_like_a_legal_one_plays_nothing() -> None:
    found = heard(KNIGHT, ("springer ha fünf", 1.0))
    assert isinstance(found, Illegal | Unsure | NoMatch)


def test_nobody_mixes_letters_and_names() -> None:
    said = sentences(START, language=GERMAN_WITH_LETTERS)
    assert allows(said, ("e", "zwei", "e", "vier"))
    assert allows(said, ("eva", "zwei", "eva", "vier"))
    assert not allows(said, ("eva", "zwei", "e", "vier"))
    assert not parse_words(("eva", "zwei", "e", "vier"), GERMAN_WITH_LETTERS)


@pytest.mark.article("D.2.1-b")
def test_d_2_1_b_only_the_names_of_the_laws_are_listened_for() -> None:
    """Berta, Emil and Fritz stand beside Eva and Felix where somebody wants them."""
    names = {"berta", "emil", "fritz", "anton"}
    assert not names & {w for p in runtime_phrases(START) for w in p.split()}
    assert not allows(sentences(START), ("emil", "vier"))
    spelt = Language(spelling=True)
    assert names <= {w for p in runtime_phrases(START, language=spelt) for w in p.split()}
    assert allows(sentences(START, language=spelt), ("emil", "vier"))
    assert isinstance(understand_typed("Emil vier", START), Heard)


def test_moves_are_read_back_by_names() -> None:
    (said,) = parse_words(("springer", "ef", "drei"), GERMAN_WITH_LETTERS)
    assert isinstance(said, MoveDescription)
    assert phrase(said, GERMAN_WITH_LETTERS) == "Springer Felix drei"
