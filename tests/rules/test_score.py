# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole scores (Appendix C): read, checked, written in another language; single lines answered."""

import io
import random

import chess
import chess.pgn
import pytest
from games import playout
from hypothesis import given
from hypothesis import strategies as st

from rules.explanation import Illegality, MoveFault
from rules.notation import LANGUAGES, LONG, PGN, SHORT, NoMove
from rules.position import Position
from rules.reader import read_in_any, read_score
from rules.score import escaped, games, wrapped, write_score

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
    assert score.error.text == "Dxf8"
    assert isinstance(score.error.why, NoMove)
    assert score.error.why.illegality == Illegality(
        MoveFault.NOT_ITS_WAY, "3.4", chess.QUEEN, chess.H5, chess.F8
    )
    assert score.position.ply == 4
    black = read_score("1. e4 Sf3").error
    assert black is not None
    assert (black.number, black.colour, black.text) == (1, chess.BLACK, "Sf3")
    assert isinstance(black.why, NoMove)
    assert black.why.illegality is not None
    assert black.why.illegality.article == "3.6"


@pytest.mark.article("C.13")
def test_c_13_wrong_marks_and_numbers_hinder_nothing() -> None:
    score = read_score("1. e4 e5 2. Sf3+ Sc6 4. Lb5")
    assert score.error is None
    mark, number = score.remarks
    assert (mark.number, mark.text) == (2, "Sf3+")
    assert isinstance(mark.why, Illegality)
    assert (mark.why.fault, mark.why.article) == (MoveFault.NOT_CHECK, "C.13")
    assert (number.number, number.text, number.why) == (3, "4.", 3)


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


# --- Lines ----------------------------------------------------------------------------------------


@given(st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30), max_size=30))
def test_pgn_has_short_lines_and_no_word_is_hidden(words: list[str]) -> None:
    comment = " ".join(" ".join(words).replace("}", "").replace("{", "").split())
    game = chess.pgn.Game()
    game.add_variation(chess.Move.from_uci("e2e4"), comment=comment or "x")
    text = wrapped(str(game))
    lines = text.split("\n")
    assert all(len(line) <= 79 or " " not in line for line in lines)
    assert not any(line.startswith("%") for line in lines)
    again = chess.pgn.read_game(io.StringIO(text))
    assert again is not None
    assert " ".join(again.variations[0].comment.split()) == (comment or "x")


def test_a_tag_is_one_line_that_no_terminal_obeys() -> None:
    assert escaped('A\n[Result "1-0"]\x1b[2J') == 'A [Result \\"1-0\\"] [2J'


BEHIND = """[Event "First"]
[White "A"]
[Result "1/2-1/2"]

1. d4 Nf6 1/2-1/2[Event "Second"]
[White "C"]
[Result "1-0"]

1. e4 c5 1-0  [Event "Third"]
[White "E"]
[Result "*"]

1. e4 e5 *[Event "Fourth"]
[White "G"]

1. c4
"""


def test_a_game_begins_with_a_tag_behind_the_result_on_its_line() -> None:
    """A server wrote hundreds of thousands of games so."""
    found = [read_in_any(one) for one in games(BEHIND)]
    assert [one.headers["White"] for one in found] == ["A", "C", "E", "G"]
    assert [one.headers["Event"] for one in found] == ["First", "Second", "Third", "Fourth"]
    assert [one.result for one in found] == ["1/2-1/2", "1-0", "*", None]
    assert all(one.whole and not one.left_out for one in found)


def test_a_tag_in_a_comment_begins_no_game() -> None:
    assert len(games('1. e4 {1-0[Event "x"]} e5 1-0')) == 1
