# SPDX-License-Identifier: GPL-3.0-or-later
"""An engine at the table: it plays one colour, the loop never waits for it, nobody moves for it."""

import argparse
import sys
from pathlib import Path
from typing import Any

import chess
import pytest
from boards import Board
from engine_table import Table, moved
from told import sentence

from announce.errors import UserError
from announce.text.settings import Settings
from game.app import assemble, options
from game.app.cli import make_parser
from game.base.inbox import SpeechHeard
from opponents.levels import AS_A_PLAYER
from opponents.player import EnginePlayer
from opponents.roster import OWN
from opponents.seat import OpponentDid
from record.pgn import ALONE, to_pgn
from record.session import resume
from record.snapshot import replayed
from table.core.conditions import SECOND, Conditions, Mode
from table.core.inputs import DeviceChanged
from table.core.state import new_state
from table.events.dialogue import Device
from voice.language.commands import CommandName
from voice.language.transcript import HeardUtterance, Transcript

GONE = sentence("game.lost.opponent")


# At the table.


def test_engine_answers_and_presses_its_clock(tmp_path: Path) -> None:
    table = Table(tmp_path, "e7e5")
    lines = table.say("e4", "")
    assert table.moves == ["e2e4", "e7e5"]
    assert table.running == chess.WHITE
    assert "Eva sieben Eva fünf" in lines


@pytest.mark.article("1.3")
def test_1_3_engine_waits_for_the_press(tmp_path: Path) -> None:
    """D.2.8: until then the move may be corrected."""
    table = Table(tmp_path, "e7e5")
    table.say("e4")
    assert table.engine.turns == []
    table.say("Korrektur", "d4", "")
    assert [turn.position.moves[-1].uci() for turn in table.engine.turns] == ["d2d4"]


def test_engine_with_white_begins_with_the_clock(tmp_path: Path) -> None:
    table = Table(tmp_path, "e2e4", plays=chess.WHITE)
    table.say("")
    assert table.moves == ["e2e4"]
    assert table.running == chess.BLACK
    table.say("e5")
    assert table.session.state.spoken is not None


def test_the_loop_does_not_wait_for_it(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.say("e4", "")
    assert table.say("was steht auf e4") == ["Eva vier: weißer Bauer."]
    assert table.running == chess.BLACK


@pytest.mark.article("6.9")
def test_6_9_its_flag_falls_like_anybodys(tmp_path: Path) -> None:
    table = Table(tmp_path, None, time_control="1")
    table.say("e4", "")
    table.say("Zeit", seconds=61)
    outcome = table.session.state.outcome
    assert outcome is not None
    assert outcome.result == "1-0"


@pytest.mark.article("1.1")
def test_1_1_nobody_else_moves_for_the_engine(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.say("e4", "")
    heard = HeardUtterance((Transcript("eva fünf", 1.0),), 0, 0, 0, False)
    for lines in (
        table.run(SpeechHeard(heard)),
        table.say("e5"),
        table.say("assistent: e5"),
    ):
        assert lines == [sentence("game.refused.not on move")]
    for line in (
        "schwarz: e5",
        "schwarz:",
        "schiedsrichter: e5",
    ):  # 12.6: the arbiter moves no pieces
        assert table.say(line) == [sentence("game.refused.not here")]
    assert table.moves == ["e2e4"]


def test_questions_at_the_microphone_are_the_humans(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.say("e4", "")
    assert table.say("meine Zeit")[0].startswith("Weiß:")
    table.say("ich gebe auf", "ja")
    outcome = table.session.state.outcome
    assert outcome is not None
    assert outcome.result == "0-1"


@pytest.mark.article("9.1.2.1-d")
def test_9_1_2_1_it_declines_a_draw_offer_and_moves(tmp_path: Path) -> None:
    table = Table(tmp_path, "e7e5")
    lines = table.say("e4", "biete Remis", "ja", "")
    assert sentence("game.draw_declined", colour="Schwarz") in lines
    assert len(table.engine.offers) == 1
    assert table.moves == ["e2e4", "e7e5"]


def test_a_program_lets_a_move_go_back_without_thinking(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.engine.agrees = False
    table.say("e4", "", "zurück")
    said: list[object] = []
    EnginePlayer(OWN, said.append, now=lambda: 7).answer(table.session.state, 0)
    assert said == [OpponentDid(CommandName.YES, 7)]


@pytest.mark.article("5.2.3")
def test_5_2_3_it_accepts_a_draw_offer(tmp_path: Path) -> None:
    table = Table(tmp_path, "e7e5", None)
    table.engine.reply = CommandName.ACCEPT_DRAW
    table.say("e4", "")
    lines = table.say("Sf3", "biete Remis", "ja")
    assert sentence("game.result.1/2-1/2") in lines
    outcome = table.session.state.outcome
    assert outcome is not None
    assert outcome.result == "1/2-1/2"


def test_its_move_waits_for_its_answer_to_an_offer(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.engine.reply = None
    table.say("e4", "", "biete Remis", "ja")
    (turn,) = table.engine.turns
    table.run(moved(turn, "e7e5"))
    assert table.moves == ["e2e4"]
    table.run(OpponentDid(CommandName.DECLINE_DRAW, 0))
    assert table.moves == ["e2e4", "e7e5"]


def test_an_answer_to_an_offer_that_is_gone_is_dropped(tmp_path: Path) -> None:
    table = Table(tmp_path, "e7e5")
    table.say("e4", "")
    assert table.run(OpponentDid(CommandName.ACCEPT_DRAW, 0)) == []


def test_9_1_2_nobody_accepts_a_draw_for_it(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.engine.reply = None  # it has not answered yet
    table.say("e4", "", "biete Remis", "ja")
    lines = table.say("Remis angenommen", "assistent: Remis angenommen")
    assert lines == [sentence("game.refused.own offer")] * 2


def test_engine_move_waits_for_an_open_question(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.say("e4", "", "ich gebe auf")
    (turn,) = table.engine.turns
    table.run(moved(turn, "e7e5"))
    assert table.moves == ["e2e4"]
    table.say("nein")
    assert table.moves == ["e2e4", "e7e5"]


def test_its_move_waits_while_the_clocks_stand(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.say("e4", "", "Pause")
    (turn,) = table.engine.turns
    table.run(moved(turn, "e7e5"))
    assert table.moves == ["e2e4"]
    table.say("weiter")
    assert table.moves == ["e2e4", "e7e5"]
    assert len(table.engine.turns) == 1


def test_answer_to_another_position_is_ignored(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.say("e4", "")
    other = new_state(Conditions())
    table.run(moved(other, "e7e5"))
    assert table.moves == ["e2e4"]


def test_it_resigns_like_anybody_at_the_table(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.say("e4", "")
    table.run(OpponentDid(CommandName.RESIGN, 0))
    outcome = table.session.state.outcome
    assert outcome is not None
    assert outcome.result == "1-0"


@pytest.mark.parametrize("move", ["e7e4", "e2e4", "0000"])
def test_illegal_answer_leaves_two_human_players(tmp_path: Path, move: str) -> None:
    table = Table(tmp_path, move)
    assert sentence("game.lost.illegal") in table.say("e4", "")
    table.say("e5", "")  # by a person now
    assert table.moves == ["e2e4", "e7e5"]


def test_a_dead_engine_is_reported_once(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.say("e4", "")
    lost = DeviceChanged(Device.OPPONENT, False, "EngineTerminatedError: dead")
    assert table.run(lost, lost) == [GONE]
    table.say("schwarz: e5", "schwarz:")
    assert table.moves == ["e2e4", "e7e5"]


def test_a_program_that_fails_after_the_end_is_nobodys_matter(tmp_path: Path) -> None:
    table = Table(tmp_path, None, time_control="1")
    table.say("e4", "")
    table.say("Zeit", seconds=61)
    assert table.session.state.outcome is not None
    table.lines.clear()
    assert Board.run(table, DeviceChanged(Device.OPPONENT, False, "silent")) == []


def test_a_program_that_fails_keeps_its_name_and_gives_no_more_advice(tmp_path: Path) -> None:
    table = Table(tmp_path, "e7e5", None, computer=chess.BLACK, black="Deep", elo=800)
    table.say("e4", "")
    table.say("Sf3", "")
    table.run(DeviceChanged(Device.OPPONENT, False, "dead"))
    table.say("schwarz: Sc6", "")
    state = table.session.state
    told = " ".join(to_pgn(state).split())
    assert '[Black "Deep"]' in told
    assert "BlackLevel" not in told
    assert f"2. Nf3 {{ [%clk 0:05:09] {ALONE} }} 2... Nc6" in told
    assert state.conditions.computer is None


def test_a_program_that_never_moved_is_not_in_the_record(tmp_path: Path) -> None:
    table = Table(tmp_path, None, computer=chess.BLACK, black="Deep")
    table.say("e4", "")
    table.run(DeviceChanged(Device.OPPONENT, False, "dead"))
    assert '[Black "?"]' in to_pgn(table.session.state)


@pytest.mark.article("5.1.1")
def test_5_1_1_its_mating_move_ends_the_game(tmp_path: Path) -> None:
    table = Table(tmp_path, "e7e5", "d8h4")
    table.say("f3", "")
    table.say("g4", "")
    outcome = table.session.state.outcome
    assert outcome is not None
    assert outcome.result == "0-1"


def test_hektor_never_presses_late_for_it(tmp_path: Path) -> None:
    """Its clock is pressed at once, also where Hektor presses for people after a pause."""
    table = Table(tmp_path, "e7e5", press_after=2 * SECOND)
    table.say("e4", "")
    assert table.moves == ["e2e4", "e7e5"]
    assert table.session.state.spoken is None


def test_full_disk_is_told_the_engine_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from record.archive_file import JournalError  # noqa: PLC0415
    from record.journal import Journal  # noqa: PLC0415

    table = Table(tmp_path, None)
    table.say("e4", "")
    (turn,) = table.engine.turns

    def fails(self: Journal, **fields: Any) -> None:
        raise JournalError("archive_unwritten", archive="games", reason="full")

    with monkeypatch.context() as full:
        full.setattr(Journal, "append", fails)
        told = table.run(moved(turn, "e7e5"))
        assert told == [sentence("game.lost.disk"), sentence("program.message.time_stands")]
        table.clock.now += 5 * SECOND
        assert table.run(DeviceChanged(Device.RECOGNISER, True)) == []
        assert table.moves == ["e2e4"]
    table.clock.now += 5 * SECOND
    table.say("weiter")
    assert table.moves == ["e2e4", "e7e5"]


def test_engine_game_is_rebuilt_from_its_journal(tmp_path: Path) -> None:
    table = Table(tmp_path, "e7e5", None)
    table.say("e4", "")
    table.say("Sf3", "")
    table.session.close()
    assert replayed(table.archive, 1).state == table.session.state


def test_engine_thinks_again_after_a_crash(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.say("e4", "")
    table.session.close()
    table.session, base = resume(table.archive, 1, Settings())
    table.sit_down(["c7c5"], chess.BLACK, base)
    table.say("Zeit")
    assert table.engine.turns == []
    table.say("weiter")
    assert table.moves == ["e2e4", "c7c5"]


def test_it_is_told_the_clock(tmp_path: Path) -> None:
    table = Table(tmp_path, None, time_control="40/5400+30,1800+30")
    table.say("e4")
    table.say("", seconds=10)
    (turn,) = table.engine.turns
    clock, asked_at = turn.clock, table.engine.asked_at
    assert clock.remaining(chess.WHITE, asked_at) == (5400 + 30 - 10 + 30) * SECOND
    assert clock.remaining(chess.BLACK, asked_at) == (5400 + 30) * SECOND


# On the command line.


def parse(*words: str) -> argparse.Namespace:
    return make_parser(["play", *words]).parse_args(["play", *words])


def test_without_a_program_two_people_play() -> None:
    agreed = options.conditions(parse())
    assert agreed.computer is None
    assert assemble.rivals(parse(), Conditions(mode=Mode.COMPETITION)).program is None


def test_a_program_plays_black_unless_told_otherwise() -> None:
    words: tuple[str, ...] = ("--opponent", sys.executable)
    assert options.conditions(parse(*words)).computer == chess.BLACK
    assert assemble.rivals(parse(*words), Conditions()).seconds is None
    words = (*words, "--opponent-plays", "white", "--opponent-time", "2")
    assert options.conditions(parse(*words)).computer == chess.WHITE
    chosen = assemble.rivals(parse(*words), Conditions())
    assert chosen.program is not None
    assert (chosen.program.command, chosen.seconds) == ((sys.executable,), 2.0)
    words = (*words[:-1], "player")
    assert assemble.rivals(parse(*words), Conditions()).seconds == AS_A_PLAYER


@pytest.mark.parametrize(
    ("words", "elo"),
    [
        (("--opponent", "computer"), 600),
        (("--opponent", "computer", "--level", "3"), 800),
        (("--level", "4"), 900),
        (("--level=1300",), 1300),
        (("--opponent", sys.executable), 0),
    ],
)
def test_the_level_of_the_computer(words: tuple[str, ...], elo: int) -> None:
    agreed = options.conditions(parse(*words))
    assert (agreed.computer, agreed.elo) == (chess.BLACK, elo)


@pytest.mark.article("11.3.1")
@pytest.mark.parametrize(
    ("words", "mode", "reason"),
    [
        (("--opponent", sys.executable), Mode.COMPETITION, "11.3.1"),
        (("--opponent", "/nowhere/at-all"), Mode.TRAINING, "/nowhere/at-all"),
        (("--opponent", sys.executable, "--opponent-time", "soon"), Mode.TRAINING, "3600"),
        (("--opponent", sys.executable, "--opponent-time", "0"), Mode.TRAINING, "3600"),
        (("--level", "23"), Mode.TRAINING, "1-22"),
    ],
)
def test_11_3_1_engine_that_cannot_play_is_refused(
    words: tuple[str, ...], mode: Mode, reason: str
) -> None:
    with pytest.raises(UserError, match=rf"^[^\n]*{reason}[^\n]*\.$"):
        assemble.rivals(parse(*words), Conditions(mode=mode))
