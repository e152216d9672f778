# SPDX-License-Identifier: GPL-3.0-or-later
"""A line of any length and any content is worked off at once: it costs nobody time on the clock."""

import itertools
import re
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from boards import Board, typed
from effort import calls
from hypothesis import Phase, example, given, settings, target
from hypothesis import strategies as st
from told import sentence

from announce.text.settings import LANGUAGES
from record.sealed_moves import SealedMoves
from table import reception, understanding
from table.arbiter.pin import hashed
from table.core.conditions import Conditions
from table.core.inputs import Begin, Said
from table.core.state import State, new_state
from table.events.game import Refusal, Refused, Role
from table.handle import handle
from table.reception import LONGEST_LINE, addressed
from voice.language import lexicon, semantics

MOST_CALLS = 120_000
"""Of Python and built-in functions for one line: some 15 ms; the worst found take half."""

ENDLESS = 5.0
"""Seconds of the processor: a hundred times what it takes, an eighth of what it took."""


def state_after(*lines: str, **conditions: Any) -> State:
    state = new_state(Conditions(press_after=None, **conditions))
    state, *_ = handle(state, Begin(), 0)
    for second, line in enumerate(lines, start=1):
        at = second * 10**9
        said = reception.typed(addressed(line), state, at)
        received = (
            reception.receive(said, state, at)
            if isinstance(said, Said)
            else reception.press(None, state, at)
        )
        assert received.given is not None
        state, *_ = handle(state, received.given, at)
    return state


STATES: dict[str, Callable[[], State]] = {
    "before the game": cache(lambda: new_state(Conditions())),
    "playing": cache(lambda: state_after("e4")),
    "asked which": cache(lambda: state_after("Sf3", "", "e6", "", "Sc3", "", "a6", "", "Se")),
    "PIN asked": cache(lambda: state_after("Schiedsrichter", arbiter_pin=hashed("471100"))),
}
"""States of a table; each is made when a test needs it, and once."""


def read(line: str, state: State, who: Role | None, language: str) -> None:
    """Everything that the loop does to know what a line means."""
    taken = addressed(line if who is None else f"{who}: {line}"[:LONGEST_LINE])
    said = reception.typed(taken, state, 0, None, language)
    if isinstance(said, Said):
        SealedMoves().typed(said, taken[1], state, language)


def test_a_longer_line_is_refused_in_one_sentence(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.run(typed(""))
    board.lines.clear()
    assert (
        board.run(typed("e" * (LONGEST_LINE + 1)), typed("arbiter: " + "4 " * 9000))
        == [sentence("game.refused.line too long")] * 2
    )
    assert len(list(board.archive.entries(1))) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_is_in_every_language(language: str) -> None:
    assert "200" not in sentence("game.refused.line too long", language=language)


def test_the_longest_line_is_read() -> None:
    state = STATES["before the game"]()
    line = "ereignis: " + "x" * (LONGEST_LINE - 10)
    assert isinstance(reception.typed(addressed(line), state, 0), Said)
    refused = reception.typed(addressed(line + "x"), state, 0)
    assert isinstance(refused, Refused)
    assert refused.reason is Refusal.LINE_TOO_LONG


WORDS = sorted(
    {
        word
        for path in Path(lexicon.__file__).parent.glob("*/*.toml")
        for word in re.findall(r"[\w']+", path.read_text("utf-8"))
    }
)
PIECES = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(["e4", "O-O", "0-0-0", "e.p.", "++", "(=)", "1-0", "½-½", "15+10", " - ", "х"]),
    st.text(max_size=6),
    st.builds(lambda sign, count: sign * count, st.characters(), st.integers(1, 60)),
)
LINES = st.lists(
    st.builds(lambda piece, gap, count: (piece + gap) * count, PIECES,
              st.sampled_from(["", " ", "-"]), st.integers(1, 60)),
    min_size=1, max_size=6,
).map(lambda pieces: "".join(pieces)[:LONGEST_LINE])  # fmt: skip


@settings(max_examples=150, deadline=None, phases=[Phase.explicit, Phase.generate, Phase.target])
@given(
    LINES,
    st.sampled_from(sorted(STATES)),
    st.sampled_from([None, Role.ARBITER]),
    st.sampled_from(["de", "sr"]),
)
@example("1" * 195 + " x y", "PIN asked", None, "de")
@example("1-01" * 50, "playing", None, "sr")
@example("х" * 200, "playing", None, "sr")
@example("!?" * 99 + "x", "playing", None, "de")
@example("zwei " * 40, "playing", Role.ARBITER, "de")
def test_every_permitted_line_is_soon_understood(
    line: str, at: str, who: Role | None, language: str
) -> None:
    state = STATES[at]()
    for each in (language, *LANGUAGES):
        understanding.make_ready(state, each)
    semantics.parse_words.cache_clear()
    cost = calls(lambda: read(line, state, who, language))
    target(float(cost))
    assert cost < MOST_CALLS


def test_the_first_line_takes_no_longer() -> None:
    """Nothing is loaded when the clock runs, but for a command typed in another language."""
    lines = ("Springer felix 3", "zwei Minuten für Weiß", "erkläre A.4", "e4")
    for language in LANGUAGES:
        understanding.make_ready(STATES["before the game"](), language)
        for line, who in itertools.product(lines, (None, Role.ARBITER)):
            assert calls(partial(read, line, STATES["playing"](), who, language)) < MOST_CALLS


@pytest.mark.parametrize(
    "piece", ["1", "1 ", "Eva vier ", "1-0", "+", "!x", "х", "zwei ", "15+10 ", "(", "Bedenkzeit "]
)
@pytest.mark.parametrize("at", ["playing", "PIN asked"])
def test_no_reader_takes_ever_longer(piece: str, at: str) -> None:
    """8,000 letters took 40 seconds: what is refused by its length hides no such reader."""
    state = STATES[at]()
    understanding.make_ready(state, "cs")
    line = f"{(piece * 8000)[:8000]} x y z"
    before = time.thread_time()
    for who in (None, Role.ARBITER):
        understanding.typed(line, state, who, "cs")
    assert time.thread_time() - before < ENDLESS
