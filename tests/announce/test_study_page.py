# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of who studies, as it looks: the game with its variations, the board, the games."""

import json
import re
from dataclasses import replace

import chess
import pytest
from studies import ANNOTATED, SHORT, Games

from announce.page.markup import news
from announce.page.study import (
    DEEPEST,
    StudyView,
    address,
    lines,
    page,
    parts,
    picture,
    read_address,
)
from announce.page.view import Message
from announce.text.settings import LANGUAGES, Settings
from announce.words.study import message
from study.tree import NodePath, read_game

TREE = read_game(ANNOTATED)
GAMES = Games(ANNOTATED, SHORT)


def view(path: NodePath = (), tried: tuple[str, ...] = (), language: str = "en") -> StudyView:
    position = TREE.position(path)
    moves = []
    for san in tried:
        moves.append(position.board.parse_san(san))
        position = position.stand(moves[-1])
    return StudyView(
        Settings(language), position, 1, TREE, path, tuple(moves), (GAMES.card(1), GAMES.card(2))
    )


def shown(html: str) -> str:
    """What the eye reads."""
    seen = re.sub(r'<span class="hidden">(?:[^<]|<span[^>]*>[^<]*</span>)*</span>', "", html)
    return " ".join(re.sub(r"<[^>]*>", " ", seen).split())


def test_game_is_written_with_its_variations_and_comments() -> None:
    assert shown(lines(TREE, Settings("en"))) == (
        "Eine Kurzpartie. 1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. Ne2!? Gibt einen Bauern."
        " Solider ist 4. e5 c5 4… b6 5. a3 4. a3 Winawer 4… dxe4 5. a3 Be7! 6. Nxe4"
    )


def test_moves_are_in_the_letters_of_the_page_and_the_words_of_a_game() -> None:
    html = lines(TREE, Settings("de"))
    assert "4. Se2!?" in html
    assert "Springer Gustav eins Eva zwei" in html
    assert re.search(r'class="hidden">[^<]*[Ii]nteressant', html)


def test_each_move_leads_to_its_position() -> None:
    for at in re.findall(r'data-path="([\d.]*)"', lines(TREE, Settings())):
        path = read_address(at)
        assert TREE.at(path).move is not None
        assert address(path) == at
    assert read_address("") == ()
    for bad in ("0.x", "-1", "0..1", "9" * 7, "²"):
        with pytest.raises(ValueError, match="no place"):
            read_address(bad)


def test_what_stands_in_a_file_is_text() -> None:
    tree = read_game('[White "<script>"]\n\n1. e4 {<b>x</b>} (1. d4 $250 {&}) *')
    evil = replace(view(), tree=tree, position=tree.start)
    told = "".join(parts(evil).values())
    assert "<script>" not in told
    assert "<b>" not in told
    assert "&lt;b&gt;x&lt;/b&gt;" in told
    assert "$250" in told


def test_null_move_and_deep_variations_are_drawn_without_end() -> None:
    null = read_game("1. e4 -- 2. d4 *")
    assert "—" in lines(null, Settings())
    deep = "1. e4 e5 " + "(1... c5 2. Nf3 (2. Nc3 " * 60 + ") ) " * 60 + "*"
    drawn = lines(read_game(deep), Settings())
    assert 0 < drawn.count('class="variation"') <= 2 * DEEPEST


def test_page_shows_where_the_reader_stands() -> None:
    path = (0, 0, 0, 0, 0, 0, 1, 0)
    html = page(view(path), 3)
    assert html.count(f'data-path="{address(path)}" aria-current="true"') == 1
    assert 'data-square="c5" data-piece="p"' in html
    assert html.count('aria-current="true"') == 2  # the move, and the game in the list
    assert "Alekhine, Alexander – Nimzowitsch, Aron, Bled, 1931.08.23, 1-0" in html
    assert page(view(), 3).count('aria-current="true"') == 1


def test_moves_that_were_tried_stand_on_the_board() -> None:
    told = parts(view((0,), tried=("c5", "Nf3")))
    assert told["tried"].endswith(": 1… c5 2. Nf3")
    assert 'data-square="f3" data-piece="N"' in told["board"]
    assert told["cursor"] == "0"


def test_without_a_game_the_page_says_so() -> None:
    empty = StudyView(Settings("en"), TREE.start)
    assert parts(empty)["game"] == "No game is open."
    assert parts(empty)["moves"] == ""
    with pytest.raises(ValueError, match="no game"):
        empty.at((0,))
    with pytest.raises(ValueError, match="no such place"):
        view().at((7,))


def test_only_what_changed_is_sent_and_each_message_once() -> None:
    first = view()
    told = (Message(1, message("ready", Settings("en")), False),)
    second = replace(view((0,)), messages=told)
    sent = json.loads(news(picture(second, 2), picture(first, 1), None))
    assert sent["parts"].keys() == {"board", "cursor"}
    assert [one["number"] for one in sent["messages"]] == [1]
    assert sent["heard"] == []
    assert json.loads(news(picture(second, 2), picture(second, 2), None)) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_is_whole_in_every_language(language: str) -> None:
    html = page(view((0, 0), language=language), 1)
    assert "$" not in html
    assert f'<html lang="{language}' in html


def test_check_is_marked() -> None:
    tree = read_game("1. e4 f6 2. Qh5+ *")
    told = parts(replace(view(), tree=tree, position=tree.position((0, 0, 0)), path=(0, 0, 0)))
    assert re.search(r'class="[^"]*check[^"]*" data-square="e8"', told["board"])
    assert tree.position((0, 0, 0)).board.king(chess.BLACK) == chess.E8
