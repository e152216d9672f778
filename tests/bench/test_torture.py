# SPDX-License-Identifier: GPL-3.0-or-later
"""A fixed sample of the campaigns that need no real time.

``python -m bench.torture`` runs them for as long as it is told, and those with the real program.
"""

import math
import random
from pathlib import Path

import pytest

from bench import torture
from bench.torture import CAMPAIGNS, Campaign, killing, run_for, sample
from bench.torture.parsing import PARSERS, SEEDS
from record.journal import Archive

SEED = 1
CASES = {
    **{"talk": 20, "archives": 25, "signing": 5, "sealing": 10, "programs": 10, "locks": 10},
    "parsing": 30,
    **{"page": 15, "sounds": 5},
}


@pytest.mark.parametrize("name", CASES)
def test_nothing_of_the_sample_fails(name: str) -> None:
    found = sample({name: CASES[name]}, SEED)[name]
    assert found.cases == CASES[name]
    assert found.failures == []


def test_every_campaign_without_real_time_is_in_the_sample() -> None:
    assert set(CASES) == {name for name, one in CAMPAIGNS.items() if not one.real}


def test_a_life_that_was_killed_is_on_record(tmp_path: Path) -> None:
    """The real program; thousands of lives are for ``python -m bench.torture --only kills``, which
    also measures how much of its time is lost. A busy machine writes that late."""
    killing.killed([["move", 0, 4, 1], ["move", 0, 4, 2]], tmp_path, late=math.inf)
    (game,) = Archive(tmp_path / "games.sqlite").games()
    assert game.begun


@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_reads_what_its_campaign_begins_with(name: str) -> None:
    assert SEEDS[name]
    for text in SEEDS[name]:
        PARSERS[name](text.encode("latin-1", "replace"))


@pytest.fixture
def numbers(monkeypatch: pytest.MonkeyPatch) -> str:
    """A campaign that fails where a seven is among its numbers."""

    def run(case: list[int], _folder: Path) -> None:
        assert 7 not in case, "seven"

    def make(rng: random.Random) -> list[int]:
        return [rng.randrange(20) for _ in range(30)]

    monkeypatch.setitem(torture.CAMPAIGNS, "numbers", Campaign(make, run))
    return "numbers"


def test_smallest_failing_case_is_kept_with_its_seed(numbers: str, tmp_path: Path) -> None:
    found = sample({numbers: 20}, SEED)
    assert found[numbers].failures
    for failed in found[numbers].failures:
        assert failed["case"] == [7]
        assert "seven" in failed["why"]
        again = CAMPAIGNS[numbers].make(random.Random(f"{numbers} {failed['seed']}"))
        assert 7 in again
    (kept, *_) = torture.kept(found, tmp_path)
    assert kept.name.startswith("numbers-")


def test_it_runs_for_as_long_as_it_is_told(numbers: str) -> None:
    assert run_for(0, [numbers], SEED)[numbers].cases == 0
    assert run_for(0.05, [numbers], SEED)[numbers].cases > 0
