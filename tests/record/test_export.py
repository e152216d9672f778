# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor export`` and ``hektor score``: the score for the eye, the ear and the fingers."""

import io
from pathlib import Path

import pytest

from announce.text.settings import Settings
from game.app.cli import main
from record.journal import Archive
from record.session import begin
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Pressed, Said
from table.understanding import typed

MOVES = ("Eva vier", "Eva fünf", "Springer Felix drei")


@pytest.fixture
def archive(tmp_path: Path) -> str:
    """An archive with one game: 1. e4 e5 2. Sf3, Ann against Bo."""
    path = tmp_path / "games.sqlite"
    conditions = Conditions(white="Ann", black="Bo", press_after=None)
    session = begin(Archive(path), conditions, Settings(), lambda: "2026-11-21T10:00:00")
    session.put(Begin(), 0)
    for second, words in enumerate(MOVES, 1):
        now = second * SECOND
        session.put(Said(typed(words, session.state), now, heard=words, typed=True), now)
        session.put(Pressed(), now)
    session.close()
    return str(path)


def exported(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["export", *arguments]) == 0
    return capsys.readouterr().out


def test_as_text_each_move_has_a_line(archive: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = exported(capsys, "--archive", archive, "--format", "text")
    assert text.splitlines() == ["Ann - Bo", "21.11.2026", "1. e4 e5", "2. Sf3", "*"]


def test_text_in_another_languages_letters(
    archive: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = exported(capsys, "--archive", archive, "--format", "text", "--notation", "cs")
    assert "2. Jf3" in text.splitlines()


def test_the_letters_are_those_of_the_language_of_the_interface(
    archive: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, move in (("en", "2. Nf3"), ("sr", "2. Sf3"), ("cs", "2. Jf3")):
        text = exported(capsys, "--archive", archive, "--format", "text", "--language", language)
        assert move in text.splitlines()


def test_as_braille(archive: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = exported(capsys, "--archive", archive, "--format", "braille")
    assert text.splitlines() == [
        "⠁⠝⠝⠀⠤⠀⠃⠕",
        "⠼⠃⠁⠄⠁⠁⠄⠃⠚⠃⠋",
        "",
        "⠼⠁⠄⠀⠑⠼⠙⠀⠑⠼⠑",
        "⠼⠃⠄⠀⠎⠋⠼⠉",
        "⠠⠔",
    ]


def test_brf_file_is_ascii_with_embossers_ends(archive: str, tmp_path: Path) -> None:
    file = tmp_path / "game.brf"
    arguments = ["--archive", archive, "--format", "brf", "--output", str(file)]
    assert main(["export", *arguments]) == 0
    assert file.read_bytes().endswith(b"\r\n#A' E#D E#E\r\n#B' SF#C\r\n,9\r\n")


def test_in_one_line_for_a_strip(archive: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--format", "braille", "--layout", "line", "--digits", "lowered")
    text = exported(capsys, "--archive", archive, *arguments)
    assert text.splitlines() == ["⠁⠝⠝⠀⠤⠀⠃⠕⠀⠼⠃⠁⠄⠁⠁⠄⠃⠚⠃⠋⠀⠼⠁⠄⠀⠑⠲⠀⠑⠢⠀⠼⠃⠄⠀⠎⠋⠒⠀⠠⠔"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--format", "brf", "--figurines"], "sechs Punkte"),
        (["--format", "brf", "--cells", "20"], "Erlaubt ist: 30-40."),
        (["--format", "brf", "--lines", "2"], "Erlaubt ist: 0, 5-100."),
        (["--format", "braille", "--notation", "sr-Cyrl"], "Erlaubt ist: de, en"),
    ],
)
def test_unbraillable_text_is_refused_in_a_sentence(
    archive: str, arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "--archive", archive, *arguments]) != 0
    assert reason in capsys.readouterr().err


def test_score_of_any_language_becomes_braille(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.txt"
    file.write_text("1. Nf3 Nf6 (=) 2. g3 1/2-1/2", encoding="utf-8")
    assert main(["score", str(file), "--language", "en", "--to", "brf"]) == 0
    words = capsys.readouterr().out.split()
    assert words == ["#A'", "SF#C", "SF#F", "7@77", "#B'", "G#C", "#A2-#A2"]


@pytest.mark.article("C.12")
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("pgn", "1. e4 { (=) } 1... e5 2. Nf3 1/2-1/2"),
        ("en", "1. e4 e5 2. Nf3 1/2-1/2"),
    ],
)
def test_c_12_a_score_keeps_its_offers_and_its_result(
    target: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.txt"
    file.write_text("1. e4 (=) e5 2. Sf3 ½-½\n", encoding="utf-8")
    assert main(["score", str(file), "--to", target]) == 0
    written = capsys.readouterr().out.splitlines()
    assert written[-1] == expected
    assert target != "pgn" or '[Result "1/2-1/2"]' in written


HEADERS = """[Event "Offene \\"Stadt\\" 2024"]
[Site "Wien"]
[Date "2024.05.03"]
[Round "1"]
[White "Müller, Ana"]
[Black "?"]
[Result "1-0"]
[WhiteElo "1800"]
"""


@pytest.mark.parametrize("target", ["pgn", "sl", "en"])
def test_a_score_keeps_its_headers(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.pgn"
    file.write_text(f"{HEADERS}\n1. e4 e5\n")
    assert main(["score", str(file), "--language", "en", "--to", target]) == 0
    out = capsys.readouterr().out
    assert out.startswith(HEADERS)
    assert out.split()[-1] == "1-0"


def test_a_score_in_braille_says_who_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.pgn"
    file.write_text('[White "Ana"]\n[Black "?"]\n[Date "????.??.??"]\n\n1. e4 e5\n')
    assert main(["score", str(file), "--language", "en", "--to", "braille"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "⠁⠝⠁⠀⠤⠀⠢"


def test_of_a_score_with_an_error_the_moves_before_it_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.txt"
    file.write_text("1. e4 e5 2. Dh6", encoding="utf-8")
    assert main(["score", str(file)]) == 1
    told = capsys.readouterr()
    assert told.out.endswith("\n\n1. e4 e5 *\n")
    assert told.err == (
        "Zug 2, Weiß, Dh6: So zieht die Dame nicht: von David eins nach Hektor sechs.\n"
    )


KINGS = """[Event "Club"]
[White "Alpha"]
[Result "1-0"]

1. e4 {[%clk 1:30:50]} e5 2. Bc4 Nd4 1-0

Round 2, board 7

[Event "Club"]
[White "Beta"]
[Result "1-0"]

1. e4 e5 2. Ke2 Ke7 3. Ke4 1-0

Round 3

[Event "Club"]
[White "Gamma"]
[Result "1/2-1/2"]

1. c4 c5 1/2-1/2
"""


def test_a_bad_move_at_the_end_and_headings_between_games_hide_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both kings are put on the middle squares to tell an electronic board the result."""
    file = tmp_path / "round.pgn"
    file.write_text(KINGS.replace("Nd4", "Nc6"), encoding="utf-8")
    assert main(["score", str(file), "--language", "en"]) == 1
    out, err = capsys.readouterr()
    moves = [each.rpartition("\n\n")[2].strip() for each in out.split("\n\n[Event")]
    assert moves == [
        "1. e4 { [%clk 1:30:50] } 1... e5 2. Bc4 Nc6 1-0", "1. e4 e5 2. Ke2 Ke7 1-0",
        "1. c4 c5 1/2-1/2",
    ]  # fmt: skip
    assert [line for line in err.splitlines() if "Ke4" in line]
    assert [line for line in err.splitlines() if "Round 2, board 7" in line]


ANNOTATED = """[Event "Bled"]
[Result "1-0"]

{Ein Anfang.} 1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. Ne2 $5 {Ein Opfer.} (4. e5 c5 (4... b6) 5. a3)
(4. a3 {Winawer}) 4... dxe4 {[%clk 0:10:00]} 1-0
"""


def test_a_score_keeps_its_comments_and_variations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.pgn"
    file.write_text(ANNOTATED, encoding="utf-8")
    assert main(["score", str(file)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out.endswith(
        "{ Ein Anfang. } 1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. Ne2 $5 { Ein Opfer. }"
        " ( 4. e5\nc5 ( 4... b6 ) 5. a3 ) ( 4. a3 { Winawer } )"
        " 4... dxe4 { [%clk 0:10:00] } 1-0\n"
    )


@pytest.mark.parametrize("target", ["de", "braille"])
def test_what_a_form_has_no_room_for_is_said_to_be_left_out(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.pgn"
    file.write_text(f"{ANNOTATED}\n{ANNOTATED}", encoding="utf-8")
    assert main(["score", str(file), "--to", target]) == 0
    told = capsys.readouterr()
    assert told.out
    assert told.err == (
        "Kommentare, Varianten und Zeichen sind hier ausgelassen; --to pgn behält sie.\n"
    )


def test_nothing_is_said_to_be_left_out_where_nobody_wrote_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.pgn"
    file.write_text("1. e4 { (=) [%clk 0:05:00] } 1... e5 { [%eval 0.1] } *\n", encoding="utf-8")
    assert main(["score", str(file), "--to", "de"]) == 0
    assert capsys.readouterr() == ("1. e4 e5 *\n", "")


def test_a_variation_that_cannot_be_read_is_said_to_be_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.pgn"
    file.write_text('[Event "x"]\n\n1. e4 (1. e9) (1. d4 d5) e5 *\n', encoding="utf-8")
    assert main(["score", str(file)]) == 1
    told = capsys.readouterr()
    assert "( 1. d4 d5 )" in told.out
    assert told.err == ("Zug 1, Weiß, e9: ab hier ist die Variante nicht lesbar und ausgelassen\n")


ERRORS = [
    ("de", "Zug 2, Weiß, Dh9: Ein Feld h9 gibt es nicht.", "1. e4 e5 2. Dh9"),
    ("en", "Move 2, White, Qh6: The queen does not move like that", "1. e4 e5 2. Qh6"),
    ("sr", "Potez 2, Beli, (: Varijanta koja ovde počinje nema kraj.", "1. e4 e5 (2. d4 2. Sf3"),
    ("sl", "Poteza 1, Črni, {: Komentar, ki se začne tukaj, nima konca.", "1. e4 {ali tudi"),
    ("cs", "Tah 3, Bílý, Jd2: Může to být více tahů: Nbd2", "1. Jf3 d5 2. d3 c6 3. Jd2"),
    ("en", "Game 2, move 1, White, Das:", '[Event "1"]\n\n1. e4 *\n\n[Event "2"]\n\nDas ist'),
]


@pytest.mark.parametrize("error", ERRORS)
def test_errors_are_told_in_the_readers_language(
    error: tuple[str, str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    language, told, text = error
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    file = tmp_path / "score.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["score", str(file)]) == 1
    out, err = capsys.readouterr()
    assert ('[Event "1"]' in out) == ('[Event "1"]' in text)  # the game that can be read
    assert '[Event "2"]' not in out
    assert err.startswith(told)


def test_the_language_of_a_score_is_not_that_of_its_reader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", str(tmp_path / "none"), "--language", "en"]) == 2
    assert capsys.readouterr().err.startswith("Eine Datei ")


@pytest.mark.parametrize(
    "data", [b"", b"  \n\n", bytes(1000), bytes(range(256)) * 40, b"\x7fELF\0\1. e4 e5"]
)
def test_what_is_no_score_is_told_in_a_sentence(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.txt"
    file.write_bytes(data)
    assert main(["score", str(file)]) == 2
    assert capsys.readouterr() == ("", f"In der Datei {file} ist keine Partie.\n")


def test_an_error_quotes_little_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.txt"
    file.write_bytes(b"1. e4 \x1b[31m" + b"x" * 100_000)
    assert main(["score", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out.endswith("\n\n1. e4 *\n")
    assert len(err) < 120
    assert err.strip().isprintable()


@pytest.mark.parametrize(
    ("encoding", "end"),
    [("utf-8-sig", "\n"), ("cp1252", "\r\n"), ("utf-16", "\r\n"), ("utf-8", "\r")],
)
def test_letters_and_line_ends_of_any_system(
    encoding: str, end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.pgn"
    text = '[White "Größer"]\n[Result "1-0"]\n\n1. e4 e5 {schön}\n2. Sf3 Sc6 1-0\n'
    file.write_bytes(text.replace("\n", end).encode(encoding))
    assert main(["score", str(file)]) == 0
    told = capsys.readouterr().out
    assert '[White "Größer"]' in told
    assert told.endswith("1. e4 e5 { schön } 2. Nf3 Nc6 1-0\n")


def test_a_text_tells_where_a_game_began(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.txt"
    tag = '[FEN "8/8/4k3/8/8/8/4P3/R3K3 w Q - 0 1"]\n'
    file.write_text(f"{tag}\n1. Ta6+ Kd5 *\n", encoding="utf-8")
    assert main(["score", str(file), "--to", "de"]) == 0
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["score", str(file)]) == 0
    assert "1. Ra6+ Kd5 *" in capsys.readouterr().out


def test_files_of_several_games_and_other_letters_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.pgn"
    game = '[White "Müller"]\n\n1. Nf3 d5 1/2-1/2\n\n'
    file.write_bytes((game * 2).encode("cp1252"))
    assert main(["score", str(file)]) == 0
    assert capsys.readouterr().out.count('[White "Müller"]') == 2


@pytest.mark.parametrize("form", ["pgn", "text"])
@pytest.mark.parametrize("notation", ["de", "cs", "sr-Cyrl"])
def test_what_hektor_exports_it_reads(
    archive: str, form: str, notation: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "score")
    written = ["export", "--archive", archive, "--format", form, "--notation", notation]
    assert main([*written, "--output", file]) == 0
    capsys.readouterr()
    assert main(["score", file, "--to", "de"]) == 0
    assert "1. " in capsys.readouterr().out


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
def test_letters_of_any_system_come_through_a_pipe(
    encoding: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = io.BytesIO('[White "Größer"]\n\n1. e4 e5 *\n'.encode(encoding))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(data, encoding="utf-8"))
    assert main(["score"]) == 0
    assert '[White "Größer"]' in capsys.readouterr().out
