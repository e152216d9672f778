# SPDX-License-Identifier: GPL-3.0-or-later
"""Which programs there are, and who sits down: Hektor's own engine, Stockfish, one that was asked
for."""

import os
import queue
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import chess
import chess.engine
import pytest
from boards import heard
from engine_table import Table
from told import sentence

from game.app import options
from opponents import levels
from opponents.player import Adviser, EnginePlayer
from opponents.roster import FOLDERS, OWN, Program, Roster, line_of, named, stockfish
from opponents.seat import Notice, OpponentDid, Seat
from table.acts import setup
from table.acts.setup import STRONGEST
from table.core.conditions import Conditions
from table.core.inputs import Advised, Begin, DeviceChanged, Pressed, Seated
from table.core.inputs import Said as Words
from table.core.matters import Offer
from table.core.state import State, new_state
from table.core.step import ROLE_OF
from table.events.dialogue import Question
from table.events.game import Advice
from table.handle import handle
from voice.language.commands import CommandName
from voice.language.interpretation import Heard

STOCKFISH = Program(("/usr/games/stockfish",), "Stockfish")


def executable(path: Path) -> Path:
    if os.name == "nt" and path.suffix != ".exe":
        path = path.with_name(f"{path.name}.exe")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


# What is found.


def test_stockfish_is_found_in_the_path(tmp_path: Path) -> None:
    path = executable(tmp_path / "stockfish")
    found = stockfish({"PATH": str(tmp_path)}, ())
    assert found == Program((str(path),), "Stockfish")


@pytest.mark.parametrize("name", ["stockfish", "stockfish-ubuntu-x86-64-avx2", "stockfish.exe"])
def test_stockfish_is_found_where_it_is_usually_put(tmp_path: Path, name: str) -> None:
    path = executable(tmp_path / "games" / name)
    found = stockfish({"PATH": ""}, (str(tmp_path), str(path.parent)))
    assert found == Program((str(path),), "Stockfish")


def test_a_program_may_have_arguments(tmp_path: Path) -> None:
    tool = executable(tmp_path / "my tools" / "deep")
    asked = f'"{tool}" --weights "big net"'
    found = named(asked)
    assert found == Program((str(tool), "--weights", "big net"), "deep")
    assert found is not None
    assert named(line_of(found)) == found
    alone = Program((str(tool),), "deep")  # a blank in its path begins no argument
    assert named(str(tool)) == alone
    assert named('"open') is None


@pytest.mark.skipif(os.name == "nt", reason="there a file's name alone says that it can be run")
def test_what_cannot_be_run_is_no_program(tmp_path: Path) -> None:
    (tmp_path / "stockfish").touch()
    (tmp_path / "stockfish-notes").mkdir()
    assert stockfish({"PATH": ""}, (str(tmp_path), str(tmp_path / "nowhere"))) is None


def test_debian_puts_it_beside_the_path() -> None:
    assert "/usr/games" in FOLDERS


# Who sits down.


def roster(found: Program | None, **others: Any) -> Roster:
    return Roster(lambda _: None, find=lambda: found, **others)


@pytest.mark.parametrize(
    ("found", "elo", "seated"),
    [
        (None, 800, Seated(chess.BLACK, "Hektor", 800)),
        (None, levels.OWN_BEST, Seated(chess.BLACK, "Hektor", levels.OWN_BEST)),
        (None, 2600, Seated(chess.BLACK, "Hektor", levels.OWN_BEST, highest=True)),
        (STOCKFISH, 800, Seated(chess.BLACK, "Hektor", 800)),
        (STOCKFISH, 2600, Seated(chess.BLACK, "Stockfish", 2600)),
        (STOCKFISH, 0, Seated(chess.BLACK, "Stockfish", STRONGEST)),
    ],
)
def test_a_level_is_the_same_player_with_stockfish_and_without(
    found: Program | None, elo: int, seated: Seated
) -> None:
    assert roster(found).sit(chess.BLACK, elo)[1] == seated


def test_a_program_that_was_asked_for_plays_as_it_can() -> None:
    named = Program(("/opt/engine",), "engine")
    asked = roster(STOCKFISH, program=named)
    assert asked.sit(chess.WHITE, 800)[1] == Seated(chess.WHITE, "engine", program="/opt/engine")


def test_the_chosen_strength_is_kept_once() -> None:
    kept: list[int] = []
    asked = roster(None, keep=kept.append)
    for elo in (800, 800, 1000):
        asked.chosen(elo)
    assert kept == [800, 1000]
    assert asked.usual == 1000


def test_the_level_is_kept_in_the_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "hektor" / "profile.toml"
    monkeypatch.setattr(options, "profile_path", lambda: path)
    options.keep_setting("level", 2)
    assert options.profiled("level") == 2
    path.write_text('# mine\n[play]\nlanguage = "en"\nlevel = 2\n[other]\nlevel = 9\n', "utf-8")
    options.keep_setting("level", 5)
    assert path.read_text("utf-8") == (
        '# mine\n[play]\nlanguage = "en"\nlevel = 5\n[other]\nlevel = 9\n'
    )


# At the table.


class Seats(Roster):
    """A roster whose players a test writes."""

    def __init__(self, usual: int = 0) -> None:
        super().__init__(lambda _: None, usual=usual, find=lambda: None)
        self.sat: list[tuple[chess.Color, int]] = []
        self.advised: list[Advice] = []

    def sit(self, colour: chess.Color, elo: int) -> tuple[Seat, Seated]:
        self.sat.append((colour, elo))
        return Seat(self, colour), Seated(colour, "Hektor", elo)

    def advise(self, kind: Advice, _state: State) -> None:
        self.advised.append(kind)

    def ask(self, state: State, now: int) -> None:
        self.thinks = state

    def answer(self, state: State, now: int) -> None:
        pass

    def follow(self, state: State) -> None:
        pass

    def close(self) -> None:
        pass


def seats(table: Table, usual: int = 0) -> Seats:
    found = Seats(usual)
    table.equip(seats=found)
    return found


def test_said_before_the_game_it_sits_down_and_plays(tmp_path: Path) -> None:
    table = Table(tmp_path)
    found = seats(table)
    assert table.say("gegen den Computer Stufe drei") == ["Schwarz: Hektor, Stufe 3."]
    assert found.sat == [(chess.BLACK, 800)]
    table.say("e4", "")
    assert found.thinks.position.moves == (chess.Move.from_uci("e2e4"),)
    assert table.say("schwarz: e5") == [sentence("game.refused.not here")]


def test_whoever_never_said_a_level_is_asked(tmp_path: Path) -> None:
    table = Table(tmp_path)
    found = seats(table)
    (told,) = table.say("gegen den Computer")
    assert told.endswith("Stufe fünfzehn ist die stärkste.")
    assert found.sat == []
    table.say("Stufe zwei")
    assert found.sat == [(chess.BLACK, 700)]


@pytest.mark.parametrize("answer", ["3", "drei", "Drei."])
def test_a_number_alone_answers_which_level(tmp_path: Path, answer: str) -> None:
    table = Table(tmp_path)
    found = seats(table)
    table.say("Computer ich spiele Schwarz")
    assert table.say("25") == [sentence("game.refused.no level")]
    assert "Weiß: Hektor, Stufe 3." in table.say(answer)
    assert found.sat == [(chess.WHITE, 800)]
    table.say("3")  # answers nothing any more
    assert len(found.sat) == 1


@pytest.mark.parametrize(
    ("answer", "elo"),
    [("Stufe drei", 800), ("die leichteste", 600), ("stärkste Stufe", setup.STRONGEST)],
)
def test_a_level_in_words_answers_for_the_colour_that_was_said(
    tmp_path: Path, answer: str, elo: int
) -> None:
    table = Table(tmp_path)
    found = seats(table)
    table.say("Computer ich spiele Schwarz", answer)
    assert found.sat == [(chess.WHITE, elo)]


def test_nobody_answers_which_level_too(tmp_path: Path) -> None:
    table = Table(tmp_path)
    found = seats(table)
    table.say("gegen den Computer", "0", "3")
    assert found.sat == []


def test_who_talks_of_something_else_is_asked_no_more(tmp_path: Path) -> None:
    table = Table(tmp_path)
    found = seats(table)
    table.say("gegen den Computer", "Zeit", "3")
    assert found.sat == []


def test_the_key_instead_of_a_level_means_the_weakest(tmp_path: Path) -> None:
    """And starts no clock of a game of two people."""
    table = Table(tmp_path)
    found = seats(table)
    assert "Schwarz: Hektor, Stufe 1." in table.say("gegen den Computer", "")
    assert found.sat == [(chess.BLACK, setup.WEAKEST)]
    assert not table.session.state.started


def test_who_moves_instead_plays_the_weakest(tmp_path: Path) -> None:
    table = Table(tmp_path)
    found = seats(table)
    table.say("gegen den Computer", "e4", "")
    assert found.sat == [(chess.BLACK, setup.WEAKEST)]
    assert table.moves == ["e2e4"]


def test_who_asks_who_plays_hears_how_strong_the_computer_is(tmp_path: Path) -> None:
    table = Table(tmp_path)
    seats(table)
    table.say("gegen den Computer Stufe drei")
    assert table.say("wer spielt") == ["Schwarz: Hektor.", "Stufe 3."]


def test_who_waits_for_the_computer_is_told_what_begins_the_game(tmp_path: Path) -> None:
    table = Table(tmp_path)
    seats(table)
    begins = sentence("game.opponent.begins")
    assert begins in table.say("Computer Stufe drei ich spiele Schwarz")
    assert table.say("e5") == [begins]
    table.say("")
    assert table.say("e5") == [sentence("game.refused.not on move")]


def test_the_usual_level_needs_no_words(tmp_path: Path) -> None:
    table = Table(tmp_path)
    found = seats(table, usual=900)
    assert table.say("Computer") == ["Schwarz: Hektor, Stufe 4."]
    assert table.say("zu zweit") == [sentence("game.opponent.gone")]
    table.say("e4", "", "schwarz: e5")
    assert table.moves == ["e2e4"] or found.sat == [(chess.BLACK, 900)]
    assert table.session.state.spoken is not None


def test_it_answers_no_question_of_the_person_before_it(tmp_path: Path) -> None:
    table = Table(tmp_path)
    found = seats(table)
    table.run(heard("zehn Minuten", 1))
    (question,) = [one for one in table.events if isinstance(one, Question)]
    assert question.who == chess.WHITE
    table.say("Stufe vier, ich spiele Schwarz")
    assert found.sat == [(chess.WHITE, 900)]
    assert table.session.state.conditions.time_control == "5+3"


def test_advice_is_asked_of_the_roster(tmp_path: Path) -> None:
    table = Table(tmp_path)
    found = seats(table, usual=800)
    table.say("Computer", "", "Tipp", "Bewertung")
    assert found.advised == [Advice.HINT, Advice.EVALUATION]


# The processes.

Said = OpponentDid | Notice | DeviceChanged | Advised


@pytest.fixture
def own() -> Iterator[Callable[..., tuple[EnginePlayer, "queue.Queue[Said]"]]]:
    made: list[EnginePlayer] = []

    def make(**others: Any) -> tuple[EnginePlayer, "queue.Queue[Said]"]:
        told: queue.Queue[Said] = queue.Queue()
        made.append(EnginePlayer(OWN, told.put, 0.0, random=Random(1), **others))
        return made[-1], told

    yield make
    for one in made:
        one.close()


def state(*moves: str, fen: str = chess.STARTING_FEN) -> State:
    agreed = Conditions(fen=fen, computer=chess.BLACK)
    begun = new_state(agreed)
    position = begun.position.play_all([chess.Move.from_uci(move) for move in moves])
    return State(agreed, position, begun.clock, matters=(Offer(0, chess.WHITE),))


def test_a_beginner_moves_and_answers_an_offer(own: Callable[..., Any]) -> None:
    player, told = own(elo=600)
    player.ask(state("e2e4"), 0)
    said = told.get(timeout=60)
    assert isinstance(said, OpponentDid)
    assert isinstance(said.did, chess.Move)
    player.answer(state("e2e4"), 0)  # nobody takes a draw after one move
    assert told.get(timeout=60).did == CommandName.DECLINE_DRAW
    player.answer(state("e1d2", "e8d8", fen="4k3/8/8/8/8/8/8/QQ2K3 w - - 0 40"), 0)
    assert told.get(timeout=60).did == CommandName.ACCEPT_DRAW


LOST = "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 40"


@pytest.mark.parametrize("resigns", [True, False])
def test_after_three_lost_moves_it_resigns_if_it_may(
    own: Callable[..., Any], resigns: bool
) -> None:
    player, told = own(elo=1400, resigns=resigns)
    said: list[Any] = []
    moves: list[str] = []
    for there, back in (("e8f8", "e1d2"), ("f8g8", "d2c2"), ("g8f8", "c2c3")):
        player.ask(state(*moves, fen=LOST), 0)
        said.append(told.get(timeout=60).did)
        moves += [there, back]
    assert all(isinstance(one, chess.Move) for one in said[:2])
    assert isinstance(said[2], CommandName if resigns else chess.Move)


def test_the_adviser_knows_what_was_better() -> None:
    told: queue.Queue[Advised] = queue.Queue()
    adviser = Adviser(OWN, told.put, chess.engine.Limit(depth=3))
    agreed = Conditions(computer=chess.BLACK)
    made = handle_all(agreed, "f2f3", "e7e5", "g2g4")
    adviser.ask(Advice.BETTER, made.position, made.plies_of(not made.conditions.computer)[-1])
    advice = told.get(timeout=60)
    adviser.close()
    assert (advice.kind, advice.ply) == (Advice.BETTER, 3)
    assert advice.best is not None
    assert advice.value - advice.played > 1000  # g4 allows mate


def handle_all(agreed: Conditions, *moves: str) -> State:
    made, *_ = handle(new_state(agreed), Begin(), 0)
    for at, uci in enumerate(moves, start=1):
        who = ROLE_OF[made.position.turn]
        intent = Heard(chess.Move.from_uci(uci), uci)
        made, *_ = handle(made, Words(intent, at * 10**9, who, typed=True), at * 10**9)
        made, *_ = handle(made, Pressed(who), at * 10**9)
    return made


def test_an_answer_that_is_not_understood_leaves_the_question_open(tmp_path: Path) -> None:
    table = Table(tmp_path)
    found = seats(table)
    table.say("gegen den Computer", "mittelschwer", "zwei")
    assert found.sat == [(chess.BLACK, 700)]
