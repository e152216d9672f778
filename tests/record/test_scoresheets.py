# SPDX-License-Identifier: GPL-3.0-or-later
"""Scoresheets, boards and the envelope at the edges: what is typed, whispered, kept and resumed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from told import sentence

from announce.errors import UserError
from announce.text.settings import Settings
from game.app import options
from game.app.cli import make_parser
from game.base.game_time import GameTime
from game.base.inbox import Inbox, SpeechHeard, TypedLine
from game.play.equipment import Equipment
from game.play.game import Game
from game.play.loop import Loop
from game.sound.presenter import Presenter
from record.journal import Archive
from record.sealed_moves import COST, PADDED, seal, unseal
from record.session import begin, resume
from record.snapshot import stored
from rules.scoresheet import Keeping
from table.acts.scoresheets import all_signed
from table.core.conditions import SECOND, Conditions
from voice.hearing.audio import RATE
from voice.language.transcript import HeardUtterance, Transcript

PASSPHRASE = "gut gehütet"
CLOSED = ("Umschlag Kennwort", PASSPHRASE, PASSPHRASE)
GAME = 1
NOW = "2026-01-01T12:00:00+01:00"
SOUND = (np.arange(RATE // 4) % 50 * 100).astype("<i2").tobytes()


class Table:
    """A loop on a clock of its own, with an archive, and everything it printed."""

    def __init__(
        self,
        folder: Path,
        conditions: Conditions,
        archive: Archive | None = None,
        *,
        records: bool = True,
    ) -> None:
        self.archive = archive or Archive(folder / "games.sqlite")
        self.now = 0
        self.printed: list[str] = []
        self.echoed: list[bool] = []
        self.played: list[list[bytes]] = []
        session, base = (
            resume(archive, GAME, Settings(), lambda: NOW)
            if archive
            else (begin(self.archive, conditions, Settings(), lambda: NOW), 0)
        )
        inbox = Inbox(lambda: self.now)
        presenter = Presenter(Settings(), self.printed.append)
        self.game = Game(
            session,
            presenter,
            inbox,
            Equipment(
                echo=self.echoed.append,
                playback=self.played.append,
                records=records,
            ),
            GameTime(inbox.clock, lambda: 0, base),
        )
        self.loop = Loop(inbox, presenter, self.game)
        self.loop.start()

    def type(self, *lines: str) -> "Table":
        for line in lines:
            self.now += SECOND
            self.loop.turn(TypedLine(line, self.now))
        return self

    def say(self, *phrases: str) -> "Table":
        for phrase in phrases:
            self.now += SECOND
            heard = (Transcript(phrase, 1.0),)
            end = self.now
            self.loop.turn(SpeechHeard(HeardUtterance(heard, end, end, end, pcm=SOUND)))
        return self

    @property
    def text(self) -> str:
        return "\n".join(self.printed)


AGREED = Conditions(white="Anna", black="Bella", press_after=None)


def bytes_of(archive: Archive) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(archive.path.parent.iterdir()))


@pytest.mark.parametrize("whispered", [False, True])
def test_i_1_1_sealed_move_is_printed_and_spoken_nowhere(tmp_path: Path, whispered: bool) -> None:
    table = Table(tmp_path, AGREED).say("eva vier", "uhr", "vertagen")
    table.type(*CLOSED, "Umschlag Fortsetzung Saal 2")
    before = len(table.printed)
    assert table.echoed[-1] is False
    if whispered:
        table.say("springer felix sechs")
    else:
        table.type("Abgabezug Springer Felix sechs")
    table.say("uhr")
    told = "\n".join(table.printed[before:])
    assert sentence("game.sheet.sealed") in told
    assert sentence("game.sheet.adjourned") in told
    assert table.echoed[-1] is True
    for hidden in ("felix sechs", "Felix sechs", "Nf6", "Sf6", "g8f6", "gehütet"):
        assert hidden not in told
        assert hidden.encode() not in bytes_of(table.archive)
    assert len(stored(table.archive, GAME).state.scoresheets.heard) == 0


def test_i_1_1_unclear_move_is_neither_sealed_nor_told(tmp_path: Path) -> None:
    table = Table(tmp_path, AGREED).type("e4", "Uhr", "vertagen", *CLOSED)
    table.say("springer felix drei felix", "turm hektor eins")
    table.type("Springr Felix sechs")
    assert table.game.session.state.adjourned is not None
    assert not table.game.session.state.adjourned.sealed
    assert "elix" not in table.text


def test_i_1_1_no_passphrase_no_envelope(tmp_path: Path) -> None:
    table = Table(tmp_path, AGREED).type("e4", "Uhr", "vertagen", "Abgabezug Sf6")
    assert sentence("game.refused.no passphrase") in table.text


def test_i_2_missing_parts_of_the_envelope_are_told(tmp_path: Path) -> None:
    """Neither "weiter" nor "Umschlag öffnen" helps: day, hour and place must be written on it."""
    table = Table(tmp_path, AGREED).type("e4", "Uhr", "vertagen", *CLOSED)
    table.type("Abgabezug Sf6", "schwarz: Uhr", "weiter", "Umschlag öffnen")
    lacking = sentence("game.sheet.incomplete", things="Tag, Stunde und Ort der Fortsetzung")
    assert table.printed.count(lacking) == 3
    table.type("Umschlag Fortsetzung morgen um neun, Saal 2")
    adjourned, seal_of_it = table.printed[-2:]
    assert adjourned == sentence("game.sheet.adjourned")
    assert seal_of_it.startswith("Siegel der Partie: ")


def test_envelope_opens_only_with_passphrase_and_position() -> None:
    sealed = seal("Sf3", "geheim", "position")
    assert unseal(sealed, "geheim", "position") == "Sf3"
    assert len(seal("Springer Gustav eins Felix drei", "geheim", "position")) == len(sealed)
    assert COST >= 2**15
    assert PADDED >= 100
    for passphrase, position in (("falsch", "position"), ("geheim", "another")):
        assert unseal(sealed, passphrase, position) is None
    assert unseal(sealed[:-4] + "AAAA", "geheim", "position") is None
    assert unseal("no envelope", "geheim", "position") is None


@pytest.mark.article("X.10")
def test_x_10_everything_beside_the_boards_survives_a_restart(tmp_path: Path) -> None:
    agreed = replace(AGREED, sheet_white=Keeping.OWN)
    table = Table(tmp_path, agreed).say("eva vier", "uhr").type("weiß: mitgeschrieben e4")
    table.say("eva fünf").type("Remis", "ja").say("uhr")
    table.type("Brettvergleich Weiß Eva vier", "vertagen", *CLOSED)
    table.type("Abgabezug Sf3", "Umschlag Fortsetzung Saal 2", "weiß: Uhr", "Schwarz ist da")
    before = table.game.session.state
    assert before.scoresheets.white.sheet.gap == 1
    assert before.scoresheets.sounds
    assert before.boards.white
    assert before.adjourned is not None
    assert before.adjourned.here == {False}
    table.game.session.close()
    again = Table(tmp_path, agreed, table.archive)
    after = again.game.session.state
    for name in (
        "scoresheets",
        "boards",
        "adjourned",
        "offers",
        "illegal",
        "record",
        "position",
    ):
        assert getattr(after, name) == getattr(before, name), name
    for colour in (True, False):
        shown = before.clock.remaining(colour, table.now)
        assert after.clock.remaining(colour, again.game.now()) == shown
    again.type("Umschlag öffnen", PASSPHRASE)
    assert again.game.session.state.position.ply == before.position.ply + 1
    again.game.session.close()


@pytest.mark.article("D.2.7")
def test_d_2_7_a_recording_is_played_by_move_number(tmp_path: Path) -> None:
    table = Table(tmp_path, AGREED).say("eva vier", "uhr", "eva fünf", "uhr")
    table.say("aufnahme zug eins schwarz")
    assert sentence("answers.recording", colour="Schwarz", number="eins") in table.text
    (sounds,) = table.played
    assert len(sounds) == 1
    assert sounds[0][:4] == b"fLaC"


@pytest.mark.article("D.2.7")
def test_d_2_7_recordings_can_be_switched_off(tmp_path: Path) -> None:
    table = Table(tmp_path, AGREED, records=False)
    table.say("eva vier", "uhr")
    assert stored(table.archive, GAME).state.scoresheets.sounds == ((),)
    assert table.archive.check_sounds(GAME) == 0


@pytest.mark.article("D.2.7")
def test_d_2_7_words_before_a_correction_are_kept(tmp_path: Path) -> None:
    table = Table(tmp_path, AGREED).say("eva drei", "korrektur", "eva vier", "uhr")
    assert [len(each) for each in stored(table.archive, GAME).state.scoresheets.sounds] == [2]


def agreed(*given: str) -> Conditions:
    return options.conditions(make_parser(["play"]).parse_args(["play", *given]))


@pytest.mark.article("E.23-3")
def test_e_23_3_electronic_scoresheets_are_allowed() -> None:
    given = ("--sheet-white", "program", "--mode")
    with pytest.raises(UserError, match="since 2023"):
        agreed(*given, "competition")
    assert agreed(*given, "competition", "--edition", "2023").sheet_white == "program"
    assert agreed(*given, "training").sheet_white == "program"


@pytest.mark.article("8.7")
def test_8_7_players_sign_in_competition_by_default() -> None:
    assert agreed().sign is False
    assert agreed("--mode", "competition").sign is True
    assert agreed("--mode", "competition", "--no-signatures").sign is False


@pytest.mark.article("D.2.11")
@pytest.mark.parametrize(
    ("deaf", "assistant", "sighted", "wants"),
    [
        ("black", "none", "nobody", True),
        ("black", "1,2", "nobody", False),
        ("black", "none", "white", False),
        ("nobody", "none", "nobody", False),
    ],
)
def test_d_2_11_blind_against_deaf_needs_an_assistant(
    deaf: str, assistant: str, sighted: str, wants: bool
) -> None:
    given = ("--deaf", deaf, "--assistant", assistant, "--sighted", sighted)
    if wants:
        with pytest.raises(UserError, match="need an assistant"):
            agreed(*given)
    else:
        assert agreed(*given).assistant in ((), (1, 2))


@pytest.mark.article("8.7")
def test_8_7_table_stays_open_for_both_to_sign(tmp_path: Path) -> None:
    table = Table(tmp_path, replace(AGREED, sign=True, fen="6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"))
    table.type("Ta8#", "Uhr")
    assert table.game.session.state.outcome is not None
    assert table.loop.activity is not None
    assert not all_signed(table.game.session.state)
    table.type("weiß: unterschreibe", "schwarz: unterschreibe")
    assert all_signed(table.game.session.state)
    assert sentence("game.sheet.agreed") in table.text
