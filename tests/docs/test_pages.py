# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages for people: what stands in them as code is understood, and nothing is left out."""

import re
import shlex
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from announce.lexicon import lexicon
from docs.commands import command
from game.app import options
from game.app.cli import make_parser
from game.app.subcommands import PLAYS
from hall.desk_words import addressed as of_tables
from hall.desk_words import desk_word
from lab.script import parse as script
from lab.script import run
from opponents.levels import OWN_BEST
from record.sealed_moves import SealedMoves
from table.acts.setup import ELO, level_of
from table.core.conditions import Conditions
from table.core.inputs import Said
from table.core.state import Adjournment, Phase, new_state
from table.events.game import Refusal, Role
from table.reception import addressed, leaves
from table.understanding import typed
from voice.language.commands import Command, CommandName
from voice.language.interpretation import NoMatch
from voice.language.lexicon import vocabulary, words
from voice.language.orders import Order, OrderName, digits, parse

DOCS = Path(__file__).parents[2] / "docs"
README = DOCS.parent / "README.md"
PAIRS = {"spieler": "player", "assistent": "assistant", "schiedsrichter": "arbiter"}
PAGES = [
    *(DOCS / "de" / f"{name}.md" for name in PAIRS),
    *(DOCS / "en" / f"{name}.md" for name in PAIRS.values()),
]
SHORT = [
    *(DOCS / language / f"{name}.md" for language in ("en", "sr", "sl", "cs")
      for name in ("card", "arbiter-in-two-minutes")),
    *(DOCS / "de" / f"{name}.md" for name in ("karte", "schiedsrichter-in-zwei-minuten")),
]  # fmt: skip
"""The card, and the page for arbiters in a hurry, in five languages."""

OTHERS = {DOCS / "sr" / "player.md": "Kucanje na srpskom",
    DOCS / "sl" / "player.md": "Tipkanje v slovenščini",
    DOCS / "cs" / "player.md": "Psaní česky"}  # fmt: skip
"""The page for players in the other languages, and what is typed in them, a part of its own."""

ARBITERS = ("schiedsrichter.md", "arbiter.md")
TYPED = (
    *("Tippen", "Typing", "Nur getippt", "Typed only", "Tippen für andere", "Typing for others"),
    *("Viele Tische unter einem Pult", "Many tables under one desk"),
)

NEW = new_state(Conditions())
SEALING = replace(NEW, adjourned=Adjournment(Phase.SEALING, chess.WHITE, None))
UNSAID = {
    CommandName.CHECK_CALLED,  # needs no telling: it changes nothing
    CommandName.ADJUST_TIME,  # an order, and on the arbiter's page one
    CommandName.CASTLE_INTENT,  # goes with the move
    CommandName.OPEN_ENVELOPE,  # needs its passphrase, which is typed
}

ANSWERS = {"Zurückgenommen.", "Bella oder Felix?", "schlägt"}
"""What the README quotes of Hektor, or of a sentence."""

ON_THE_PAGE = (
    *("hands", "messages", "say", "moves", "compare", "arbiter_orders", "take_away", "now"),
    *("done", "all_done", "press", "turn", "show", "look"),
    *("mode_move", "mode_touch", "mode_differs", "mode_ask"),
)
"""Headings and buttons of the assistant's page."""


def marked(page: Path) -> Iterator[tuple[str, str]]:
    """What stands as code on a page, with its heading."""
    heading = ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        for code in re.findall(r"`([^`]+)`", line):
            yield heading, code


def phrases(page: Path) -> list[tuple[str, str]]:
    return [(under, code) for under, code in marked(page) if not is_command(code)]


def is_command(code: str) -> bool:
    return code.startswith(("./run", "--", "hektor", "pip ", "pipx "))


def arguments(code: str) -> list[str]:
    given = shlex.split(code)
    if given[0] in ("./run", "hektor"):
        given = given[1:]
    return ["play", *given] if given[0].startswith("--") else given


def means(text: str, page: Path) -> object:
    """What a line means on this page; None where nobody understands it."""
    if leaves(text):
        return text
    tables, text = of_tables(text, "de")
    if desk_word(text, "de") is not None or (tables is not None and not text):
        return tables, text
    named, line = addressed(text)
    who = named or (Role.ARBITER if page.name in ARBITERS else None)
    said = Said(typed(line, SEALING, who), 0, who)
    if (found := SealedMoves().typed(said, line, SEALING)) is not None:
        reason = None if found.refused is None else found.refused.reason
        return None if reason is Refusal.NOT_HERE else found
    if who is Role.ARBITER and digits(line):
        return who
    meant = typed(line, NEW, who)
    return None if isinstance(meant, NoMatch) else meant


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_phrase_is_understood(page: Path) -> None:
    assert [code for _, code in phrases(page) if means(code, page) is None] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_untyped_phrases_can_be_said(page: Path) -> None:
    """The recogniser knows its words; a name before a colon is no part of them."""
    known = {word.lower() for word in vocabulary()}
    said = [
        code
        for under, code in phrases(page)
        if under not in TYPED
        and ":" not in code
        and not code.startswith(("Abgabezug", "Umschlag "))
    ]
    assert [code for code in said if not known.issuperset(map(str.lower, words(code)))] == []


@pytest.mark.parametrize("page", [*PAGES, *SHORT, *OTHERS, README], ids=str)
def test_every_command_line_is_one(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getpass", lambda _: "471147114711")
    for _, code in marked(page):
        if not is_command(code) or code.startswith("pip") or code in ("./run", "hektor"):
            continue
        given = arguments(code)
        read = make_parser(given, with_beside=given[0] in PLAYS).parse_args(given)
        if given[0] == "play":
            assert options.conditions(read)


@pytest.mark.parametrize("german", PAIRS)
def test_both_languages_tell_the_same(german: str) -> None:
    one, other = DOCS / "de" / f"{german}.md", DOCS / "en" / f"{PAIRS[german]}.md"
    assert [code for _, code in marked(one)] == [code for _, code in marked(other)]


@pytest.mark.parametrize("page", SHORT, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_short_pages_tell_what_is_understood(page: Path) -> None:
    who = Role.ARBITER if "minut" in page.stem else None
    said = [code for _, code in phrases(page)]
    assert said
    assert [code for code in said if _meant(code, who) is None] == []
    known = {word.lower() for word in vocabulary()}
    spoken = [code for code in said if not code.endswith("1-0") and code != "ende"]
    assert [code for code in spoken if not known.issuperset(map(str.lower, words(code)))] == []


def _meant(code: str, who: Role | None) -> object:
    meant = code if leaves(code) else typed(addressed(code)[1], NEW, who)
    return None if isinstance(meant, NoMatch) else meant


@pytest.mark.parametrize(
    ("german", "name"),
    [("karte", "card"), ("schiedsrichter-in-zwei-minuten", "arbiter-in-two-minutes")],
)
def test_short_pages_are_the_same_in_every_language(german: str, name: str) -> None:
    """Other languages may lack what ``tools.untranslated`` tells."""
    told = [code for _, code in marked(DOCS / "de" / f"{german}.md")]
    assert [code for _, code in marked(DOCS / "en" / f"{name}.md")] == told
    for page in SHORT:
        if page.stem == name:
            assert [code for _, code in marked(page) if code not in told] == []


@pytest.mark.parametrize("page", OTHERS, ids=lambda page: page.parent.name)
def test_players_pages_in_other_languages_are_understood(page: Path) -> None:
    """Each tells what the German one does, as far as it is translated, and besides what is typed in
    its own language."""
    language = page.parent.name
    own = [code for under, code in phrases(page) if under == OTHERS[page]]
    assert own
    for code in own:
        who, line = addressed(code)
        meant = code if leaves(code) else typed(line, NEW, who, language)
        assert not isinstance(meant, NoMatch), code
    same = [code for under, code in marked(page) if under != OTHERS[page]]
    german = [code for _, code in marked(DOCS / "de" / "spieler.md")]
    # Each names its own language.
    assert [code for code in same if not code.startswith("--language") and code not in german] == []


@pytest.mark.parametrize("page", [*OTHERS, PAGES[0], PAGES[3]], ids=lambda page: page.parent.name)
def test_players_pages_tell_the_levels_that_there_are(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    (line,) = (line for line in text.splitlines() if "Stockfish" in line)
    assert re.findall(r"\d+", line) == ["1", str(level_of(OWN_BEST)), str(len(ELO))]


def test_every_command_is_told_somewhere() -> None:
    told = {
        meant.name
        for page in PAGES
        for _, code in phrases(page)
        if isinstance(meant := typed(addressed(code)[1], NEW), Command)
    }
    assert set(CommandName) - told - UNSAID == set()


def test_every_order_is_told_to_the_arbiter() -> None:
    page = DOCS / "de" / "schiedsrichter.md"
    orders = [parse(addressed(code)[1]) for _, code in phrases(page)]
    told = {order.name for order in orders if isinstance(order, Order)}
    assert set(OrderName) - told == set()


def test_every_option_of_play_is_told() -> None:
    told = {word for page in PAGES for _, code in marked(page) for word in code.split()}
    assert [name for name in names(command("play")) if name not in told] == []


def names(parser: ArgumentParser) -> list[str]:
    shown = (action for action in parser._actions if action.help != SUPPRESS)
    long = (action.option_strings[-1] for action in shown if action.option_strings)
    return [name for name in long if not name.startswith("--help")]


@pytest.mark.parametrize(("language", "name"), [("de", "assistent"), ("en", "assistant")])
def test_the_assistant_finds_what_he_reads_about(language: str, name: str) -> None:
    page = (DOCS / language / f"{name}.md").read_text(encoding="utf-8")
    on_page = lexicon(language).table("page")
    assert [on_page[key] for key in ON_THE_PAGE if on_page[key] not in page] == []


@pytest.mark.parametrize("german", PAIRS)
def test_the_readme_links_every_page(german: str) -> None:
    readme = README.read_text(encoding="utf-8")
    assert f"(docs/de/{german}.md)" in readme
    assert f"(docs/en/{PAIRS[german]}.md)" in readme


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").split()) <= 700


def test_the_readmes_dialogue_is_what_hektor_says() -> None:
    lines = re.findall(
        r'^- (You|Opponent|Hektor): "(.+)"$', README.read_text("utf-8"), re.MULTILINE
    )
    assert len(lines) == 10
    who = {"You": "white", "Opponent": "black"}
    said = [f"{at} {who[name]} {text}" for at, (name, text) in enumerate(lines) if name in who]
    events = list(run(script("set press 5\n" + "\n".join(said))))
    told = [event["text"] for event in events if event["event"] in ("MoveSpoken", "MoveCorrected")]
    assert told == [text for name, text in lines if name == "Hektor"]


@pytest.mark.parametrize("said", re.findall(r'"(.+?)"', README.read_text(encoding="utf-8")))
def test_every_phrase_of_the_readme_is_understood(said: str) -> None:
    assert means(said, README) is not None or said in ANSWERS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_picture_is_small_and_described(page: Path) -> None:
    for words_for_it, name in re.findall(r"!\[(.*?)\]\((.+?)\)", page.read_text(encoding="utf-8")):
        assert len(words_for_it.split()) > 20
        assert (page.parent / name).stat().st_size < 100_000


SCRIPTS = (DOCS / "de" / "skripte.md", DOCS / "en" / "scripts.md")


def examples_of(page: Path) -> list[str]:
    """The scripts on a page, without their comments."""
    indented = re.findall(r"(?:^    .*\n)+", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"\s+#.*", "", example) for example in indented]


def test_scripts_are_told_in_both_languages() -> None:
    german, english = map(examples_of, SCRIPTS)
    assert german == english
    played, heard = (re.sub(r"^ +", "", one, flags=re.MULTILINE) for one in english)
    assert [event["event"] for event in run(script(played))][-1] == "TimeAdjusted"
    assert all(line.sound for line in script(heard)[1])
