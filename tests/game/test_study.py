# SPDX-License-Identifier: GPL-3.0-or-later
"""The state in the world: files of games, what is kept, the loop, the command line."""

import random
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import homes
import pytest
from boards import heard
from first_runs import Silent
from studies import ANNOTATED, SHORT, Games

from announce.lexicon import lexicon
from announce.text.settings import Settings, Style
from game.app import cli
from game.base.inbox import HearingChanged, Inbox, SpeechDone, TypedLine
from game.play.loop import Loop
from game.play.studying import Study
from game.sound.presenter import Presenter
from record.archive_games import ArchiveGames
from record.journal import Archive
from record.notes import GamesCopy, NoteFile
from record.pgn_file import PgnFile
from record.session import begin
from study.library import Criterion
from study.state import Place, StudyState, Tally
from study.tasks import Drill
from study.tree import NotAGame, read_game
from table.core.conditions import Conditions
from table.core.inputs import Begin, Said
from table.events.game import Role
from table.understanding import typed
from voice.language.study import StudyCommand, StudyName

# --- Files of games -------------------------------------------------------------------------------


def pgn_file(folder: Path, *texts: str, encoding: str = "utf-8", ends: str = "\n") -> PgnFile:
    path = folder / "games.pgn"
    text = "\n\n".join(text.strip() for text in texts) + "\n"
    path.write_bytes(text.replace("\n", ends).encode(encoding))
    return PgnFile(path)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_games_of_a_file_are_found(tmp_path: Path, ends: str) -> None:
    file = pgn_file(tmp_path, ANNOTATED, SHORT, ANNOTATED, ends=ends)
    assert file.count() == 3
    assert file.game(2).tag("White") == "Meier"
    assert file.game(3).tag("ECO") == "C15"
    assert not file.has(4)
    assert (file.beside(3, 1), file.beside(3, -1), file.last()) == (None, 2, 3)


def test_games_are_indexed_only_as_far_as_needed(tmp_path: Path) -> None:
    file = pgn_file(tmp_path, *[SHORT] * 3000)
    assert file.game(1).tag("White") == "Meier"
    assert len(file._starts) <= 3
    assert file.count() == 3000


def test_games_across_the_blocks_of_the_file(tmp_path: Path) -> None:
    """The file is searched a block at a time; nothing that lies across two is lost or doubled."""
    games = [SHORT.replace("Meier", f"Meier {number}") for number in range(9000)]
    file = pgn_file(tmp_path, *games)
    assert file.count() == 9000
    assert all(file.game(number).tag("White") == f"Meier {number - 1}" for number in (1, 8999))
    assert len(file.find(Criterion.PLAYER, "Meier")) == 9000
    assert file.find(Criterion.PLAYER, "Meier 8123") == (8124,)
    assert len(file.find(Criterion.OPENING, "sicilian")) == 9000


def test_games_without_blank_lines_and_without_tags(tmp_path: Path) -> None:
    path = tmp_path / "bare.pgn"
    path.write_text("1. e4 e5 *\n", encoding="utf-8")
    assert PgnFile(path).count() == 1
    assert PgnFile(path).game(1).position((0,)).board.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3")
    for end in ("\n", "\r\n"):
        text = '[Event "a"]\n[White "b"]\n\n1. e4 *\n[Event "c"]\n\n1. d4 *\n'
        path.write_text(text, "utf-8", newline=end)
        assert PgnFile(path).count() == 2
    path.write_text("", encoding="utf-8")
    assert PgnFile(path).count() == 0


@pytest.mark.parametrize(
    "words", ["%from a club\n", "{ My games of 1994. }\n\n", "For Anna, with love.\n\n"]
)
def test_words_before_the_first_tags_are_no_game(tmp_path: Path, words: str) -> None:
    path = tmp_path / "words.pgn"
    game = '[Event "a"]\n[White "b"]\n\n1. e4 *\n'
    path.write_text(f"{words}{game}\n{game}", encoding="utf-8")
    file = PgnFile(path)
    assert file.count() == 2
    assert [file.game(number).tag("White") for number in (1, 2)] == ["b", "b"]


def test_a_score_before_the_first_tags_is_one(tmp_path: Path) -> None:
    path = tmp_path / "bare.pgn"
    path.write_text('1. e4 e5 *\n\n[Event "a"]\n\n1. d4 *\n', encoding="utf-8")
    assert PgnFile(path).count() == 2


def test_a_game_that_begins_behind_a_result_has_its_own_names(tmp_path: Path) -> None:
    one = '[Event "{0}"]\n[White "{0}, Anna"]\n[Result "1-0"]\n\n1. e4 e5 1-0'
    path = tmp_path / "games.pgn"
    path.write_text("".join(one.format(name) for name in ("Alt", "Bach", "Carl")), "utf-8")
    file = PgnFile(path)
    assert file.count() == 3
    assert [file.card(number).white for number in (1, 2, 3)] == [
        f"{name}, Anna" for name in ("Alt", "Bach", "Carl")
    ]
    assert [file.game(number).tag("Event") for number in (1, 2, 3)] == ["Alt", "Bach", "Carl"]
    assert file.find(Criterion.PLAYER, "Carl") == (3,)
    assert file.find(Criterion.EVENT, "Bach") == (2,)


def test_several_tags_on_one_line_are_all_told(tmp_path: Path) -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    text = f'[Event "x"] [White "Alt"] [Black "Bach"] [FEN "{fen}"] [SetUp "1"]\n\n1. e4 *'
    file = pgn_file(tmp_path, text, text.replace("Bach", "Carl"))
    assert file.count() == 2
    assert (file.card(1).white, file.card(2).black) == ("Alt", "Carl")
    assert file.game(2).start.fen == fen
    assert file.find(Criterion.PLAYER, "Carl") == (2,)


def test_names_are_found_without_marks_and_in_any_order(tmp_path: Path) -> None:
    text = SHORT.replace("Meier", "Müller, Karsten")
    for encoding in ("utf-8", "cp1252"):
        file = pgn_file(tmp_path, ANNOTATED, text, encoding=encoding)
        assert file.find(Criterion.PLAYER, "karsten muller") == (2,)
        assert file.find(Criterion.PLAYER, "Alekhine") == (1, 2)
        assert file.find(Criterion.PLAYER, "Alek") == (1, 2)  # no such name: one that begins so
        assert file.find(Criterion.PLAYER, "Bled") == ()
        assert file.find(Criterion.EVENT, "bled") == (1,)
        assert file.card(2).white == "Müller, Karsten"


def test_openings_are_found_by_name_code_and_moves(tmp_path: Path) -> None:
    file = pgn_file(tmp_path, ANNOTATED, SHORT)
    assert file.find(Criterion.OPENING, "french") == (1,)
    assert file.find(Criterion.OPENING, "C15") == (1,)
    assert file.find(Criterion.OPENING, "sicilian") == (2,)
    assert file.names(Criterion.OPENING) == (("french", 1), ("sicilian", 1))
    assert file.names(Criterion.PLAYER)[0] == ("Alekhine, Alexander", 2)


@pytest.mark.parametrize(
    ("encoding", "end"),
    [("utf-8-sig", "\n"), ("cp1252", "\r\n"), ("utf-16", "\r\n"), ("utf-8", "\r")],
)
def test_a_file_in_german_letters_of_any_system(tmp_path: Path, encoding: str, end: str) -> None:
    path = tmp_path / "german.pgn"
    text = '[White "Größer"]\n\n1. e4 d5 2. ed Dd5: {schön} 3. Sc3 (3. Sf3) 3... Da5 1-0\n'
    path.write_bytes(f"{text}\n{text}".replace("\n", end).encode(encoding))
    file = PgnFile(path)
    assert file.count() == 2
    assert [file.card(number).white for number in (1, 2)] == ["Größer", "Größer"]
    tree = file.game(2)
    assert not tree.damaged
    assert [node.text for node in tree.nodes((0,) * 6)][3] == "schön"
    assert tree.position((0,) * 6).board.fen().startswith("rnb1kbnr/ppp1pppp/8/q7/8/2N5/PPPP1PPP")
    assert file.find(Criterion.PLAYER, "Größer") == (1, 2)


def test_no_library_prints_what_it_cannot_read(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    tree = pgn_file(tmp_path, "1. e4 e5 2. Nf6 Nc6 *").game(1)
    assert tree.damaged
    assert capfd.readouterr() == ("", "")


def test_what_is_no_game_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / "noise.pgn"
    path.write_bytes(bytes(random.Random(1).randrange(256) for _ in range(20_000)))
    file = PgnFile(path)
    with suppress(NotAGame):
        assert not file.game(1).root.lines
    path.write_bytes(b'[Event "x"]\n\n' + b"1. Nf3 Nf6 2. Ng1 Ng8 " * 250_000)
    with pytest.raises(NotAGame, match="too long"):
        PgnFile(path).game(1)


def test_games_of_the_archive(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "games.sqlite")
    for white in ("Anna", "Bernd"):
        game = begin(archive, Conditions(white=white), Settings(), lambda: "2026-01-01T12:00:00")
        game.put(Begin(), 0)
        for text, who in (("e4", Role.WHITE), ("Uhr", Role.WHITE), ("c5", Role.BLACK)):
            said = Said(typed(text, game.state, who), 0, who, text, typed=True)
            game.put(said, 0)
        game.close()
    begin(archive, Conditions(white="never begun"), Settings(), lambda: "2026-01-01").close()
    games = ArchiveGames(archive, date(2026, 1, 2))
    assert (games.count(), games.last()) == (2, 2)
    assert games.card(1).ago == 1
    assert games.find(Criterion.PLAYER, "bernd") == (2,)
    assert games.game(2).tag("White") == "Bernd"
    assert games.game(1).at((0,)).clock == 5460 * 10**9  # with its increment


# --- What is kept ---------------------------------------------------------------------------------


def test_notes_and_points_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "new" / "study.json"
    notes = {"idee": Place(3, (0, 0, 1), ("e2e4",))}
    NoteFile(path, "one.pgn").write(notes, {Drill.MATE_1: Tally(3, 2, 1)})
    NoteFile(path, "two.pgn").write({}, {Drill.MATE_1: Tally(4, 2, 0)})
    assert NoteFile(path, "one.pgn").notes() == notes
    assert NoteFile(path, "two.pgn").notes() == {}
    assert NoteFile(path, "one.pgn").points() == {Drill.MATE_1: Tally(4, 2, 0)}


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"notes": 3, "points": {"x": [1, 2, 3], "queen": "no"}}',
     '{"notes": {"one.pgn": {"a": [1, ["x"], []], "b": 7}}}', "[" * 100_000],
)  # fmt: skip
def test_what_cannot_be_read_is_as_if_it_was_not_there(tmp_path: Path, text: str) -> None:
    path = tmp_path / "study.json"
    path.write_text(text, encoding="utf-8")
    kept = NoteFile(path, "one.pgn")
    assert (kept.notes(), kept.points()) == ({}, {})


def test_changed_games_are_written_behind_earlier_ones(tmp_path: Path) -> None:
    path = tmp_path / "games-hektor.pgn"
    path.write_text("1. d4 *\n", encoding="utf-8")
    copy = GamesCopy(path)
    copy.write(["1. e4 *\n"])
    copy.write(["1. e4 e5 *\n", "1. c4 *\n"])  # the same sitting: all that is changed by now
    assert path.read_text(encoding="utf-8") == "1. d4 *\n\n1. e4 e5 *\n\n1. c4 *\n"


# --- The loop -------------------------------------------------------------------------------------


class Sitting:
    """A loop on a clock that a test moves, without a device."""

    def __init__(self, folder: Path, *, settings: Settings | None = None) -> None:
        self.lines: list[str] = []
        self.now = 0.0
        self.inbox = Inbox()
        self.copy = folder / "games-hektor.pgn"
        self.kept = folder / "study.json"
        games = Games(ANNOTATED, SHORT)
        kept = NoteFile(self.kept, "games")
        state = StudyState(notes=kept.notes(), points=kept.points())
        presenter = Presenter(settings or Settings(), self.lines.append)
        self.study = Study(
            state,
            games,
            presenter,
            notes=kept,
            copy=GamesCopy(self.copy),
            clock=lambda: self.now,
            lots=random.Random(1),
        )
        self.loop = Loop(self.inbox, presenter, self.study)
        self.study.take(StudyCommand(StudyName.GAME, number=1))

    def type(self, *lines: str) -> list[str]:
        """Type; what is printed after that."""
        before = len(self.lines)
        for line in lines:
            self.loop.turn(TypedLine(f"{line}\n", 0))
        return self.lines[before:]

    def wait(self, seconds: float) -> list[str]:
        """Nothing is typed for a while."""
        before = len(self.lines)
        self.now += seconds
        self.loop.turn(None)
        return self.lines[before:]


def test_enter_goes_on(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    assert sitting.type("") == ["Weiß, Zug eins: Eva zwei Eva vier."]
    assert sitting.type("wiederholen") == ["Weiß, Zug eins: Eva zwei Eva vier."]


def test_reading_aloud_goes_on_by_itself(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    sitting.type("vorlesen")
    assert sitting.wait(3.9) == []
    assert sitting.wait(0.1) == ["Weiß, Zug eins: Eva zwei Eva vier."]
    assert sitting.wait(3) == []
    assert sitting.wait(1) == ["Schwarz, Zug eins: Eva sieben Eva sechs."]
    sitting.type("Pause")
    assert sitting.wait(60) == []
    sitting.type("vorlesen", "Stellung")  # a question stops it too
    assert sitting.wait(60) == []
    sitting.type("Zug 6", "vorlesen")
    assert sitting.wait(4) == ["Weiß gewinnt."]
    assert sitting.wait(60) == []


def test_the_english_end_goes_to_the_end_of_the_game(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, settings=Settings("en"))
    assert sitting.type("end")[-1] == "White wins."
    sitting.type("squares")
    sitting.type("end")
    assert sitting.loop.activity is None  # in a drill it leaves, as anywhere else


def test_what_was_changed_is_saved_when_the_desk_is_left(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    assert sitting.type("speichern") == ["Es gibt nichts zu speichern."]
    sitting.type("Zug 1", "c5", "behalten")
    assert sitting.type("speichern") == [f"Gespeichert in {tmp_path / 'games-hektor.pgn'}."]
    assert len(read_game(sitting.copy.read_text(encoding="utf-8")).at((0,)).lines) == 2
    sitting.type("Kommentar noch etwas")
    sitting.type("ende")
    assert sitting.lines[-1] == f"Gespeichert in {tmp_path / 'games-hektor.pgn'}."
    text = sitting.copy.read_text(encoding="utf-8")
    assert text.count("[Event") == 1
    assert "noch etwas" in text


def test_whoever_says_the_end_hears_that_they_are_back_at_the_table() -> None:
    speech: Any = Silent()
    inbox = Inbox()
    none: Any = None
    presenter = Presenter(Settings(), list[str]().append, speech)
    study = partial(Study, StudyState(), none, presenter, notes=none, copy=none)
    table: Any = study()
    loop = Loop(inbox, presenter, study(back=table))
    loop.turn(HearingChanged(True, 0))
    assert speech.gives_way
    loop.turn(heard("ende", 1))
    assert loop.activity is table
    assert not speech.gives_way


@pytest.mark.parametrize(
    "item",
    [
        *(heard(words, 1) for words in ("auf wiedersehen", "en_goodbye")),
        *(TypedLine(line, 0) for line in ("Tschüss\n", "dovidjenja\n", "DOVIDENJA!")),
    ],
)
@pytest.mark.parametrize("at_table", [True, False])
def test_a_farewell_leaves_from_anywhere(item: Any, at_table: bool) -> None:
    none: Any = None
    presenter = Presenter(Settings(), list[str]().append)
    study = partial(Study, StudyState(), none, presenter, notes=none, copy=none)
    table: Any = study()
    loop = Loop(Inbox(), presenter, study(back=table if at_table else None))
    loop.turn(item)
    assert loop.activity is None


def test_what_cannot_be_saved_is_told(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    sitting.copy.mkdir()
    assert sitting.type("Kommentar etwas", "speichern")[-1] == "Das lässt sich nicht speichern."


def test_notes_and_points_outlast_the_sitting(tmp_path: Path) -> None:
    Sitting(tmp_path).type("Zug 4", "merken Idee", "Felder", "weiß", "schwarz", "weiß", "schwarz")
    again = Sitting(tmp_path)
    assert again.type("zeige Idee")[0] == "Weiß, Zug vier: Springer Gustav eins Eva zwei."
    (points,) = again.type("Punkte")
    assert points.startswith("Farben der Felder: ")


def test_reading_ends_the_sitting_when_nobody_types_any_more(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    sitting.type("Zug 6", "vorlesen")
    sitting.loop.turn(TypedLine(None, 0))
    assert sitting.loop.activity is not None
    sitting.wait(4)
    sitting.loop.turn(SpeechDone(0))
    assert sitting.loop.activity is None


def test_a_long_line_is_refused(tmp_path: Path) -> None:
    assert Sitting(tmp_path).type("Kommentar " + "x" * 2000) == ["Die Zeile ist zu lang."]


def test_moves_are_printed_in_the_readers_style(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, settings=Settings(style=Style.SAN))
    assert sitting.type("Zug 4")[0] == "4. Se2"


# --- The command line -----------------------------------------------------------------------------


def test_a_file_is_studied_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    homes.empty(monkeypatch, tmp_path)
    path = pgn_file(tmp_path, ANNOTATED).path
    monkeypatch.setattr("sys.stdin", open_lines(tmp_path, "next\nvariations\n"))
    arguments = ["study", str(path), "--no-speech", "--no-microphone", "--language", "en"]
    assert cli.main(arguments) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Game one: Alexander Alekhine against Aron Nimzowitsch."
    assert "White, move one: Eva vier." in told
    assert cli.main(["study", "--archive", str(tmp_path / "none.sqlite")]) == 2


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (None, "no_file"),
        (" \n", "no_games_in_file"),
        ("Liebe Anna, wie geht es?\n", "no_games_in_file"),
        ("\0\1\2" * 500, "no_games_in_file"),
    ],
)
def test_a_file_without_a_game_is_told_in_one_sentence(
    text: str | None, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.pgn"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert cli.main(["study", str(path), "--language", "de"]) == 2
    said = lexicon("de").text(f"program.error.{key}", path=str(path))
    assert capsys.readouterr() == ("", f"{said}\n")


def open_lines(folder: Path, text: str) -> object:
    path = folder / "lines.txt"
    path.write_text(text, encoding="utf-8")
    return path.open(encoding="utf-8")
