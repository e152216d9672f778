# SPDX-License-Identifier: GPL-3.0-or-later
"""A native speaker corrects all sentences of a language in one table, which is read back."""

import csv
import shutil
from collections.abc import Callable
from difflib import ndiff
from pathlib import Path

import pytest

from tools.review import read, sentences, write
from tools.untranslated import LEXICONS, ROOT
from voice.language import lexicon

GAME = "announce/lexicon/sl/game.toml"
TYPED = "voice/language/lexicon/sl/game.toml"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of all words, with code that names a sentence."""
    for folder in LEXICONS:
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "announce/words").mkdir()
    (tmp_path / "announce/words/laws.py").write_text('phraser.say("game.touch.free")\n')
    return tmp_path


def table(tree: Path) -> list[dict[str, str]]:
    write("sl", tree / "sl.csv", tree)
    with (tree / "sl.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


def returned(tree: Path, key: str, correct: Callable[[str], str]) -> tuple[int, list[str]]:
    """Read back the table with one sentence corrected, as a program wrote it, with tabs."""
    rows = table(tree)
    for row in rows:
        if row["key"] == key:
            row["corrected"] = correct(row["corrected"])
    with (tree / "back.csv").open("w", encoding="utf-8", newline="") as file:
        back = csv.DictWriter(file, rows[0].keys(), delimiter="\t")
        back.writeheader()
        back.writerows(rows)
    return read("sl", tree / "back.csv", tree)


def changed(tree: Path) -> list[str]:
    """The lines of the words' files that are not as they were."""
    return [
        line.rstrip()
        for folder in LEXICONS
        for path in sorted((tree / folder).rglob("*.toml"))
        for line in ndiff(
            (ROOT / path.relative_to(tree)).read_text("utf-8").splitlines(),
            path.read_text("utf-8").splitlines(),
        )
        if line.startswith(("+", "-"))
    ]


@pytest.mark.parametrize("language", lexicon.languages())
def test_what_nobody_corrects_stays_to_the_letter(tree: Path, language: str) -> None:
    count = write(language, tree / "table.csv", tree)
    assert count == len({(one.file, one.key) for one in sentences(language, tree)}) > 1000
    assert read(language, tree / "table.csv", tree) == (0, [])
    assert changed(tree) == []


def test_a_row_tells_where_a_sentence_is_used_and_its_original(tree: Path) -> None:
    (row,) = (row for row in table(tree) if (row["file"], row["key"]) == (GAME, "touch.free"))
    assert row["used"] == "announce/words/laws.py"
    assert row["original"] == "That touch does not count."
    assert row["corrected"] == row["before"] == "Ta dotik ne šteje."


def test_a_correction_changes_its_line_and_no_other(tree: Path) -> None:
    assert returned(tree, "touch.free", lambda _: 'Dotik "ne" velja.') == (1, [])
    assert changed(tree) == ['- free = "Ta dotik ne šteje."', '+ free = "Dotik \\"ne\\" velja."']


def test_one_way_of_several_is_corrected(tree: Path) -> None:
    assert returned(tree, "commands.no[2]", lambda _: "ni res") == (1, [])
    (before, after) = changed(tree)
    assert after.removeprefix("+ ") == before.removeprefix("- ").replace('"narobe"', '"ni res"', 1)


@pytest.mark.parametrize(
    ("key", "correct", "why"),
    [
        ("draw_offered", lambda _: "Ponuja remi.", "lost {colour}, new nothing"),
        ("draw_offered", lambda text: text + " {time}", "lost nothing, new {time}"),
        ("draw_offered", lambda text: text + "}", "a bracket is not closed"),
        ("touch.must_take", lambda text: text.replace(":coloured", ":red", 1), "no form red"),
        ("commands.set_time[2]", lambda _: "nastavi uro", "lost ( | ), new nothing"),
        ("commands.press[2]", lambda text: text.replace("]", ""), "a bracket is not closed"),
        ("commands.rank[1]", lambda _: "vrsta <rank>", "lost {rank}, new <rank>"),
        ("touch.free", lambda _: " ", "it is empty"),
    ],
)
def test_a_lost_or_invented_slot_is_refused_with_its_line(
    tree: Path, key: str, correct: Callable[[str], str], why: str
) -> None:
    line = next(n for n, row in enumerate(table(tree), 2) if row["key"] == key)
    taken, (refused,) = returned(tree, key, correct)
    assert taken == 0
    assert refused.startswith(f"line {line}, {key}: ")
    assert why in refused
    assert changed(tree) == []


def test_a_sentence_that_has_changed_since_is_refused(tree: Path) -> None:
    rows = table(tree)
    file = tree / GAME
    file.write_text(
        file.read_text("utf-8").replace("Ta dotik ne šteje.", "Dotik ne šteje."), "utf-8"
    )
    text = (
        (tree / "sl.csv")
        .read_text("utf-8-sig")
        .replace("Ta dotik ne šteje.;", "Ta dotik ne velja.;", 1)
    )
    (tree / "sl.csv").write_text(text, "utf-8")
    taken, (refused,) = read("sl", tree / "sl.csv", tree)
    assert rows and taken == 0
    assert "it has changed since, into 'Dotik ne šteje.'" in refused


def test_another_table_is_not_read(tree: Path) -> None:
    (tree / "other.csv").write_text("key;text\n", "utf-8")
    with pytest.raises(ValueError, match="lacks the columns"):
        read("sl", tree / "other.csv", tree)
