# SPDX-License-Identifier: GPL-3.0-or-later
"""The score in braille; liblouis is the oracle for German braille."""

import os
import random
import shutil
import subprocess

import chess
import pytest
from games import playout
from hypothesis import given, settings
from hypothesis import strategies as st

from announce.braille import (
    BrailleStyle,
    Layout,
    cells,
    file_text,
    move_cells,
    score_pages,
    unicode_text,
)
from rules.notation import LONG, SHORT, write
from rules.position import Position
from rules.reader import read_score


def liblouis(texts: list[str], *tables: str) -> list[str]:
    """What liblouis makes of each text."""
    wanted = shutil.which("lou_translate") is None
    if wanted and not os.environ.get("CI"):
        pytest.skip("needs lou_translate (Debian: liblouis-bin, liblouis-data)")
    assert not wanted, "CI needs liblouis-bin and liblouis-data"
    lines = "".join(f"{text}\n" for text in texts)
    command = ["lou_translate", "--forward", ",".join(("unicode.dis", *tables))]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def position_after(score: str) -> Position:
    read = read_score(score)
    assert read.error is None
    return read.position


def random_games(number: int, plies: int) -> list[Position]:
    chance = random.Random(7)
    return [playout(chance, plies) for _ in range(number)]


def test_moves_of_random_games_match_liblouis() -> None:
    written = sorted(
        {
            write(position.back_to(ply), position.moves[ply], "de", style)
            for position in random_games(12, 90)
            for ply in range(position.ply)
            for style in (LONG, SHORT)
        }
    )
    assert len(written) > 500
    assert [cells(text) for text in written] == liblouis(written, "de-g0.utb")


GAME = random_games(1, 80)[0]


def some_text(chance: random.Random) -> str:
    """Words, numbers and dates as titles have them, with signs where people write them."""
    letters = ["ä", "ö", "ü", "ß", "é", "Č", "š", "đ", "ø", *"abcjklxyzABKT"]
    text = ""
    for _ in range(chance.randint(1, 4)):
        word = "".join(chance.choices(letters, k=chance.randint(1, 4)))
        number = str(chance.randint(0, 2030))
        both = chance.choice(
            (word, word, number, f"{number}{word}", f"{word}{number}", f"{word}'s")
        )
        both = chance.choice((both, both, f"({both})", f"{both}-{word}", f"{both}/{number}"))
        text += both + chance.choice(("", "", ".", ",", ";", ":", "!", "?")) + " "
    return text.strip()


def test_names_dates_and_signs_match_liblouis() -> None:
    chance = random.Random(3)
    known = ["21.11.2026", "18:30", "A. Weiß (Linz)", "O'Hara", "1-0", "½-½", "1/2", "(=)", "*"]
    texts = [*known, *(some_text(chance) for _ in range(3_000))]
    assert [cells(text) for text in texts] == liblouis(texts, "de-g0.utb")


def test_figurines_have_the_cells_of_liblouis() -> None:
    style = BrailleStyle(figurines=True)
    figures = dict(zip("KDTLS", "♔♕♖♗♘", strict=True)), dict(zip("KDTLS", "♚♛♜♝♞", strict=True))
    for colour, pieces in zip((chess.WHITE, chess.BLACK), figures, strict=True):
        told = liblouis(list(pieces.values()), "de-chess.ctb")
        assert [move_cells(f"{letter}e4", colour, style)[0] for letter in pieces] == told


def test_lowered_digits_use_the_lower_cell() -> None:
    lowered = BrailleStyle(lowered=True)
    assert move_cells("Sf3", chess.WHITE, lowered) == "⠎⠋⠒"
    assert move_cells("Sg1f3", chess.WHITE, lowered) == "⠎⠛⠂⠋⠒"
    assert move_cells("exd8D+", chess.WHITE, lowered) == "⠑⠭⠙⠦⠙⠈⠖"
    assert move_cells("0-0", chess.WHITE, lowered) == "⠼⠚⠤⠼⠚"


def test_each_rank_has_one_cell_everywhere() -> None:
    for lowered in (False, True):
        style = BrailleStyle(lowered=lowered)
        assert len({move_cells(f"a{rank}", chess.WHITE, style) for rank in range(1, 9)}) == 8


def test_a_move_a_line() -> None:
    pages = score_pages(position_after("1. e4 e5 2. Sf3 Sc6"), ["Anna - Bert"], "1-0")
    assert unicode_text(pages).splitlines() == [
        "⠁⠝⠝⠁⠀⠤⠀⠃⠑⠗⠞",
        "",
        "⠼⠁⠄⠀⠑⠼⠙⠀⠑⠼⠑",
        "⠼⠃⠄⠀⠎⠋⠼⠉⠀⠎⠉⠼⠋",
        "⠼⠁⠤⠼⠚",
    ]


def test_the_same_as_a_file_for_embossers() -> None:
    pages = score_pages(position_after("1. e4 e5 2. Sf3 Sc6"), [], "1-0")
    assert file_text(pages) == "\r\n#A' E#D E#E\r\n#B' SF#C SC#F\r\n#A-#J\r\n"
    assert file_text(pages, "euro") == "\r\n#a. e#d e#e\r\n#b. sf#c sc#f\r\n#a-#j\r\n"


def test_six_dot_file_takes_no_figurines() -> None:
    pages = score_pages(position_after("1. Sf3"), style=BrailleStyle(figurines=True))
    with pytest.raises(ValueError, match="six"):
        file_text(pages)


def test_one_line_for_strip_printers_and_displays() -> None:
    style = BrailleStyle(layout=Layout.LINE)
    assert score_pages(position_after("1. e4 e5 2. d4"), ["Anna"], "*", style) == [
        ["⠁⠝⠝⠁⠀⠼⠁⠄⠀⠑⠼⠙⠀⠑⠼⠑⠀⠼⠃⠄⠀⠙⠼⠙⠀⠠⠔"]
    ]


def test_game_begun_by_black_and_draw_offer() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 12")
    position = position.play(chess.Move.from_uci("e8e7")).play(chess.Move.from_uci("e2e4"))
    page = score_pages(position, marks={1: "(=)"})[0]
    assert page[-2:] == [cells("12... Ke7"), cells("13. e4 (=)")]


@settings(deadline=None, max_examples=40)
@given(st.integers(30, 40), st.integers(0, 30), st.sampled_from([Layout.MOVES, Layout.RUNNING]))
def test_lines_and_pages_fit_without_split_moves(width: int, height: int, layout: Layout) -> None:
    height = height if height > 4 else 0
    position = GAME
    style = BrailleStyle(layout=layout, width=width, height=height)
    pages = score_pages(position, ["Anna Maria von der Hohenleite gegen Bert"], "½-½", style)
    lines = [line for page in pages for line in page]
    assert all(len(line) <= width for line in lines)
    assert all(len(page) <= (height or len(lines)) for page in pages)
    body = [line for place, page in enumerate(pages) for line in page[1 if place else 0 :]]
    words = [word for line in body for word in line.split("⠀") if word]
    moves = [
        move_cells(write(position.back_to(ply), move), position.back_to(ply).turn, style)
        for ply, move in enumerate(position.moves)
    ]
    assert [word for word in words if word in set(moves)][-len(moves) :] == moves


def test_unknown_character_is_a_full_cell() -> None:
    assert cells("Д") == "⠿"
