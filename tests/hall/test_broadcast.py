# SPDX-License-Identifier: GPL-3.0-or-later
"""What the public sees of a round, and when."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as over
from hypothesis import strategies as st
from rounds import Table, paired

from announce.text.settings import Settings
from hall.broadcast import MINUTE, PUBLIC, Broadcast, file_of
from hall.public import page
from hall.records import Recorded, archives, of_round
from hall.rounds.facts import conditions
from record.journal import Archive
from rules.score import games as texts_of
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Pressed, Said
from table.core.state import State, new_state
from table.events.game import Role
from table.reception import BOARD
from table.understanding import typed


def games(text: str) -> list[chess.pgn.Game]:
    source = io.StringIO(text)
    return [*iter(lambda: chess.pgn.read_game(source), None)]


def moves(game: chess.pgn.Game) -> list[str]:
    return [one.san() for one in game.mainline()]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Path]:
    """Table 1 has made four plies; table 2 is over after two; table 3 waits."""
    first = Table(tmp_path, 1, white_assistant="Zora").play("e4", "e5", "Sf3", "Sc6")
    second = Table(tmp_path, 2).play("d4", "d5").order("Weiß gewinnt", "ja")
    yield tmp_path
    first.close()
    second.close()


def found(hall: Path) -> Mapping[int, Recorded]:
    played, doubts = of_round(paired(), archives(hall))
    assert doubts == []
    return played


def live(hall: Path, moves: int = 0) -> list[chess.pgn.Game]:
    cast = Broadcast(paired(), moves=moves)
    cast.look(found(hall), 0)
    return games(file_of(cast.texts(0)))


def test_every_table_stands_in_the_file_with_what_was_played(hall: Path) -> None:
    one, two, three = live(hall)
    tags = ("Event", "Round", "Board", "White", "Black", "Result")
    told = [one.headers[tag] for tag in tags]
    assert told == ["Liga", "3", "1", "Adam, Ana", "Dolar, Dana", "*"]
    assert (one.headers["WhiteElo"], one.headers["BlackFideId"]) == ("2301", "4600045")
    assert one.headers["Date"] == "2026.11.28"
    assert moves(one) == ["e4", "e5", "Nf3", "Nc6"]
    assert all(move.clock() is not None for move in one.mainline())
    assert (moves(two), two.headers["Result"]) == (["d4", "d5"], "1-0")
    assert (moves(three), three.headers["White"], three.headers["Result"]) == (
        [], "Čech, Cilka", "*",
    )  # fmt: skip


@pytest.mark.parametrize(("delay", "seen"), [(0, 4), (1, 2), (2, 0), (9, 0)])
def test_a_delay_in_moves_holds_back_the_last_of_each_player(
    delay: int, seen: int, hall: Path
) -> None:
    one, two, _ = live(hall, delay)
    assert len(moves(one)) == seen
    assert (len(moves(two)), two.headers["Result"]) == (2, "1-0")  # it is over


def test_the_public_sees_no_offers_no_remarks_and_no_assistants(tmp_path: Path) -> None:
    table = Table(tmp_path, 1, white_assistant="Zora")
    table.play("e4", "e5")
    table.order("biete Remis", "ja", who=Role.WHITE)
    assert table.session.state.offers or table.session.state.scoresheets.offers
    table.play("Sf3", "Sc6")
    table.order("Verwarnung Schwarz")
    table.close()
    cast = Broadcast(paired())
    cast.look(found(tmp_path), 0)
    text = file_of(cast.texts(0))
    shown = page(cast.texts(0), 0, 0, Settings())
    for hidden in ("(=)", "Zora", "Verwarnung", "Laws", "Assistant"):
        assert hidden not in text
        assert hidden not in shown
    told = {name for one in games(text) for name in one.headers}
    extra = {f"{side}{name}" for side in ("White", "Black") for name in ("Title", "Elo", "FideId")}
    assert told <= {*PUBLIC, *extra}


def test_a_result_in_the_file_of_the_pairings_is_as_late_as_that_file_is_young() -> None:
    one, *others = paired().pairings
    told = replace(paired(), pairings=(replace(one, result="1-0"), *others))
    for rested, seen in ((14 * MINUTE, "*"), (15 * MINUTE, "1-0")):
        cast = Broadcast(told, 15)
        cast.look({}, 0, rested)
        assert games(cast.texts(0)[0])[0].headers["Result"] == seen


def test_what_cannot_be_read_for_a_moment_stays(hall: Path) -> None:
    cast, played = Broadcast(paired()), found(hall)
    cast.look(played, 0)
    before = cast.texts(0)
    cast.look({}, 5)
    assert cast.texts(5) == before


# --- The delay, as a property ---------------------------------------------------------------------

SAID: Sequence[Sequence[tuple[Role | None, str]]] = (
    [(Role.WHITE, "biete Remis")],
    [(Role.WHITE, "biete Remis"), (Role.BLACK, "Remis angenommen"), (Role.BLACK, "ja")],
    [(Role.WHITE, "Schiedsrichter")],
    [(None, "Remis reklamieren Stellungswiederholung")],
    [(Role.BLACK, "ich gebe auf"), (Role.BLACK, "ja")],
    [(Role.ARBITER, "Stellung zurück zwei Halbzüge"), (Role.ARBITER, "ja")],
    [(Role.ARBITER, "zurück zur Grundstellung"), (Role.ARBITER, "ja")],
    [(Role.ARBITER, "Pause")],
    [(Role.ARBITER, "weiter")],
    [(Role.ARBITER, "zwei Minuten für Weiß"), (Role.ARBITER, "ja")],
    [(Role.ARBITER, "Verwarnung Schwarz")],
    [(Role.ARBITER, "Ergebnis Remis"), (Role.ARBITER, "ja")],
    [(Role.ARBITER, "Hängepartie"), (Role.ARBITER, "ja")],
    [(Role.WHITE, "weiter"), (Role.BLACK, "nein")],
)

ACTS = st.lists(st.integers(-len(SAID), 40), max_size=25)
"""What is done at a table, one act a minute: a line of `SAID`, or a legal move by its number."""

NOWHERE = Archive(Path("nowhere.sqlite"))


def states(acts: Sequence[int]) -> list[State]:
    """The table before the first act, and after each."""
    pairing = paired().pairings[0]
    agreed = Conditions(**{**conditions(paired(), pairing), "press_after": None})
    state, _, _ = BOARD.handle(new_state(agreed), Begin(), 0)
    made = [state]
    for minute, act in enumerate(acts, 1):
        at = minute * 60 * SECOND
        legal = sorted(state.position.legal_moves, key=str) or [chess.Move.null()]
        lines = SAID[-act - 1] if act < 0 else [(None, legal[act % len(legal)].uci())]
        for who, text in lines:
            given = Said(typed(text, state, who), at, who, text, typed=True)
            state, _, _ = BOARD.handle(state, given, at)
        if act >= 0:
            state, _, _ = BOARD.handle(state, Pressed(None), at)
        made.append(state)
    return made


def recorded(state: State, rested: float = 0.0) -> dict[int, Recorded]:
    return {1: Recorded(1, NOWHERE, 1, "2026-11-28T15:00:00", state, rested)}


def shown_by(cast: Broadcast, made: Sequence[State], minutes: int) -> list[tuple[str, ...]]:
    """All that is public after each minute: the PGN and the page."""
    public = list[tuple[str, ...]]()
    for minute in range(minutes):
        cast.look(recorded(made[min(minute, len(made) - 1)]), minute * MINUTE)
        texts = cast.texts(minute * MINUTE)
        public.append((file_of(texts), page(texts, 15, 0, Settings())))
    return public


FAST = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@FAST
@over(ACTS, st.integers(1, 12))
def test_what_is_public_now_is_what_was_known_then_and_nothing_else(
    acts: list[int], delay: int
) -> None:
    made = states(acts)
    minutes = len(made) + delay
    late = shown_by(Broadcast(paired(), delay), made, minutes)
    at_once = shown_by(Broadcast(paired()), made, minutes)
    bare = shown_by(Broadcast(paired(), 99), made, 1)
    assert late == [*bare * delay, *at_once[: minutes - delay]]


@FAST
@over(ACTS, ACTS, ACTS, st.integers(1, 12))
def test_two_rounds_that_differ_later_look_the_same_until_then(
    both: list[int], one: list[int], other: list[int], delay: int
) -> None:
    until = len(both) + 1 + delay  # the first act that may differ is public in this minute
    first = shown_by(Broadcast(paired(), delay), states([*both, *one]), until)
    second = shown_by(Broadcast(paired(), delay), states([*both, *other]), until)
    assert first == second


@FAST
@over(ACTS, st.integers(1, 12), st.integers(0, 30), st.booleans())
def test_started_anew_it_shows_nothing_sooner_and_loses_nothing(
    acts: list[int], delay: int, when: int, touched: bool
) -> None:
    """``touched``: something has written to the archive just before, and changed no game."""
    made = states(acts)
    at_once = shown_by(Broadcast(paired()), made, len(made) + 40)
    before = shown_by(Broadcast(paired(), delay), made, when + 1)[-1]
    cast = Broadcast(paired(), delay, public=before[0])
    rests = 0 if touched else max(0, when - len(made) + 1)
    cast.look(recorded(made[min(when, len(made) - 1)], rests * MINUTE), when * MINUTE)
    texts = cast.texts(when * MINUTE)
    shown = file_of(texts), page(texts, 15, 0, Settings())
    known = at_once[: max(0, when - delay) + 1]
    assert shown == before or shown in known
    cast.look(recorded(made[-1]), (when + 1) * MINUTE)
    texts = cast.texts((when + 1 + delay) * MINUTE)
    assert file_of(texts) == at_once[-1][0]


def test_the_file_that_is_out_there_is_understood_whatever_stands_in_its_names() -> None:
    one, *others = paired().pairings
    odd = replace(one, white=replace(one.white, name='Eva "e4" \\ {Kos} [x] <b>'))
    told = replace(paired(), pairings=(odd, *others))
    agreed = Conditions(**{**conditions(told, odd), "press_after": None})
    state, _, _ = BOARD.handle(new_state(agreed), Begin(), 0)
    cast = Broadcast(told)
    cast.look(recorded(state), 0)
    out = file_of(cast.texts(0))
    assert len(texts_of(out)) == 3
    assert file_of(Broadcast(told, 15, public=out).texts(0)) == out
    shown = page(cast.texts(0), 0, 0, Settings())
    assert "Eva &quot;e4&quot; \\ {Kos} [x] &lt;b&gt;" in shown
