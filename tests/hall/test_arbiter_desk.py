# SPDX-License-Identifier: GPL-3.0-or-later
"""The desk of a hall: orders are signed there, and calls wait in a queue; for arbiters alone."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from desks import ALL, OTHERS, SECOND, Hall
from halls import PASSPHRASE, PEN, order

from hall import message
from hall.arbiter_desk import ASKED_FOR, LOOKS, TELLS_READ
from hall.desk import GATHERS
from hall.following import Unsent
from hall.line import Came
from hall.message import Alive
from hall.orders import LASTS, OrderOutcome, opened, sealed
from hall.served import SignsIn
from table.core.inputs import Said
from table.events.game import Role
from table.understanding import typed


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    yield Hall(tmp_path, 3)


def test_an_order_goes_out_signed_and_its_outcome_is_told(hall: Hall) -> None:
    hall.sign_in()
    assert hall.type("Tisch 2 zwei Minuten für Schwarz") == []
    assert hall.deliver() == [
        "Tisch 2: Schwarz: sechs Minuten und achtundfünfzig Sekunden eingestellt."
    ]
    assert hall.wait(1) == []  # once
    before = hall.tables[1].session.state
    assert hall.type("Tisch 2 Stellung")  # a question goes nowhere
    assert hall.out == []
    assert hall.tables[1].session.state == before


def test_one_order_for_all_tables_is_told_in_one_line(hall: Hall) -> None:
    hall.sign_in()
    hall.type("alle Pause")
    assert len({number for _, number, _ in hall.out}) == 1
    assert hall.deliver() == ["Tische 1 bis 3: Beide Uhren stehen."]
    hall.type("Tische 1 und 3 weiter")
    assert hall.deliver() == ["Tische 1 und 3: Die Uhr läuft."]
    hall.type("alle Pause")
    assert hall.deliver() == [
        "Tische 1 und 3: Beide Uhren stehen.",
        "Tisch 2, abgelehnt. Die Partie ist unterbrochen.",
    ]


def test_what_ends_a_game_is_asked_first_and_a_yes_is_for_those_who_ask(hall: Hall) -> None:
    hall.sign_in()
    hall.type("Tische 1 und 2 Ergebnis Remis")
    assert hall.deliver() == ["Tische 1 und 2, Ergebnis Remis, ist das richtig?"]
    hall.type("ja")
    hall.deliver()
    over = [table.session.state.outcome is not None for table in hall.tables.values()]
    assert over == [True, True, False]
    assert hall.type("ja") == ["Kein Tisch fragt nach einer Anordnung von hier."]


@pytest.mark.parametrize("name", ["Anna", "Anna Schmidt", "eva"])
def test_a_passphrase_behind_a_name_is_never_repeated(name: str, hall: Hall) -> None:
    told = hall.type(f"{name} {PASSPHRASE}")
    assert told[0].startswith("Kennwort von ") and len(told) == 1
    assert not hall.shown
    assert PASSPHRASE not in "".join(hall.lines)


def test_nobody_gives_orders_without_their_passphrase(hall: Hall) -> None:
    wanted = "Wer gibt die Anordnung? Zuerst den Namen: Anna Schmidt, Eva Kos."
    assert hall.type("alle Pause") == [wanted]
    hall.type("Anna")
    assert not hall.shown  # the passphrase is not seen
    assert hall.type(OTHERS) == ["Das ist nicht das Kennwort."]
    assert hall.shown
    assert hall.type("alle Pause", "ich komme") == [wanted, wanted]
    hall.sign_in()
    hall.type("abmelden")
    assert hall.type("alle Pause") == [wanted]
    assert hall.out == []
    assert PASSPHRASE not in "".join(hall.lines)


def test_after_a_few_wrong_passphrases_not_even_the_right_one_counts_for_a_while(
    hall: Hall,
) -> None:
    for _ in range(4):
        hall.desk.received(SignsIn("Anna Schmidt", "wrong"))
    assert "zählt erst in" in hall.lines[-1]
    hall.desk.received(SignsIn("Anna Schmidt", PASSPHRASE))
    assert hall.type("alle Pause")[0].startswith("Wer gibt")
    hall.wait(3600)
    hall.sign_in()
    hall.type("alle Pause")
    assert len(hall.out) == 3
    assert PASSPHRASE not in repr(SignsIn("Anna Schmidt", PASSPHRASE))


def test_each_order_bears_the_name_of_who_gave_it(hall: Hall) -> None:
    hall.sign_in()
    hall.type("Tisch 1 Pause", "Eva Kos", OTHERS, "Tisch 2 Pause")
    by = [opened(data, f"open/{table}", hall.sent[table].game, ALL) for table, _, data in hall.out]
    assert [one.by for one in by if not isinstance(one, OrderOutcome)] == [
        "Anna Schmidt",
        "Eva Kos",
    ]


def test_an_order_that_nobody_takes_expires_and_is_told_again_if_it_was_obeyed(
    hall: Hall,
) -> None:
    hall.wait(10)  # no sign of life
    hall.sign_in()
    waits = hall.type("Tisch 2 Pause")
    assert waits == ["Tisch 2: ohne Verbindung. Die Anordnung wartet zwei Minuten."]
    assert hall.wait(LASTS + 1) == [
        "Tisch 2, verfallen: Pause. Kein Zeichen des Tischs seit zwei Minuten."
    ]
    assert hall.wait(LASTS) == []
    told = hall.deliver()  # it had obeyed before it was cut off
    assert "Tisch 2: Beide Uhren stehen." in told


def test_an_order_that_does_not_go_out_is_told(hall: Hall) -> None:
    hall.sign_in()
    hall.type("Tisch 2 Pause")
    hall.desk.received(Unsent(2, hall.out[0][1]))
    assert hall.wait(0.3) == ["Tisch 2, nicht zugestellt: Pause. Der Server antwortet nicht."]


def test_answers_are_gathered_but_not_for_long(hall: Hall) -> None:
    hall.sign_in()
    hall.type("Tische 1 und 2 Pause")
    hall.out.pop()
    assert hall.deliver() == []  # table 2 may answer soon
    assert hall.wait(GATHERS) == ["Tisch 1: Beide Uhren stehen."]


def test_a_question_is_asked_by_voice(hall: Hall) -> None:
    assert hall.hear("brett zwei stellung")[0].startswith("Weiß:")
    assert hall.hear("wohin") == ["Niemand ruft."]
    assert hall.hear("brett zwei")[0] == "Tisch 2: Weiß gegen Schwarz."


def test_an_order_that_was_heard_is_asked_back(hall: Hall) -> None:
    hall.sign_in()
    told = hall.hear("bretter eins bis zwei pause")
    assert told == ["Tische 1 und 2: Pause. Ist die Anordnung so gemeint?"]
    assert not hall.out
    hall.hear("turm")  # was said to somebody else
    assert hall.hear("nein") == ["Nicht angeordnet."]
    assert hall.hear("ja") == []
    hall.hear("bretter eins bis zwei pause", "ja")
    assert [table for table, _, _ in hall.out] == [1, 2]


def test_an_order_that_was_heard_is_not_meant_for_ever(hall: Hall) -> None:
    hall.sign_in()
    hall.hear("brett eins pause")
    hall.wait(ASKED_FOR + 1)
    hall.hear("ja")
    hall.hear("brett eins pause", "brett zwei stellung", "ja")  # something else came between
    assert not hall.out


def test_nobody_is_let_in_by_voice(hall: Hall) -> None:
    names = "Wer gibt die Anordnung? Zuerst den Namen: Anna Schmidt, Eva Kos."
    assert hall.hear("brett eins pause") == [names]
    assert hall.hear("anna") == []
    hall.type("Anna")
    assert hall.hear(PASSPHRASE, "brett eins pause", "ja") == []
    assert not hall.out
    assert hall.type(PASSPHRASE) == ["Anordnungen gibt jetzt Anna Schmidt."]


def test_the_desk_does_not_hear_itself(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.sign_in()
    assert hall.hear("brett eins pause", over=True)
    monkeypatch.setattr(hall.desk._presenter, "has_said", lambda *_: True)
    assert hall.hear("brett eins pause", over=True) == []


@pytest.mark.article("6.11.2")
def test_a_desk_that_begins_anew_knows_who_goes_to_a_call(hall: Hall) -> None:
    hall.begins_anew()
    assert hall.say(2, "Schiedsrichter", Role.WHITE) == []
    told = {"call": ["called", "True", "6.11.2"], "by": "Eva Kos"}
    hall.taken(2, json.dumps(told).encode())
    before = len(hall.lines)
    hall.desk.received(Came("read"))
    assert hall.lines[before + 1 :] == ["Tisch 2, Weiß ruft. Eva Kos geht hin."]


def test_a_desk_that_begins_anew_tells_which_orders_were_not_obeyed(hall: Hall) -> None:
    """To the arbiter who gave them, when they are known here again."""
    assert PEN is not None
    obeyed = order("eine Minute für Weiß", 16)
    for table, given, age in ((1, order("Pause", 17), LASTS + 60.0), (2, obeyed, 60.0)):
        view = hall.desk.views[table]
        assert view.opening is not None
        data = sealed(f"open/{table}", view.opening.hash, given, PEN)
        hall.desk.received(Came("order", table, 0, data, age))
    hall.tables[2].put(obeyed)
    hall.follow()
    assert hall.wait(1) == []
    assert hall.type("Anna", PASSPHRASE)[2:] == [
        "Tisch 1, verfallen: Pause. Kein Zeichen des Tischs seit zwei Minuten."
    ]
    assert hall.wait(1) == []


def test_all_tables_that_are_invited_are_in_the_overview(hall: Hall) -> None:
    hall.desk.received(Came("invited", 9, 0, b""))
    assert hall.type("Übersicht")[-1].startswith("Tisch 9: keine Partie.")
    assert hall.type("Tisch 99 Übersicht") == ["Tisch 99: keine Partie."]


def test_it_is_told_how_much_was_read(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 1)
    hall.desk._ready, hall.part = False, 40
    assert hall.wait(TELLS_READ + 1) == ["40 Prozent gelesen."]


@pytest.mark.article("6.11.2")
def test_a_call_is_told_waits_in_the_queue_and_is_taken_by_one(hall: Hall) -> None:
    assert hall.say(2, "Schiedsrichter", Role.WHITE) == ["Tisch 2, Weiß ruft."]
    hall.wait(40)
    hall.say(1, "Remis reklamieren Stellungswiederholung", Role.WHITE)
    hall.wait(1)
    assert hall.type("Rufe") == [
        "Tisch 2, Weiß ruft und wartet einundvierzig Sekunden.",
        "Tisch 1, Weiß ruft: Reklamation 9.2, wartet eine Sekunde.",
    ]
    hall.sign_in()
    assert hall.type("ich komme") == ["Anna Schmidt geht hin: Tisch 2."]
    told = {"call": ["called", "True", "6.11.2"], "by": "Eva Kos"}
    hall.taken(2, json.dumps(told).encode())  # another desk was later
    assert hall.type("Rufe")[0].endswith("Anna Schmidt geht hin.")
    hall.type("Tisch 2 weiter")
    hall.deliver()
    assert [one.table for one in hall.desk.queue()] == [1]


@pytest.mark.parametrize(
    "data", [b"", b"[]", b'{"call": ["called", "True", "6.11.2"], "by": "Nobody"}', b'{"by": 1}']
)
def test_nobody_unknown_takes_a_call(hall: Hall, data: bytes) -> None:
    hall.say(2, "Schiedsrichter", Role.WHITE)
    hall.taken(2, data)
    assert [one.taken for one in hall.desk.queue()] == [""]


def test_a_table_opened_tells_its_state_its_record_and_its_last_minute(hall: Hall) -> None:
    hall.wait(70)
    hall.say(2, "Schiedsrichter", Role.WHITE)
    told = hall.type("Tisch 2")
    assert told[:3] == [
        "Tisch 2: Weiß gegen Schwarz.",
        "Zug 2, Weiß ist am Zug.",
        "Die Uhren stehen.",
    ]
    assert "Partie: 1. e4 e5" in told
    assert any(line.startswith("Weiß ruft den Schiedsrichter.") for line in told)
    hall.wait(100)
    hall.follow()
    assert hall.type("Tisch 2")[-1] == "In der letzten Minute wurde nichts gesagt."


def test_a_table_that_is_alone_and_back_is_told_once(hall: Hall) -> None:
    assert hall.wait(10) == ["Tische 1 bis 3: allein, kein Zeichen mehr."]
    assert hall.wait(10) == []
    hall.follow()
    assert hall.wait(0.3) == ["Tische 1 bis 3: wieder da."]


def test_a_table_that_is_left_is_told_as_that(hall: Hall) -> None:
    for text in ("ich gebe auf", "ja"):
        said = typed(text, hall.tables[2].session.state, Role.WHITE)
        hall.tables[2].put(Said(said, 0, Role.WHITE, text))
    hall.follow()
    hall.wait(0.3)
    for number in (1, 2):
        sign = Alive(hall.sent[number].game, 0, hall.tables[number].seconds * SECOND, left=True)
        hall.desk.received(Came("alive", number, 0, message.of_alive(sign)))
    assert hall.wait(0.3) == [
        "Tisch 1: das Programm ist verlassen, die Partie nicht zu Ende.",
        "Tisch 2: fertig, das Programm ist verlassen.",
    ]
    assert hall.wait(10) == ["Tisch 3: allein, kein Zeichen mehr."]
    hall.follow()
    assert hall.wait(0.3) == ["Tische 1 bis 3: wieder da."]


def test_what_no_table_sends_changes_nothing(hall: Hall) -> None:
    for kind in ("entry", "alive", "order"):
        hall.desk.received(Came(kind, 2, 1, b'{"is": "entry"}'))
    assert hall.wait(0.3) == []


def test_a_pipe_waits_for_the_hall_and_for_what_became_of_its_orders(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 1, stays=False)
    hall.sign_in()
    hall.type("Tisch 1 Pause")
    hall.desk.left_alone()
    hall.wait(0.3)
    assert hall.desk.next is hall.desk
    assert hall.deliver() == ["Tisch 1: Beide Uhren stehen."]
    assert hall.desk.next is None


def test_lines_that_come_before_the_hall_is_read_wait(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 1)
    hall.begins_anew()
    assert hall.type("Tisch 1") == []
    hall.desk.received(Came("read"))
    assert "Tisch 1: Weiß gegen Schwarz." in hall.lines


def test_the_desk_looks_often_enough(hall: Hall) -> None:
    hall.desk.pass_time(idle=True)
    assert hall.desk.patience() == LOOKS / SECOND
