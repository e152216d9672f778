# SPDX-License-Identifier: GPL-3.0-or-later
"""The loop: what is typed and heard reaches the table in order, and is told when it is on record.

The queue is filled before the loop runs and ends with "ende", so nothing here waits.
"""

from collections.abc import Sequence
from pathlib import Path
from threading import Event as Signal
from types import SimpleNamespace
from typing import Any

import pytest
from boards import NO_DEVICES, Board, FakeListener, heard, typed
from told import sentence

from announce.lexicon import Segment
from announce.text.settings import Settings
from announce.text.utterance import Utterance
from announce.words.events import all_words
from clock.events import FlagFell
from game.app import assemble, cli, devices
from game.app.console import Console
from game.base.inbox import HearingChanged
from game.play.loop import Loop
from record.archive_file import JournalError
from record.session import resume
from record.snapshot import replayed
from table.arbiter.pin import hashed
from table.core.conditions import SECOND, Mode
from table.core.inputs import DeviceChanged
from table.events import Event
from table.events.arbiter import OrderGiven
from table.events.dialogue import Device
from table.events.game import GameStarted, MoveSpoken, Refusal, Refused, Role
from table.reception import addressed, leaves
from voice.language.template import allows

WAITS = 30.0  # seconds at most, for a thread


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


def test_first_move_starts_and_enter_presses(board: Board) -> None:
    lines = board.run(typed("e4"), typed(""))
    assert board.moves == ["e2e4"]
    assert "Eva zwei Eva vier" in lines
    assert lines[-1] == sentence("game.pressed")


def test_what_is_in_force_is_told_when_the_table_is_ready(tmp_path: Path) -> None:
    """Names, time and mode come before the game: after the first move only its read-back."""
    board = Board(tmp_path, white="Anna", time_control="15+10")
    told = [one.text for one in board.session.introduce()]
    assert told[0] == sentence("game.player", colour="Weiß", name="Anna")
    assert told[-1] == sentence("game.mode.training")
    assert board.run(typed("e4")) == ["Eva zwei Eva vier"]


def test_key_that_starts_the_clock_is_confirmed(board: Board) -> None:
    board.session.introduce()
    assert board.run(typed("")) == [sentence("game.game_started")]


def test_typed_words_are_those_of_the_language(tmp_path: Path) -> None:
    board = Board(tmp_path, mode=Mode.COMPETITION)
    board.session.settings = Settings("en")
    board.equip()
    board.run(
        *(typed("knight f3"), typed("press"), typed("black: Nf6"), typed("clock")),
        *(typed("arbiter: pause"), typed("white: time")),
    )
    assert board.moves == ["g1f3", "g8f6"]
    assert board.session.state.paused


def test_enter_starts_then_waits_for_a_move(board: Board) -> None:
    board.run(typed(""), typed(""))
    assert board.session.state.started
    assert board.moves == []


@pytest.mark.parametrize("text", ["wie wird das Wetter", "Turm Anna drei", "Zugzahl", "lauter"])
def test_only_moves_and_keys_start_the_clock(board: Board, text: str) -> None:
    board.run(typed(text))
    assert not board.session.state.started


@pytest.mark.article("6.6")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("schwarz: e4", Refusal.NOT_ON_MOVE),
        ("assistent: e4", Refusal.NOT_HIS_DUTY),
        ("assistent: Uhr", Refusal.NOT_HIS_DUTY),
        ("assistent:", Refusal.NOT_HIS_DUTY),
        ("schiedsrichter: weiter", Refusal.PIN_NEEDED),
        ("schiedsrichter: e4", Refusal.NOT_HERE),
    ],
)
def test_6_6_a_line_that_is_refused_starts_no_clock(
    tmp_path: Path, line: str, reason: Refusal
) -> None:
    agreed: dict[str, Any] = {
        "mode": Mode.COMPETITION, "assistant": (), "arbiter_pin": hashed("1234"),
    }  # fmt: skip
    board = Board(tmp_path, **agreed)
    board.run(typed(line))
    assert not board.session.state.started
    assert [each.reason for each in board.events if isinstance(each, Refused)] == [reason]


@pytest.mark.article("6.6")
def test_6_6_arbiters_order_to_start_is_recorded(board: Board) -> None:
    board.run(typed("schiedsrichter: weiter"))
    assert board.session.state.started
    assert [type(each) for each in board.events] == [OrderGiven, GameStarted]


def test_heard_words_count_from_their_end(board: Board) -> None:
    board.clock.now = 12 * SECOND
    board.run(typed("", 0), HearingChanged(True, 9 * SECOND), heard("eva vier", 11))
    spoken = board.session.state.spoken
    assert spoken is not None
    assert spoken.at == 11 * SECOND


def test_words_cut_by_hektors_voice_are_asked_for_again(board: Board) -> None:
    lines = board.run(typed(""), heard("eva vier", 1, clipped=True))
    assert board.session.state.spoken is None
    assert sentence("game.say_again") in lines
    assert not any("eva vier" in line.lower() for line in lines)


def test_a_move_that_begins_with_its_piece_is_whole(board: Board) -> None:
    board.run(typed(""), heard("springer felix drei", 1, clipped=True))
    assert board.session.state.spoken is not None


def test_end_of_a_capture_is_not_taken_for_another(tmp_path: Path) -> None:
    """ "Springer schlägt Dame Eva fünf", of which the beginning was cut."""
    board = Board(tmp_path, fen="4k3/8/8/4q3/8/3N4/8/K3Q3 w - - 0 1")
    lines = board.run(typed(""), heard("dame eva fünf", 1, clipped=True))
    assert board.session.state.spoken is None
    assert sentence("game.say_again") in lines


def test_a_cough_is_not_answered(board: Board) -> None:
    lines = board.run(typed(""), HearingChanged(True, 0), heard("[unk]", 1))
    assert not any("verstanden" in line for line in lines)
    assert board.session.state.hearing is None


def test_listener_is_told_what_to_expect(board: Board) -> None:
    ears = FakeListener()
    board.equip(listener=ears)
    board.run(typed("e4"), typed(""))
    first, last = ears.phrases[0], ears.phrases[-1]
    assert first.count("eva vier") > last.count("eva vier")
    assert allows(ears.sentences[-1], ("eva", "fünf"))
    assert not allows(ears.sentences[-1][:1], ("eva", "drei"))  # not legal any more


def test_end_of_input_leaves_without_microphone(board: Board) -> None:
    board.inbox.put(typed("e4"))
    board.inbox.put(typed(None))
    board.loop.run()
    assert board.session.state.outcome is None


def test_dead_microphone_does_not_keep_the_table(board: Board) -> None:
    board.equip(listener=FakeListener())
    board.inbox.put(typed(None))
    board.inbox.put(DeviceChanged(Device.MICROPHONE, False))
    board.loop.run()
    assert sentence("game.lost.microphone") in board.lines


def test_unstarted_game_is_not_resigned(board: Board) -> None:
    board.run(typed("ich gebe auf"), typed("ja"))
    assert board.session.state.outcome is None


@pytest.mark.parametrize("mode", list(Mode))
def test_after_the_end_only_questions_are_answered(tmp_path: Path, mode: Mode) -> None:
    board = Board(tmp_path, mode=mode)
    board.run(*(typed(line) for line in ("f3", "", "e5", "", "g4", "", "Dh4", "")))
    ended = len(board.lines)
    board.run(*(typed(line) for line in ("Ergebnis", "warum", "alle Züge", "e4")))
    told = board.lines[ended:]
    assert told[:3] == [
        sentence("game.end.checkmate"),
        sentence("game.result.0-1"),
        sentence("game.article", article="5.1.1"),
    ]
    assert told[-2:] == [
        "Dame David acht Hektor vier, matt.",
        sentence("game.refused.game over"),
    ]
    assert len(board.moves) == 4


def test_open_table_is_told_once(board: Board) -> None:
    open_still = sentence("program.message.over")
    assert board.run(typed(""), typed("aufgeben"), typed("ja"))[-1] == open_still
    assert board.run(typed("Stellung")).count(open_still) == 1


@pytest.mark.parametrize("last", [typed("beenden"), typed(None), heard("ende", 0)])
def test_word_or_end_of_input_leaves_afterwards(board: Board, last: Any) -> None:
    for item in (typed(""), typed("aufgeben"), typed("ja"), last):
        board.inbox.put(item)
    board.loop.run()
    assert board.session.state.outcome is not None


def test_there_is_no_result_before_the_end(board: Board) -> None:
    assert board.run(typed(""), typed("Ergebnis"))[-1] == sentence("answers.no_result")


def test_a_flag_falls_while_nobody_says_anything(tmp_path: Path) -> None:
    board = Board(tmp_path, time_control="1")
    board.run(typed(""))
    for _ in range(7):
        board.clock.now += 9 * SECOND
        board.loop.turn(None)
    assert any(isinstance(event, FlagFell) for event in board.events)
    assert sentence("game.flag", colour="Weiß") in board.lines


def test_what_cannot_be_recorded_did_not_happen(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = board.session._journal
    assert journal is not None
    append = type(journal).append
    full = [True]

    def fails(self: Any, **fields: Any) -> None:
        if full[0]:
            raise JournalError("archive_unwritten", archive="games", reason="full")
        append(self, **fields)

    board.run(typed(""))
    monkeypatch.setattr(type(journal), "append", fails)
    board.lines.clear()
    stand = sentence("program.message.time_stands")
    assert board.run(typed("e4")) == [sentence("game.lost.disk"), stand]
    assert board.session.state.spoken is None
    full[0] = False
    assert sentence("game.restored.disk") in board.run(typed("weiter"), typed("e4"))
    assert board.session.state.spoken is not None


def test_everything_that_was_told_is_on_record(board: Board) -> None:
    lines = board.run(typed("e4"), typed(""), typed("Ke4"), typed("was steht auf e4"))
    said = [line for entry in board.archive.entries(1) for line in entry.said]
    assert [line for line in said if line] == lines
    board.session.close()
    assert replayed(board.archive, 1).state == board.session.state


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("e4", "", "Hilfe"), ["Eva zwei Eva vier"]),
        (("e4", "Quark", "meine Zeit"), ["Eva zwei Eva vier"]),
        (("Züge auf Englisch", "e4"), ["e two e four"]),
        (("e4", "", "Pause", "weiter", "ja"), ["Eva zwei Eva vier"]),
        (("e4", "", "aufgeben", "Hilfe"), ["Schwarz gibt auf?"]),
        (
            ("e4", "", "aufgeben", "ja", "Ergebnis"),
            [sentence("game.resigned", colour="Schwarz"), sentence("game.result.1-0")],
        ),
    ],
)
def test_last_announcement_is_repeated_not_an_answer(
    board: Board, lines: tuple[str, ...], told: list[str]
) -> None:
    board.run(*map(typed, lines))
    board.session.close()
    resumed, _ = resume(board.archive, 1, Settings())
    resumed.close()
    assert [one.text for one in resumed.last.utterances][: len(told)] == told


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        ("e4", (None, "e4")),
        ("  ", (None, "")),
        ("schwarz: e5", (Role.BLACK, "e5")),
        ("Weiß: Uhr", (Role.WHITE, "Uhr")),
        ("assistent:", (Role.ASSISTANT, "")),
        ("Schiedsrichter: Pause", (Role.ARBITER, "Pause")),
        ("niemand: e4", (None, "niemand: e4")),
    ],
)
def test_a_typed_line_may_name_its_speaker(raw: str, line: tuple[Role | None, str]) -> None:
    assert addressed(raw) == line
    assert not leaves(raw)


def test_lost_microphone_does_not_count_as_working(board: Board) -> None:
    board.equip(listener=FakeListener())
    board.clock.now = 2 * SECOND
    lost = (DeviceChanged(Device.MICROPHONE, False), HearingChanged(False, 2 * SECOND))
    board.run(HearingChanged(True, SECOND), *lost)
    board.loop.turn(typed(None))
    assert board.loop.activity is None


def test_fault_in_words_loses_no_move(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(
        events: Sequence[Event], settings: Settings, *, heard: bool = False
    ) -> tuple[Utterance, ...]:
        if any(isinstance(event, MoveSpoken) for event in events):
            raise KeyError("no such word")
        return all_words(events, settings, heard=heard)

    monkeypatch.setattr("record.session.all_words", faulty)
    with pytest.raises(KeyError):
        board.run(typed("e4"))
    board.session.close()
    resumed, _ = resume(board.archive, 1, Settings())
    assert resumed.state.spoken is not None
    resumed.close()


def test_fault_ends_in_a_sentence_resumably(
    board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_log_path", lambda *_, **__: tmp_path)

    def faulty(loop: Loop) -> None:
        loop.turn(typed("e4"))
        raise KeyError("fault")

    monkeypatch.setattr(Loop, "run", faulty)
    console = Console(board.lines.append)
    status = assemble.run(NO_DEVICES, board.session, 0, "ready", console=console)
    assert status == 1
    assert board.lines[-2] == sentence("program.message.broken")
    assert "KeyError" in (tmp_path / "fault.txt").read_text()
    resumed, _ = resume(board.archive, 1, Settings())
    assert resumed.state.spoken is not None
    resumed.close()


@pytest.mark.parametrize("step", ["make_speech", "Playback", "make_listener"])
def test_opened_devices_close_when_the_next_fails(
    board: Board, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(step)

    closed: list[bool] = []
    speech = SimpleNamespace(close=lambda: closed.append(True), wait_idle=None)
    monkeypatch.setattr(devices, "make_speech", lambda *_: speech)
    monkeypatch.setattr(devices, "unknown", lambda *_: ())
    monkeypatch.setattr(devices, step, broken)
    given = cli.make_parser(["play"]).parse_args(["play"])
    with pytest.raises(RuntimeError, match=step):
        assemble.run(given, board.session, 0, "ready")
    assert closed == ([] if step == "make_speech" else [True])
    resume(board.archive, 1, Settings())[0].close()  # else it would be in use


def test_clock_words_are_expected_after_a_move(board: Board) -> None:
    ears = FakeListener()
    board.equip(listener=ears)
    board.run(typed("e4"), typed(""), typed("Pause"))
    after_move, after_press, in_pause = ears.phrases[-3:]
    assert after_move.count("uhr") > after_press.count("uhr")
    assert in_pause.count("weiter") > after_press.count("weiter")


@pytest.mark.article("6.11.2")
def test_6_11_2_typed_pin_gives_the_floor_unrecorded(
    tmp_path: Path,
) -> None:
    """Whoever is asked for the PIN types it as it is, and orders after it, with no name before."""
    board = Board(tmp_path, arbiter_pin=hashed("4711", bytes(16)), mode=Mode.COMPETITION)
    lines = board.run(
        *(typed(""), typed("Schiedsrichter"), typed("weiß: 4712"), typed("vier sieben eins eins")),
        *(typed("4711"), typed("Verwarnung Weiß"), typed("weiß: Verwarnung Schwarz")),
        *(typed("weiter"), typed("e4"), typed("")),
    )
    assert sentence("game.arbiter.pin_refused") in lines
    assert lines.count(sentence("game.penalty.warning", colour="Weiß")) == 1
    assert sentence("game.refused.arbiter only") in lines
    assert board.moves == ["e2e4"]
    board.session.close()
    said = [(entry.input, entry.events, entry.said) for entry in board.archive.entries(1)]
    assert not [pin for pin in ("4711", "4712", "vier sieben") if pin in str(said) + str(lines)]


def test_history_has_what_was_typed_but_no_pin(tmp_path: Path) -> None:
    board = Board(tmp_path, arbiter_pin=hashed("4711", bytes(16)), mode=Mode.COMPETITION)
    kept: list[str] = []
    board.equip(remember=kept.append)
    board.run(
        *(typed("e4"), typed("Zeit"), typed("Schiedsrichter"), typed("weiß: 4712"), typed("47")),
        *(typed("four seven one one"), typed("weiter"), typed("4711")),
    )
    assert kept == ["e4", "Zeit", "Schiedsrichter", "weiter"]


@pytest.mark.article("6.11.2")
def test_6_11_2_spoken_pin_gives_the_floor_unrecorded(tmp_path: Path) -> None:
    board = Board(tmp_path, arbiter_pin=hashed("4711", bytes(16)), mode=Mode.COMPETITION)
    board.clock.now = 9 * SECOND
    lines = board.run(
        *(typed(""), heard("schiedsrichter", 1), heard("vier sieben eins eins", 3)),
        *(heard("verwarnung weiß", 5), heard("weiter", 7), heard("eva vier", 8)),
    )
    assert sentence("game.penalty.warning", colour="Weiß") in lines
    assert sentence("game.article", article="12.9.1") in lines
    spoken = board.session.state.spoken
    assert spoken is not None
    assert spoken.move.uci() == "e2e4"
    board.session.close()
    said = [(entry.input, entry.events, entry.said) for entry in board.archive.entries(1)]
    assert "vier sieben" not in str(said) + str(lines)
    assert replayed(board.archive, 1).state == board.session.state


def test_what_takes_long_is_done_aside_and_told_when_it_is_done(board: Board) -> None:
    """The program that fills a clipboard may hang for seconds."""
    board.session.introduce()
    copies = Signal()
    line = Utterance((Segment("Kopiert.", "de"),))

    def give(_: object, __: object) -> None:
        board.inbox.do_aside(lambda: [line] if copies.wait(WAITS) else [])
        board.inbox.do_aside(lambda: [line])

    board.equip(give=give)
    board.run(*map(typed, ("e4", "Uhr", "PGN kopieren", "e5", "Uhr")))
    assert board.moves == ["e2e4", "e7e5"]
    assert "Kopiert." not in board.lines
    copies.set()
    for _ in range(2):
        board.loop.turn(board.inbox.get(WAITS))
    assert board.lines[-2:] == ["Kopiert."] * 2


def test_whoever_leaves_is_told_first_what_became_of_it(board: Board) -> None:
    copies = Signal()
    line = Utterance((Segment("Kopiert.", "de"),))

    def give(_: object, __: object) -> None:
        board.inbox.do_aside(lambda: [line] if copies.wait(WAITS) else [])
        copies.set()

    board.equip(give=give)
    assert "Kopiert." in board.run(*map(typed, ("e4", "Uhr", "PGN kopieren", "Ende")))
