# SPDX-License-Identifier: GPL-3.0-or-later
"""The one reader of scores: generous in form, strict in meaning, and nothing is lost silently."""

import io
import random

import chess
import chess.pgn
import pytest
from games import playout
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.torture.traces import without_a_trace
from rules.reader import read_in_any, read_score
from rules.score import Loss, decoded, games

TAGS = '[Event "Klub"]\n[White "Anna"]\n[Black "Bela"]\n[Result "{}"]\n'

# --- What has one meaning is read -----------------------------------------------------------------

READ = {
    "two blank lines": (TAGS.format("*") + "\n\n1. e4 e5 2. Nf3 *", "e4 e5 Nf3"),
    "a blank line within": (TAGS.format("*") + "\n1. e4\n\n\n1... e5 2. Nf3 *", "e4 e5 Nf3"),
    "behind a comment": (TAGS.format("*") + "\n{ In a hurry. }\n\n1. e4 e5 *", "e4 e5"),
    "within the tags": ('[Event "a"]\n\n[White "b"]\n\n1. d4 d5 *', "d4 d5"),
    "a percent line": ("%first\n1. e4 e5\n%second\n2. Nf3", "e4 e5 Nf3"),
    "letter apart": ("1. e4 c5 2. N f3 e6 3. B c4 N f6", "e4 c5 Nf3 e6 Bc4 Nf6"),
    "letter apart in German": ("1. e4 c5 2. S f3 d6", "e4 c5 Nf3 d6"),
    "no points": ("1 e4 e5 2 Nf3 Nc6", "e4 e5 Nf3 Nc6"),
    "semicolons": ("1.e4 e5; 2.Nf3 Nc6;\n3.Bb5 a6", "e4 e5 Nf3 Nc6 Bb5 a6"),
    "check in letters": ("1. e4 f5 2. Qh5ch g6", "e4 f5 Qh5+ g6"),
    "mate": ("1. f3 e5 2. g4 Qh4mate", "f3 e5 g4 Qh4#"),
    "unequal": ("1. f3 e5 2. g4 Qh4≠", "f3 e5 g4 Qh4#"),
    "signs": ("1. e4± e5+/- 2. Nf3⩲ Nc6 N", "e4 e5 Nf3 Nc6"),
    "lower case": ('[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=q *', "a8=Q"),
    "tags on one line": (
        '[Event "a"] [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] [Result "*"]\n\n1. e4 Kd7 *', "e4 Kd7"
    ),
    "moves behind a tag": ('[Event "a"] 1. d4 d5 *', "d4 d5"),
    "invisible": ("1. e4\u200b e5 2.\u200eNf3\xa0Nc6", "e4 e5 Nf3 Nc6"),
    "wrapped": ("[pgn]1. e4 e5[/pgn]", "e4 e5"),
    "the end of a disk": ("1. e4 e5 *\n\x1a\x1a\x1a", "e4 e5"),
    "null move": ("1. e4 -- 2. d4", "e4 -- d4"),
    "French": ("1. e4 e5 2. Cf3 Cc6 3. Fb5 De7 4. O-O", "e4 e5 Nf3 Nc6 Bb5 Qe7 O-O"),
    "Spanish": ("1. e4 e5 2. Cf3 Cc6 3. Ab5 Re7", "e4 e5 Nf3 Nc6 Bb5 Ke7"),
    "Dutch": ("1. e4 e5 2. Pf3 Pc6 3. Lb5", "e4 e5 Nf3 Nc6 Bb5"),
    "Polish": ("1. e4 e5 2. Sf3 Hf6 3. Gc4", "e4 e5 Nf3 Qf6 Bc4"),
    "Hungarian": ("1. e4 e5 2. Hf3 Hc6 3. Fb5 Vf6", "e4 e5 Nf3 Nc6 Bb5 Qf6"),
    "Russian": ("1. e4 e5 2. Кf3 Кc6 3. Сb5 Крe7", "e4 e5 Nf3 Nc6 Bb5 Ke7"),
    "From Position": (
        '[Variant "From Position"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4', "e4"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_whatever_has_one_meaning_is_read(name: str) -> None:
    text, moves = READ[name]
    score = read_in_any(text)
    assert score.whole
    assert spelled(score.text) == moves.split()


RESULTS = {
    "1:0": "1-0", "1–0": "1-0", "½-½": "1/2-1/2", "1/2": "1/2-1/2", "½:½": "1/2-1/2",
    "0-1": "0-1", "+:-": "1-0", "-:+": "0-1", "0-0": "*", "remis": "1/2-1/2", "*": "*",
}  # fmt: skip


@pytest.mark.parametrize("written", RESULTS)
def test_results_in_every_spelling(written: str) -> None:
    score = read_in_any(f"1. e4 e5 {written}")
    assert (score.result, score.whole) == (RESULTS[written], True)
    if written != "remis":
        assert read_in_any(TAGS.format(written) + "\n1. e4 e5").result == RESULTS[written]


SIGNS = {
    "+/-": 16, "-/+": 17, "+/=": 14, "=/+": 15, "+-": 18, "+\u2212": 18, "\u2212/+": 17, "–+": 19,
    "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6,
}  # fmt: skip


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("apart", [" ", ""])
def test_a_sign_between_moves_is_one_and_the_game_goes_on(sign: str, apart: str) -> None:
    """It was taken for the result, and the moves behind it were lost."""
    tagged = TAGS.format("0-1")
    score = read_in_any(f"{tagged}\n1. e4 e5 2. Nf3{apart}{sign} Nc6 3. Bb5 {sign} a6 0-1")
    assert (score.position.ply, score.result, score.left_out) == (6, "0-1", ())
    assert score.text.count(f"${SIGNS[sign]} ") == 2


@pytest.mark.parametrize("sign", ["+/-", "-/+"])
def test_a_sign_behind_the_last_move_is_no_result_where_there_is_another(sign: str) -> None:
    for text in (f"{TAGS.format('0-1')}\n1. e4 e5 {sign}", f"1. e4 e5 {sign} 0-1"):
        score = read_in_any(text)
        assert (score.position.ply, score.result, score.left_out) == (2, "0-1", ())
    assert read_in_any(sign).result == {"+/-": "1-0", "-/+": "0-1"}[sign]


@pytest.mark.parametrize("written", ["-/-", "+:-", "1/2", "½", "1-0", "1/2-1/2"])
def test_what_looks_like_a_result_between_moves_is_told_and_ends_nothing(written: str) -> None:
    score = read_in_any(f"1. e4 e5 {written} 2. Nf3 Nc6 0-1")
    assert (score.position.ply, score.result, score.whole) == (4, "0-1", True)
    assert [one.text for one in score.left_out] == [written]


def test_a_sign_in_a_variation_is_one() -> None:
    score = read_in_any("1. e4 e5 (1... c5 2. Nf3 +/-) 2. Nf3 1-0")
    assert (score.position.ply, score.result) == (3, "1-0")
    assert "$16" in score.text


def test_castling_with_zeros_is_no_result() -> None:
    score = read_in_any("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 0-0")
    assert (score.position.ply, score.whole) == (8, True)
    assert "Result 0-0" in score.text


# --- What has two meanings, or none, is told ------------------------------------------------------

TOLD = {
    "a result that differs": (TAGS.format("1-0") + "\n1. e4 e5 0-1", Loss.TAG_DIFFERS),
    "a comment that may be moves": (TAGS.format("*") + "\n1. e4 e5; 2. Nf3\n*", Loss.MAYBE_MOVES),
    "a sign that may be a piece": ("1. e4 c5 2. d3 N f6 3. d4", Loss.MAYBE_SIGN),
    "words": ("1. e4 Zeitnot e5", Loss.TEXT),
    "a bracket": ("1. e4) e5", Loss.BRACKET),
    "moves behind the end": ("1. e4 e5 1-0 1. d4 d5", Loss.REST),
    "a result between moves": ("1. e4 e5 1-0 2. Nf3", Loss.TEXT),
    "a heading behind the end": ("1. e4 e5 1-0\n\nRound 2, 12.03.2026", Loss.TEXT),
    "a variation": ("1. e4 (1. e9 e5) e5", Loss.LINE),
    "another kind of chess": ('[Variant "Crazyhouse"]\n\n1. e4 e5 *', Loss.REST),
    "rights that cannot be": ('[FEN "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"]\n\n1. O-O *', Loss.MENDED),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_is_not_certain_is_told(name: str) -> None:
    text, why = TOLD[name]
    score = read_in_any(text)
    assert why in [one.why for one in score.left_out]


def test_what_cannot_be_read_is_not_read_past() -> None:
    score = read_in_any("1. e4 e5 2. Nf9 Nc6 3. Bb5")
    assert score.error is not None
    assert (score.error.text, score.position.ply, score.whole) == ("Nf9", 2, False)
    assert score.left_out[-1].text == "Nc6 3. Bb5"


def test_prose_is_no_game() -> None:
    assert read_in_any("Das ist ein Brief.").error is not None


# --- Files ----------------------------------------------------------------------------------------


def test_games_are_told_apart() -> None:
    tagged = TAGS.format("*")
    assert len(games(f"{tagged}\n1. e4 *\n{tagged}\n1. d4 *")) == 2
    assert len(games('[Event "a"]\n\n[White "b"]\n\n1. d4 d5 *')) == 1
    assert len(games('{ mine }\n\n[Event "a"]\n\n1. d4 *\n\n[Event "b"]\n\n1. c4 *')) == 2
    assert len(games('[Event "a"]\n[Result "1-0"]\n\n[Event "b"]\n[Result "0-1"]\n')) == 2
    assert len(games('[Event "a"]\n\n1. e4 { [Event "no"]\n\n } e5 *')) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Žnidaršič, Čedomir", "cp1250"),
        ("Müller, Jörg", "cp1252"),
        ("Петровић, Немања", "cp1251"),
        ("Dvořáková, Žofie", "cp1250"),
        ("Кузнецов, Пётр", "cp1251"),
        ("Žnidaršič, Čedomir", "utf-16"),
        ("Đorđe", "utf-8-sig"),
    ],
)
def test_the_letters_of_an_older_windows(text: str, code: str) -> None:
    assert decoded(text.encode(code)) == text


def test_the_language_that_was_asked_for_decides() -> None:
    assert decoded("Kovačević".encode("cp1250"), "sr-Latn") == "Kovačević"


# --- What no person writes ------------------------------------------------------------------------


def test_nesting_is_bounded() -> None:
    score = read_in_any("1. e4 " + "( 1. d4 " * 5_000 + ") " * 5_000 + "e5")
    assert Loss.DEEP in [one.why for one in score.left_out]
    assert (score.position.ply, score.whole) == (2, False)


def test_length_is_bounded() -> None:
    score = read_score("Nf3 Nf6 Ng1 Ng8 " * 5_000, "en")
    assert (score.position.ply, score.whole) == (12_000, False)


# --- Nothing is lost -----------------------------------------------------------------------------


PIECES_OF_TEXT = (
    *(
        "1.",
        "2.",
        "e4",
        "e5",
        "Nf3",
        "N f3",
        "Bb5",
        "O-O",
        "0-0",
        "--",
        "ch",
        "e4+",
        "exd5",
        "e8=Q",
    ),
    *("{good}", '{a\n[White "Q"]\nb}', "; rest\n", "(", "2... d6", ")", "$1", "!", "N", "D", "(=)"),
    *(
        "1-0",
        "½",
        "*",
        "foo",
        "Zug",
        "{",
        "}",
        "\n%esc\n",
        "$",
        "...",
        "x",
        "-",
        ":",
        ",",
        "[x]",
        "=",
    ),
    *('\n[White "A"]\n', '\n[White "{"]\n', '\n[Result "0-1"]\n', "Title 1999\n", "\n\n", "\x1a"),
    '\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n',
)


@settings(max_examples=400, deadline=None)
@given(st.booleans(), st.lists(st.sampled_from(PIECES_OF_TEXT), max_size=10))
def test_nothing_is_lost_without_a_word(begun: bool, pieces: list[str]) -> None:
    """Every word that tells anything changes what is read, or is told to be left out."""
    text = " ".join(["1. e4 e5 2. Nf3", *pieces] if begun else pieces)
    assert without_a_trace(text) == []


# --- python-chess reads what is written as the same game ------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from(["en", "de", "cs", "sr-Cyrl"]))
def test_what_is_read_python_chess_reads_alike(seed: int, _language: str) -> None:
    rng = random.Random(seed)
    position = playout(rng, rng.randrange(60))
    game = chess.pgn.Game()
    game.setup(position.back_to(0).board)
    node: chess.pgn.GameNode = game
    for ply, move in enumerate(position.moves):
        if rng.random() < 0.2 and (others := list(node.board().legal_moves)):
            line = node.add_variation(rng.choice(others))
            line.comment = "sonst"
        node = node.add_main_variation(move)
        node.comment = rng.choice(["", "", "gut", f"[%clk 0:0{ply % 10}:00]"])
        node.nags = {rng.randrange(1, 20)} if rng.random() < 0.2 else set()
    score = read_in_any(str(game))
    assert score.whole
    again = chess.pgn.read_game(io.StringIO(score.text))
    assert again is not None
    assert str(again.board()) == str(game.board())
    assert [*again.mainline_moves()] == [*position.moves]
    counted = [sum(1 for _ in tree(one)) for one in (game, again)]
    assert counted[0] == counted[1]


def tree(game: chess.pgn.GameNode) -> list[chess.pgn.GameNode]:
    found, waiting = [], [game]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting += node.variations
    return found


def spelled(text: str) -> list[str]:
    """The moves of the main line of a PGN, as python-chess reads it."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    return [node.san() for node in game.mainline()]
