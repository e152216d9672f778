# SPDX-License-Identifier: GPL-3.0-or-later
"""Appendix C: every form, in every language, and nothing else."""

import itertools
import random
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.explanation import MoveFault
from rules.notation import (
    LANGUAGES,
    LONG,
    PGN,
    SHORT,
    NoMove,
    NotationStyle,
    Reading,
    Reason,
    read_fully,
    read_move,
    write,
)
from rules.position import Position

# The sample game of Appendix C, in its long and in its short spelling.
SAMPLE = (
    "e4 e5 Sf3 Sf6 d4 exd4 e5 Se4 Dxd4 d5 exd6e.p. Sxd6 Lg5 Sc6 De3+ Le7 Sbd2 0-0 0-0-0 Te8 Kb1(=)"
)
SAMPLE_SHORT = (
    "e4 e5 Sf3 Sf6 d4 ed4 e5 Se4 Dd4 d5 ed6 Sd6 Lg5 Sc6 De3 Le7 Sbd2 0-0 0-0-0 Te8 Kb1(=)"
)
LETTERS = {
    "en": "KQRBN",
    "de": "KDTLS",
    "sl": "KDTLS",
    "sr-Latn": "KDTLS",
    "sr-Cyrl": "КДТЛС",
    "cs": "KDVSJ",
    "figurine": "♔♕♖♗♘",
    "fr": "RDTFC",
    "es": "RDTAC",
    "it": "RDTAC",
    "nl": "KDTLP",
    "pl": "KHWGS",
    "hu": "KVBFH",
    "hr": "KDTLS",
    "ru": ("Кр", "Ф", "Л", "С", "К"),
}
PROMOTING = Position.from_fen("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1")
KNIGHTS = Position.from_fen("4k3/8/8/8/8/8/3N3N/4K3 w - - 0 1")


def move(text: str, position: Position, language: str = "de") -> chess.Move:
    answer = read_move(text, position, language)
    assert isinstance(answer, chess.Move), answer
    return answer


def refused(text: str, position: Position, language: str = "de") -> NoMove:
    answer = read_move(text, position, language)
    assert isinstance(answer, NoMove), answer
    return answer


@pytest.mark.article("C.2", "C.9.1–2")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("score", [SAMPLE, SAMPLE_SHORT])
def test_sample_game_in_both_forms_everywhere(score: str, language: str) -> None:
    letters: dict[str, Any] = dict(zip("KDTLS", LETTERS[language], strict=True))
    score = score.translate(str.maketrans(letters))
    position = Position.start()
    for text in score.split():
        position = position.play(move(text, position, language))
    assert position.board.board_fen() == "r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/1K1R1B1R"


@pytest.mark.article("C.12")
def test_c_12_the_draw_offer_is_read() -> None:
    reading = read_fully("Sf3 (=)", Position.start())
    assert isinstance(reading, Reading)
    assert reading.draw_offered


FORMS = [
    ("e4", "e2e4"),
    ("e2e4", "e2e4"),
    ("e2-e4", "e2e4"),
    ("e2–e4", "e2e4"),
    ("Sf3", "g1f3"),
    ("Sgf3", "g1f3"),
    ("S1f3", "g1f3"),
    ("Sg1f3", "g1f3"),
    ("Sg1-f3", "g1f3"),
    ("♘f3", "g1f3"),
    ("♞f3", "g1f3"),
    ("g1f3", "g1f3"),
    (" e4 ", "e2e4"),
    ("e4!?", "e2e4"),
    ("1. e4", "e2e4"),
    ("1.Sf3", "g1f3"),
]


@pytest.mark.article("C.8-a", "C.8-b", "C.8-c")
@pytest.mark.parametrize(("text", "uci"), FORMS)
def test_c_8_long_and_short_forms(text: str, uci: str) -> None:
    assert move(text, Position.start()).uci() == uci


@pytest.mark.article("C.13")
@pytest.mark.parametrize("zero", ["0", "O", "o"])
def test_c_13_castling_with_zeros_and_letters(zero: str) -> None:
    position = Position.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert move("-".join(zero * 2), position).uci() == "e1g1"
    assert move("-".join(zero * 3) + "+", position).uci() == "e1c1"


@pytest.mark.article("C.9.1–2", "C.11")
@pytest.mark.parametrize("join", ["x", "", ":"])
@pytest.mark.parametrize("ending", ["{}", "={}", "({})", "/{}"])
@pytest.mark.parametrize("mark", ["", "+", "++", "#", "(=)"])
def test_c_11_promotion_in_every_spelling(join: str, ending: str, mark: str) -> None:
    for start in ("e", "e7"):
        text = f"{start}{join}d8{ending.format('S')}{mark}"
        assert move(text, PROMOTING).uci() == "e7d8n"
    assert move("e7d8q", PROMOTING).uci() == "e7d8q"


@pytest.mark.article("C.9.3")
def test_c_9_3_en_passant_may_be_said() -> None:
    position = Position.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")
    for text in ("exd6 e.p.", "exd6e.p.", "ed6 ep", "ed6", "e5xd6", "e5d6 e.p."):
        assert move(text, position).uci() == "e5d6"


@pytest.mark.article("C.10.1", "C.10.2", "C.10.3", "C.10.4")
def test_c_10_identical_pieces_are_told_apart() -> None:
    assert move("Shf3", KNIGHTS).uci() == "h2f3"
    assert move("Sdf3", KNIGHTS).uci() == "d2f3"
    answer = refused("Sf3", KNIGHTS)
    assert answer.reason is Reason.AMBIGUOUS
    assert {option.uci() for option in answer.moves} == {"h2f3", "d2f3"}
    assert refused("S2f3", KNIGHTS).reason is Reason.AMBIGUOUS


BAD = [
    ("--", Reason.NULL_MOVE, ""),
    ("Z0", Reason.NULL_MOVE, ""),
    ("@@@@", Reason.NULL_MOVE, ""),
    ("0000", Reason.NULL_MOVE, ""),
    ("", Reason.NOT_A_MOVE, ""),
    ("P-K4", Reason.NOT_ALGEBRAIC, ""),
    ("NxB", Reason.NOT_ALGEBRAIC, ""),
    ("xd5", Reason.UNKNOWN_LETTER, "x"),
    ("Nf3", Reason.UNKNOWN_LETTER, "N"),
    ("sf3", Reason.UNKNOWN_LETTER, "s"),
    ("Be4", Reason.PAWN_LETTER, "B"),
    ("Kf9", Reason.NOT_A_SQUARE, "f9"),
    ("Ki3", Reason.NOT_A_SQUARE, "i3"),
    ("e4 e5", Reason.NOT_A_MOVE, ""),
    ("0-0-0-0", Reason.NOT_A_MOVE, ""),
    ("Sf3\x00", Reason.NOT_A_MOVE, ""),
]


@pytest.mark.article("C.0", "C.4", "C.6", "X.12")
@pytest.mark.parametrize(("text", "reason", "detail"), BAD)
def test_invalid_notation_is_refused_with_reason(text: str, reason: Reason, detail: str) -> None:
    answer = refused(text, Position.start())
    assert (answer.reason, answer.detail) == (reason, detail)


def test_an_illegal_move_names_the_article() -> None:
    answer = refused("Ta5", Position.start())
    assert answer.illegality is not None
    assert (answer.reason, answer.illegality.article) == (Reason.ILLEGAL, "3.5")
    promotion = refused("exd8", PROMOTING).illegality
    assert promotion is not None
    assert promotion.fault is MoveFault.PROMOTION_MISSING


@pytest.mark.article("C.9.3")
def test_c_9_3_a_pawn_that_captures_names_its_file() -> None:
    position = Position.from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    assert move("ed5", position) == move("exd5", position)
    reason = refused("d5", position).illegality
    assert reason is not None
    assert reason.fault is MoveFault.FILE_MISSING


@pytest.mark.article("C.3")
def test_c_3_letters_never_change_their_language() -> None:
    # Czech S is the bishop (strelec), German S the knight; both can go to f3 here.
    position = Position.from_fen("4k3/8/8/8/8/8/8/3BK1N1 w - - 0 1")
    assert move("Sf3", position, "cs").uci() == "d1f3"
    assert move("Sf3", position, "de").uci() == "g1f3"
    assert move("Jf3", position, "cs").uci() == "g1f3"
    # Only the knight can go there at the start: Czech S is refused all the same.
    assert refused("Sf3", Position.start(), "cs").reason is Reason.ILLEGAL
    # Serbian Cyrillic K is the king, and S in Latin letters is none of its pieces.
    assert refused("Кf3", Position.start(), "sr-Cyrl").reason is Reason.ILLEGAL
    assert refused("Sf3", Position.start(), "sr-Cyrl").reason is Reason.UNKNOWN_LETTER
    assert refused("Сf3", Position.start(), "de").reason is Reason.UNKNOWN_LETTER


@pytest.mark.article("C.3")
def test_two_languages_only_where_they_agree() -> None:
    assert isinstance(read_fully("Nf3", Position.start(), ("de", "en")), Reading)
    assert isinstance(read_fully("Sf3", Position.start(), ("de", "en")), Reading)
    answer = read_fully("Sf3", Position.start(), ("de", "cs"))
    assert isinstance(answer, NoMove)
    assert answer.reason is Reason.TWO_LANGUAGES


@pytest.mark.article("C.5")
def test_c_5_cyrillic_files_and_their_traps() -> None:
    start = Position.start()
    assert move("е4", start, "sr-Cyrl").uci() == "e2e4"
    assert move("Сф3", start, "sr-Cyrl").uci() == "g1f3"
    assert refused("е4", start, "de").reason is Reason.NOT_A_SQUARE
    # A Cyrillic "х" is the file h and looks like the sign of a capture: the board decides,
    rooks = Position.from_fen("4k3/8/8/8/8/8/8/R1n1K2R w - - 0 1")
    assert move("Тхц1", rooks, "sr-Cyrl").uci() == "a1c1"
    assert move("Тхф1", rooks, "sr-Cyrl").uci() == "h1f1"
    # ... and where it does not, the text is ambiguous.
    both = Position.from_fen("4k3/8/8/8/3n3R/8/8/3RK3 w - - 0 1")
    assert refused("Тхд4", both, "sr-Cyrl").reason is Reason.AMBIGUOUS


@pytest.mark.article("C.13")
def test_c_13_wrong_check_marks_are_only_reported() -> None:
    reading = read_fully("Sf3#", Position.start())
    assert isinstance(reading, Reading)
    assert reading.wrong_claim is not None
    assert reading.wrong_claim.fault is MoveFault.NOT_CHECK
    bare = read_fully("Sf3", Position.start())
    assert isinstance(bare, Reading)
    assert bare.wrong_claim is None


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(ValueError, match="no notation for language 'xx'"):
        read_move("e4", Position.start(), "xx")


STYLES = [
    SHORT,
    LONG,
    PGN,
    NotationStyle(capture=""),
    NotationStyle(long=True),
    NotationStyle(castling="o-o", check="", mate="", promotion="({})"),
    NotationStyle(mate="++", en_passant="e.p.", promotion="/{}"),
]


@pytest.mark.article("C.7")
@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_what_is_written_is_read_again(seed: int) -> None:
    chance = random.Random(seed)
    position = Position.start(chess960=seed % 960 if seed % 2 else None)
    pairs = itertools.cycle(itertools.product(LANGUAGES, STYLES))
    for _ in range(120):
        if not position.legal_moves:
            break
        chosen = chance.choice(position.legal_moves)
        for _ in range(5):
            language, style = next(pairs)
            assert read_move(write(position, chosen, language, style), position, language) == chosen
        assert write(position, chosen, "en", PGN) == position.board.san(chosen)
        position = position.play(chosen)


@given(st.text(max_size=12), st.sampled_from(LANGUAGES))
@settings(max_examples=200, deadline=None)
def test_any_text_has_an_answer(text: str, language: str) -> None:
    assert isinstance(read_move(text, Position.start(), language), chess.Move | NoMove)
