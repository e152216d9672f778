# SPDX-License-Identifier: GPL-3.0-or-later
"""What the record of a game proves: seals that are written down, the arbiter's signature, and an
archive that is checked without being touched."""

import io
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import chess
import homes
import pytest
from boards import Board, typed
from hypothesis import given, settings
from hypothesis import strategies as st
from terminals import Terminal
from told import sentence

from announce.errors import PlayerError
from announce.lexicon import lexicon
from announce.text.settings import LANGUAGES
from announce.words.program import sealed
from game.app.cli import main
from game.app.commands import arbiter, verify
from record import countersign
from record.archive_file import JournalError
from record.journal import Archive
from record.seal import GROUPS, parse_seal, seal_of
from table.core.conditions import Mode
from table.core.inputs import EnvelopeNoted, MoveSealedIn, Pressed, Said
from table.events.game import Role
from table.understanding import typed as understood

GAME = 1
PASSPHRASE = "gut gehütet seit 1972"
END = (typed("ich gebe auf"), typed("ja"))

Run = Callable[..., int]


def report(archive: Archive, seal: str | None = None) -> list[str]:
    (game,) = archive.games()
    return verify.report(archive, game.id, game.result, seal)


def seals(archive: Archive) -> list[str]:
    return [line.partition(": ")[2] for line in report(archive) if line.startswith("Seal of")]


# --- The seal -------------------------------------------------------------------------------------

DIGESTS = st.binary(min_size=32, max_size=32).map(bytes.hex)


@settings(deadline=None, max_examples=40)
@given(DIGESTS, st.sampled_from([" ", "", "-", "\n", ". "]))
def test_seal_is_groups_of_digits_in_any_writing(digest: str, between: str) -> None:
    made = seal_of(digest)
    assert [len(group) for group in made.split()] == [5] * GROUPS
    assert made.replace(" ", "").isdecimal()
    assert parse_seal(between.join(made.split())) == made


@settings(deadline=None, max_examples=40)
@given(DIGESTS, st.integers(0, 24), st.integers(1, 9))
def test_wrong_digit_is_found_with_its_group(digest: str, place: int, more: int) -> None:
    digits = seal_of(digest).replace(" ", "")
    slip = str((int(digits[place]) + more) % 10)
    with pytest.raises(PlayerError, match=f"^Group {place // 5 + 1} of the seal"):
        parse_seal(digits[:place] + slip + digits[place + 1 :])


@settings(deadline=None, max_examples=40)
@given(DIGESTS, st.integers(0, 4), st.integers(0, 3))
def test_two_digits_that_changed_places_are_found(digest: str, group: int, place: int) -> None:
    groups = seal_of(digest).split()
    one, other = groups[group][place], groups[group][place + 1]
    if one == other:
        return
    groups[group] = groups[group][:place] + other + one + groups[group][place + 2 :]
    with pytest.raises(PlayerError, match=f"^Group {group + 1} of the seal"):
        parse_seal(" ".join(groups))


def test_groups_in_another_order_are_found() -> None:
    groups = seal_of("00" * 32).split()
    assert parse_seal(" ".join(groups)) == " ".join(groups)
    with pytest.raises(PlayerError, match=r"^Group 1 of the seal"):
        parse_seal(" ".join((groups[1], groups[0], *groups[2:])))


@pytest.mark.parametrize("text", ["", "12345", "a" * 25, "١" * 25, "0" * 26])
def test_what_is_no_seal_is_told(text: str) -> None:
    with pytest.raises(PlayerError):
        parse_seal(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_seal_is_printed_in_digits_and_told_in_words(language: str) -> None:
    (told,) = sealed("12340 56789", language)
    assert "12340 56789" in told.text
    assert not any(letter.isdecimal() for letter in told.spoken)
    assert len(told.spoken.split(", ")) == 2


def test_seal_is_told_at_the_end_and_never_changes(tmp_path: Path) -> None:
    board = Board(tmp_path, white="Anna", mode=Mode.COMPETITION)
    lines = board.run(typed("e4"), typed(""), *END)
    (told,) = [line for line in lines if line.startswith("Siegel der Partie: ")]
    seal = told.removeprefix("Siegel der Partie: ").rstrip(".")
    assert seals(board.archive) == [seal]
    board.run(typed("letzter Zug"), typed("Zugzahl"))
    board.session.alive(board.clock.now + 5)
    board.session.close()
    assert seals(board.archive) == [seal]
    assert report(board.archive, seal)[-1].startswith("The seal is that of this record")
    assert any("written after the result: 2." in line for line in report(board.archive))


@pytest.mark.parametrize("others", [{"computer": chess.BLACK}, {}], ids=["computer", "people"])
def test_no_seal_is_told_in_training(tmp_path: Path, others: dict[str, Any]) -> None:
    """Nobody wants to show it; it can be verified as any other."""
    board = Board(tmp_path, black="Hektor", **others)
    lines = board.run(typed("e4"), typed(""), *END)
    assert sentence("program.message.over") in lines
    assert not any("Siegel" in line for line in lines)
    (seal,) = seals(board.archive)
    assert "is that of this record" in report(board.archive, seal)[-1]


def test_adjourned_game_is_sealed_too(tmp_path: Path) -> None:
    """Overnight the file lies somewhere; the seal of the evening shows the next day whether it is
    still the same (I)."""
    board = Board(tmp_path, mode=Mode.TRAINING)
    board.run(typed("e4"), typed(""), typed("e5"), typed(""))
    state = board.session.state
    board.session.put(Said(understood("vertagen", state), 9, None, "vertagen", typed=True), 9)
    board.session.put(MoveSealedIn("ciphertext", Role.WHITE), 10)
    board.session.put(EnvelopeNoted("Anna", "Bella", "Saal zwei"), 11)
    adjourned = board.session.put(Pressed(Role.WHITE), 12)
    (told,) = sealed(adjourned.seal, "de")
    assert told.spoken.startswith("Siegel der Partie: ")
    assert f"Seal of the adjourned game: {adjourned.seal}" in report(board.archive)
    fits = "The seal is that of this record when the game was adjourned."
    assert report(board.archive, adjourned.seal)[-1] == fits
    board.session.put(Said(understood("Weiß ist da", board.session.state), 13, None, "", True), 13)
    board.session.close()
    assert report(board.archive, adjourned.seal)[-1] == fits


def test_seal_covers_the_conditions(tmp_path: Path) -> None:
    seen = set()
    agreed: tuple[dict[str, Any], ...] = ({}, {"warn_after_offers": 1}, {"white": "Anna"})
    for number, conditions in enumerate(agreed):
        board = Board(tmp_path / str(number), **conditions)
        board.run(typed("e4"), typed(""), *END)
        seen.update(seals(board.archive))
    assert len(seen) == 3


# --- The arbiter's signature ----------------------------------------------------------------------


@pytest.fixture
def hektor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in an empty home; ``unseen`` is what is typed without echo."""
    homes.empty(monkeypatch, tmp_path)
    monkeypatch.setattr(countersign, "_COST", 2**4)

    def run(*arguments: str, unseen: tuple[str, ...] = (), lines: str = "") -> int:
        typed_unseen = iter(unseen)
        monkeypatch.setattr("getpass.getpass", lambda _: next(typed_unseen))
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return main(arguments)

    return run


PLAY = ("play", "--no-speech", "--no-microphone", "--language", "en", "--arbiter-key")
LINES = "e4\n\nich gebe auf\nja\nende\n"


def archive_of(folder: Path) -> Archive:
    return Archive(next(folder.rglob("games.sqlite")))


def test_arbiter_signs_at_the_end_with_the_passphrase_of_the_start(
    hektor: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        hektor(*PLAY, unseen=(PASSPHRASE, PASSPHRASE, "another one", PASSPHRASE), lines=LINES) == 0
    )
    told = capsys.readouterr().out
    assert lexicon("en").text("program.error.other_passphrase") in told
    assert lexicon("en").text("program.message.signed") in told
    assert hektor("verify", "--language", "en", "--passphrase", unseen=(PASSPHRASE,)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "The key is that of this passphrase."
    assert any("signed the result" in line for line in lines)
    assert hektor("verify", "--language", "en", "--passphrase", unseen=("another one",)) == 2
    assert "gehütet".encode() not in archive_of(tmp_path).path.read_bytes()


def test_forged_record_is_not_the_arbiters(hektor: Run, tmp_path: Path) -> None:
    """The owner of the computer forges a whole game and signs it with a passphrase of his own."""
    forger = "a passphrase of his own"
    assert hektor(*PLAY, unseen=(forger, forger, forger), lines=LINES) == 0
    assert hektor("verify", "--language", "en") == 0
    assert hektor("verify", "--language", "en", "--passphrase", unseen=(PASSPHRASE,)) == 2


def test_signature_of_another_record_is_refused(hektor: Run, tmp_path: Path) -> None:
    assert hektor(*PLAY, unseen=(PASSPHRASE,) * 3, lines=LINES) == 0
    archive = archive_of(tmp_path)
    with closing(sqlite3.connect(archive.path)) as db, db:
        other = "CASE substr(signature, 1, 1) WHEN 'A' THEN 'B' ELSE 'A' END"
        db.execute(f"UPDATE signature SET signature = {other} || substr(signature, 2)")
    with pytest.raises(JournalError, match="signature under game 1 was changed"):
        report(archive)


def test_game_that_was_left_is_signed_later(
    hektor: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hektor(*PLAY, unseen=(PASSPHRASE, PASSPHRASE, ""), lines=LINES) == 0
    assert "The arbiter has not signed the result 1-0." in report(archive_of(tmp_path))
    assert hektor("sign", "--language", "en", unseen=("another one",)) == 2
    assert hektor("sign", "--language", "en", unseen=(PASSPHRASE,)) == 0
    assert any("signed the result 1-0" in line for line in report(archive_of(tmp_path)))


def test_what_is_signed_is_told_first(
    hektor: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("--white", "Ana", "--black", "Boris")
    assert hektor(*PLAY, *names, unseen=(PASSPHRASE, PASSPHRASE, ""), lines=LINES) == 0
    (seal,) = [seal_of(entry.hash) for entry in archive_of(tmp_path).entries(1) if entry.sealed]
    capsys.readouterr()
    assert hektor("sign", "--language", "en", unseen=("",)) == 1
    told, left = capsys.readouterr().out.splitlines()
    assert told.startswith(f"To be signed is game 1: Ana against Boris, 1-0. Seal: {seal}.")
    assert left == lexicon("en").text("program.message.unsigned_yet")


def test_a_record_that_was_replaced_meanwhile_is_not_signed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The closing passphrase signed whatever the owner of the computer had laid in."""
    monkeypatch.setattr(countersign, "_COST", 2**4)
    monkeypatch.setattr("getpass.getpass", lambda _: PASSPHRASE)
    key = countersign.new_key(PASSPHRASE)
    ours, forged = (Board(tmp_path / name, arbiter_key=key) for name in ("ours", "forged"))
    ours.run(typed("e4"), typed(""), *END)
    forged.run(typed("d4"), typed(""), *END)
    arbiter.sign_at_the_end(forged.archive, [ours.session], "en")
    assert capsys.readouterr().out.startswith("Game 1 is not signed: its record is no longer")
    assert forged.archive.signature(1) is None
    arbiter.sign_at_the_end(ours.archive, [ours.session], "en")
    assert ours.archive.signature(1) is not None


def test_the_closing_passphrase_is_not_seen(tmp_path: Path) -> None:
    """The reader of the console was still there: it took the passphrase, and showed it."""
    with Terminal(*PLAY, "--archive", str(tmp_path / "games.sqlite"), home=str(tmp_path)) as game:
        for _ in range(2):
            game.wait_for("passphrase, for the signature:")
            game.type(f"{PASSPHRASE}\r")
        game.wait_for("Hektor is ready")
        for line in ("e4", "", "ich gebe auf", "ja", "ende"):
            game.type(f"{line}\r")
        game.wait_for("To be signed is game 1")
        game.wait_for("passphrase, for the signature:")
        game.type(f"{PASSPHRASE}\r")
        game.wait_for(lexicon("en").text("program.message.signed"))
        status, seen = game.end()
    assert status == 0
    assert PASSPHRASE not in game.all + seen


def test_the_passphrase_of_an_envelope_is_not_seen(tmp_path: Path) -> None:
    """Neither where it is set nor where it opens the envelope, with a slip or without."""
    options = ["play", "--language", "de", "--no-speech", "--no-microphone", "--white", "Anna"]
    options += ["--black", "Bernd", "--archive", str(tmp_path / "games.sqlite")]
    with Terminal(*options, home=str(tmp_path)) as game:
        said = lexicon("de").text
        game.wait_for(said("program.message.ready"))
        for line in ("e4", "", "vertagen"):
            game.type(f"{line}\r")
        for name in ("new_passphrase", "passphrase_again", "passphrase"):
            if name == "new_passphrase":
                game.type("Umschlag Kennwort\r")
            else:
                game.type(f"{PASSPHRASE}\r")
            game.wait_for(said(f"program.message.{name}"))
        game.type("Abgabezug e5\r")
        game.wait_for(said("game.sheet.sealed"))
        for line in ("Umschlag Fortsetzung Sonntag", "schwarz: Uhr", "Weiß ist da"):
            game.type(f"{line}\r")
        for secret in ("gut gehutet und falsch", PASSPHRASE):
            game.type("Umschlag öffnen\r")
            game.wait_for(said("program.message.envelope_passphrase"))
            game.type(f"{secret}\r")
        game.wait_for("Eva fünf")
        game.type("ende\r")
        status, seen = game.end()
    assert status == 0
    assert PASSPHRASE not in game.all + seen
    assert "gehutet" not in game.all + seen


@pytest.mark.parametrize("unseen", [("short", "short"), (PASSPHRASE, "a slip of the fingers")])
def test_passphrase_is_long_and_typed_twice(hektor: Run, unseen: tuple[str, ...]) -> None:
    assert hektor(*PLAY, unseen=unseen, lines=LINES) == 2
