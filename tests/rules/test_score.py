# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole scores (Appendix C): read, checked, written in another language; single lines answered."""

import random

import chess
import pytest
from games import playout

from rules.explanation import Fault, Illegality
from rules.messages import illegality_line, refusal_line
from rules.notation import LANGUAGES, LONG, PGN, SHORT, Reason, Refusal
from rules.position import Position
from rules.score import (
    answer_line,
    answer_lines,
    games,
    read_in_any,
    read_score,
    write_score,
)

SAMPLE = """1. e4 e5 2. Sf3 Sf6 3. d4 exd4 4. e5 Se4 5. Dxd4 d5 6. exd6 e.p. Sxd6 7. Lg5 Sc6
8. De3+ Le7 9. Sbd2 0-0 10. 0-0-0 Te8 11. Kb1(=)"""
SHORTER = """1. e4 e5 2. Sf3 Sf6 3. d4 ed4 4. e5 Se4 5. Dd4 d5 6. ed6 Sd6 7. Lg5 Sc6 8. De3 Le7
9. Sbd2 0-0 10. 0-0-0 Te8 11. Kb1 (=)"""


@pytest.mark.article("C.12", "C.13")
@pytest.mark.parametrize("text", [SAMPLE, SHORTER])
def test_c_13_the_sample_game(text: str) -> None:
    score = read_score(text)
    assert score.error is None
    assert score.remarks == ()
    assert score.offers == (21,)
    assert score.position.ply == 21
    assert score.position.board.board_fen() == "r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/1K1R1B1R"


def test_score_goes_into_every_language_and_back() -> None:
    played = read_score(SAMPLE).position
    for language in LANGUAGES:
        for style in (SHORT, LONG, PGN):
            text = write_score(played, language, style)
            again = read_score(text, language)
            assert again.position == played
            assert again.remarks == ()
    assert write_score(played, "cs").startswith("1. e4 e5 2. Jf3 Jf6 3. d4 exd4 4. e5 Je4 5. Dxd4")
    assert write_score(played, "sr-Cyrl").endswith("10. 0-0-0 Тe8 11. Кb1")


def test_what_surrounds_the_moves_is_passed_over() -> None:
    text = """[Event "?"]
[White "A (b) 1. e4"]

1.e4 {best by test; 1... c5} (1. d4 d5 (1... Nf6 2. c4) 2. c4) e5 $1 2.Nf3!? ; a comment 3. Nc3
2... Nc6 3 . Bb5 a6 1/2-1/2"""
    score = read_score(text, "en")
    assert score.error is None
    assert score.position.ply == 6
    assert score.result == "1/2-1/2"
    assert score.remarks == ()


@pytest.mark.article("C.11")
def test_c_11_promotions_in_brackets_are_no_variations() -> None:
    text = """[FEN "7k/P7/8/8/8/8/8/4K3 w - - 0 1"]

1. a8(D)+ Kh7 2. Da7+ Kh8"""
    score = read_score(text)
    assert score.error is None
    assert score.position.ply == 4


def test_error_names_its_move_and_reason() -> None:
    score = read_score("1. e4 e5 2. Dh5 Sc6 3. Dxf8 d6")
    assert score.error is not None
    assert (score.error.number, score.error.colour) == (3, chess.WHITE)
    assert str(score.error) == "move 3. Dxf8: the queen on h5 does not move to f8 (3.4)"
    assert score.position.ply == 4
    black = read_score("1. e4 Sf3").error
    assert str(black) == "move 1... Sf3: the knight does not move to f3 (3.6)"


@pytest.mark.article("C.13")
def test_c_13_wrong_marks_and_numbers_hinder_nothing() -> None:
    score = read_score("1. e4 e5 2. Sf3+ Sc6 4. Lb5")
    assert score.error is None
    assert [str(remark) for remark in score.remarks] == [
        "move 2. Sf3+: the move gives no check (C.13)",
        "move 3. 4.: the move to come is number 3",
    ]


@pytest.mark.article("C.3")
def test_c_3_the_language_is_not_guessed() -> None:
    assert read_score("1. e4 e5 2. Nf3", "de").error is not None
    assert read_score("1. e4 e5 2. Nf3", "en").error is None


def test_a_score_from_a_chess960_position() -> None:
    start = Position.start(chess960=700)
    position = playout(random.Random(3), 60, start)
    text = f'[Variant "Chess960"]\n[FEN "{start.fen}"]\n\n{write_score(position, "sl")}'
    assert read_score(text, "sl").position == position


def test_black_may_move_first_in_a_score() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/4K2R b - - 0 30")
    played = read_score("30... Kd7 31. Th7+ Kc6", start=position).position
    assert write_score(played) == "30... Kd7 31. Th7+ Kc6"


START = chess.STARTING_FEN
LINES = [
    (f"de\tSf3\t{START}", "g1f3"),
    (f"en\tNf3\t{START}\n", "g1f3"),
    (f"sl\tSg1-f3\t{START}\r\n", "g1f3"),
    (f"sr-Cyrl\tСф3\t{START}", "g1f3"),
    (f"cs\tJf3\t{START}", "g1f3"),
    ("de\t0-0\t4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
    ("de\te8=D+\t7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q"),
    ("de\t0-0\t4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"),
    (f"cs\tSf3\t{START}", "error: the bishop does not move to f3 (3.2)"),
    (f"ru\tКf3\t{START}", "error: no notation for language 'ru'; there are en, de, sl, sr-Latn,"),
    ("en\tNd2\t4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "error: ambiguous: Nbd2 or Nfd2 (C.10)"),
    (f"en\t--\t{START}", "error: a null move is no move"),
    (f"de\tBe4\t{START}", "error: pawns are written without a letter (C.4)"),
    ("de\te8\t7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "error: the piece of the promotion is missing"),
    ("de\tSf3\tnonsense", "error: not a FEN"),
    ("de Sf3", "error: expected LANGUAGE, TEXT and FEN"),
    ("de\t\t" + START, "error: not a move"),
    ("de\tSf3\t8/8/8/8/8/8/8/8 w - - 0 1", "error: illegal position (3.10.3)"),
]


@pytest.mark.parametrize(("line", "answer"), LINES)
def test_lines_are_answered_one_by_one(line: str, answer: str) -> None:
    given = answer_line(line)
    assert given == answer if not answer.startswith("error") else given.startswith(answer)
    assert "\n" not in given


def test_empty_lines_are_left_out() -> None:
    assert list(answer_lines([f"de\te4\t{START}\n", "\n", f"de\td4\t{START}"])) == ["e2e4", "d2d4"]


def test_every_illegality_has_its_line() -> None:
    chance = random.Random(8)
    position = Position.start()
    for _ in range(60):
        if not position.legal_moves:
            break
        for _ in range(20):
            letter = chance.choice(["", "K", "D", "T", "L", "S", "e", "dx", "Sx"])
            square = chess.square_name(chance.randrange(64))
            line = answer_line(f"de\t{letter}{square}\t{position.fen}")
            assert line
            assert "{" not in line
            assert "None" not in line
        position = position.play(chance.choice(position.legal_moves))


def test_every_fault_and_every_reason_has_words() -> None:
    for fault in Fault:
        assert "{" not in illegality_line(Illegality(fault, "3.1"))
    for reason in set(Reason) - {Reason.ILLEGAL, Reason.AMBIGUOUS}:
        assert refusal_line(Refusal("x", reason, "x"), Position.start())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_is_read_in_its_language(language: str) -> None:
    played = read_score(SAMPLE).position
    score = read_in_any(write_score(played, language))
    assert score.error is None
    assert score.position == played


def test_a_score_with_tags_is_english_first() -> None:
    """ "Bb4" is no move of German; "Sc6" is none of English."""
    english = read_in_any('[Event "x"]\n\n1. e4 e6 2. d4 d5 3. Nc3 Bb4 *')
    assert english.error is None
    german = read_in_any('[Event "x"]\n\n1. e4 e6 2. d4 d5 3. Sc3 Lb4 *')
    assert german.error is None
    assert german.position == english.position


def test_a_score_that_nobody_can_read_is_read_as_far_as_it_goes() -> None:
    score = read_in_any("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lh7 b5")
    assert score.error is not None
    assert (score.error.number, score.error.text) == (4, "Lh7")


@pytest.mark.article("C.9.3")
def test_c_9_3_captures_of_pawns_by_their_files() -> None:
    score = read_score("1. e4 d5 2. ed Dd5 3. Sc3 Dd8 4. d4 e5 5. de f6 6. ef gf")
    assert score.error is None
    assert score.position.board.board_fen() == "rnbqkbnr/ppp4p/5p2/8/8/2N5/PPP2PPP/R1BQKBNR"
    assert read_score("1. e4 e5 2. ed").error is not None
    promoted = read_score('[FEN "1n5k/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. abD')
    assert promoted.position.board.piece_at(chess.B8) == chess.Piece(chess.QUEEN, chess.WHITE)


@pytest.mark.parametrize("text", ["Dd5:", "Dd5x", "Dd8:d5", "D:d5"])
def test_a_capture_as_books_write_it(text: str) -> None:
    score = read_score(f"1. e4 d5 2. ed5: {text} 3. Sc3 Dd5a5")
    assert score.error is None
    assert score.position.ply == 6
    assert read_score(f"1. e4 d5 2. Sc3 e6 3. {text.replace('D', 'S')}+ Sf6:").error is not None


def test_a_table_without_points_is_read() -> None:
    score = read_score("   Weiß  Schwarz\n1  e4    c5\n2  Sf3   d6\n3  d4    cd4:\nRemis\n")
    assert (score.error, score.position.ply, score.result) == (None, 6, "1/2-1/2")


def test_judgements_and_titles_are_passed_over() -> None:
    text = "Anna - Bernd\n23.11.2026\n1. e4 e5 +=\n2. Sf3 Sc6 =\n1/2-1/2\n"
    score = read_score(text)
    assert score.error is None
    assert (score.position.ply, score.result) == (4, "1/2-1/2")


def test_games_of_a_text() -> None:
    one = '[Event "a"]\n[Site "b"]\n\n1. e4 *\n'
    assert [each.strip() for each in games(f"{one}\n{one}\n{one}")] == [one.strip()] * 3
    assert games("1. e4 e5") == ["1. e4 e5"]
