# SPDX-License-Identifier: GPL-3.0-or-later
"""Requests at the table: what is asked for is told, and nothing else changes."""

import ast
from pathlib import Path
from typing import Any

import pytest
from told import sentence

from announce.words.laws import explain
from lab.script import parse, run
from table.commands import COMMANDS
from voice.language.commands import Act, CommandName, Trait

ROOT = Path(__file__).parents[2]


def play(script: str) -> list[dict[str, Any]]:
    return list(run(parse(script)))


def article_of(event: dict[str, Any]) -> str:
    assert event["event"] == "InfoGiven"
    return "".join(event["answer"]["facts"])


def text_of(article: str, language: str = "de") -> str:
    found = explain(article, language)
    assert found is not None
    return found[1]


# 11.9: a player may ask what a rule says.


@pytest.mark.article("11.9")
def test_11_9_an_article_is_explained_on_request() -> None:
    told = play("1 white Erkläre Artikel neun zwei")[-1]
    assert article_of(told) == "9.2"
    assert told["text"] == f"Artikel 9.2.\n{text_of('9.2')}"


@pytest.mark.article("11.9")
def test_11_9_article_is_explained_in_the_games_language() -> None:
    told = play("set language en\n1 white Erkläre Artikel neun Punkt sechs")[-1]
    assert told["text"] == f"Article 9.6.\n{text_of('9.6', 'en')}"


@pytest.mark.parametrize("article", ["neun Punkt sieben", "dreizehn", "Eva eins"])
def test_missing_article_is_said_to_be_none(article: str) -> None:
    told = play(f"1 white Erkläre Artikel {article}")[-1]
    assert sentence("answers.no_article") in told["text"]


def test_asking_for_an_article_costs_only_time() -> None:
    asked = play("1 white Eva vier\n2 white Erkläre Artikel neun zwei\n3 white Uhr")
    silent = play("1 white Eva vier\n3 white Uhr")
    assert [event for event in asked if event["event"] != "InfoGiven"] == silent


# "Warum?" after a refusal.


@pytest.mark.parametrize(
    ("script", "article"),
    [
        ("1 white Turm Anna drei", "3.5"),  # an illegal move
        ("1 white Korrektur", "D.2.8"),  # a request that is not granted
        ("1 white Turm Anna drei\n2 white Korrektur", "D.2.8"),  # the last refusal counts
        ("1 white Turm Anna drei\n2 white meine Zeit", "3.5"),  # an answer is no refusal
        ("1 white Ich gebe auf\n2 white ja\n3 white Eva vier", "5.1.2"),  # the game is over
    ],
)
def test_why_tells_the_last_refusals_article(script: str, article: str) -> None:
    told = play(f"{script}\n9 white Warum")[-1]
    assert article_of(told) == article
    assert text_of(article) in told["text"]


@pytest.mark.parametrize(
    "script",
    [
        "0 white Stellung",  # nothing was refused
        "1 white Turm Anna drei\n2 white Eva vier\n3 white Uhr",  # that was before the last move
        "1 white ja",  # refused, but no article says why
    ],
)
def test_why_without_an_article_says_so(script: str) -> None:
    told = play(f"{script}\n9 white Warum")[-1]
    assert article_of(told) == ""
    assert told["text"] == sentence("answers.no_reason")


def test_every_command_has_its_row_and_one_handler() -> None:
    assert COMMANDS.keys() == set(CommandName)
    for name, spec in COMMANDS.items():
        assert name.right or Trait.ANSWERS in name.traits, name
        ways = [spec.run, spec.answer, spec.question]
        at_edge = Trait.TELLING in name.traits  # the presenter's, see its tests
        nothing = name is CommandName.CASTLE_INTENT
        assert sum(way is not None for way in ways) == (not at_edge and not nothing), name
        assert (spec.expected is None) or Trait.RARE in name.traits, name


def test_what_ends_the_game_needs_a_yes() -> None:
    asked = {name for name, spec in COMMANDS.items() if spec.confirmed}
    assert asked >= {name for name, spec in COMMANDS.items() if spec.question}
    ends = {name for name in CommandName if name.act is Act.ENDS or Trait.ASKS in name.traits}
    assert asked == ends | {CommandName.SET_TIME, CommandName.CORRECT, CommandName.RESUME}
    from_word = {name for name in CommandName if Trait.FROM_WORD in name.traits}
    assert ends >= from_word >= {name for name in CommandName if Trait.CLOCKS_STAND in name.traits}


def tables_of_commands(source: Path) -> int:
    """How many sets, dicts, lists and tuples of a file name more than three commands."""

    def names(node: ast.expr | None) -> bool:
        return (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in ("C", "CommandName")
        )

    text = source.read_text(encoding="utf-8")
    displays = (
        (node.keys if isinstance(node, ast.Dict) else node.elts)
        for node in (ast.walk(ast.parse(text)) if "CommandName" in text else ())
        if isinstance(node, ast.Dict | ast.Set | ast.List | ast.Tuple)
    )
    return sum(sum(map(names, each)) > 3 for each in displays)


def test_nothing_else_is_a_table_of_commands() -> None:
    """What is known of a command stands in its row; only handlers stand elsewhere."""
    rooms = ("voice", "table", "study", "announce", "record", "opponents", "hall", "game")
    files = [file for room in rooms for file in sorted((ROOT / room).rglob("*.py"))]
    found = {file.relative_to(ROOT).as_posix() for file in files if tables_of_commands(file)}
    assert found == {"table/commands.py", "game/sound/presenter.py"}
