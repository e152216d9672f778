# SPDX-License-Identifier: GPL-3.0-or-later
"""Files by the names of their letters: legality decides between those that sound alike."""

import chess
import pytest

from rules.position import Position
from voice.language import costs, letters
from voice.language.disambiguation import deciding_words
from voice.language.grammar import phrase, runtime_phrases
from voice.language.intent import understand
from voice.language.interpretation import Ambiguous, Heard, Illegal, NotUnderstood, Unsure
from voice.language.lexicon import GERMAN, GERMAN_WITH_LETTERS
from voice.language.semantics import parse_words, sentences_automaton
from voice.language.transcript import Transcript

START = Position.start()
CAPTURE = Position.from_fen("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1")
KNIGHT = Position.from_fen("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1")


def heard(position: Position, *said: tuple[str, float], language=GERMAN_WITH_LETTERS):
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
    assert isinstance(heard(START, ("e vier", 1.0), language=GERMAN), NotUnderstood)
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


def test_letter_that_is_much_likelier_than_its_likes_is_played() -> None:
    """Of letters that sound alike the best has less of the whole than a name would."""
    likely = (("springer de fünf", 0.62), ("springer be fünf", 0.25), ("springer ge fünf", 0.1))
    found = heard(KNIGHT, *likely)
    assert isinstance(found, Heard)
    assert found.move == chess.Move.from_uci("c3d5")
    names = (("springer david fünf", 0.62), ("springer bella fünf", 0.25), ("springer fünf", 0.1))
    assert not isinstance(heard(KNIGHT, *names), Heard)


def test_letter_that_is_nothing_like_a_legal_one_plays_nothing() -> None:
    found = heard(KNIGHT, ("springer ha fünf", 1.0))
    assert isinstance(found, Illegal | Unsure | NotUnderstood)


def test_nobody_mixes_letters_and_names() -> None:
    sentences = sentences_automaton(GERMAN_WITH_LETTERS)
    assert sentences.read(("e", "zwei", "e", "vier"))
    assert sentences.read(("eva", "zwei", "eva", "vier"))
    assert not sentences.read(("eva", "zwei", "e", "vier"))
    assert not parse_words(("eva", "zwei", "e", "vier"), GERMAN_WITH_LETTERS)


def test_moves_are_read_back_by_names() -> None:
    (said,) = parse_words(("springer", "ef", "drei"), GERMAN_WITH_LETTERS)
    assert phrase(said, GERMAN_WITH_LETTERS) == "Springer Felix drei"


def test_all_that_is_given_to_legal_words_is_what_the_words_had() -> None:
    confusions = costs.load().confusions
    parts = letters.decided(("be", "vier"), confusions, "de", lambda words: words[0] in ("de", "e"))
    assert sum(part for _, part in parts) == pytest.approx(1.0)
    given = dict(parts)
    assert given["de", "vier"] > given["e", "vier"] > 0
    assert letters.decided(("berta", "vier"), confusions, "de", lambda _: True) == []
