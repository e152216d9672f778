# SPDX-License-Identifier: GPL-3.0-or-later
"""Which loudspeaker, or side of one, is whose."""

import pytest

from announce.errors import UserError
from game.app.cli import make_parser
from game.app.devices import Output, outputs, players
from game.speech.channels import ROOM
from game.speech.player import StereoSide
from table.events.game import Role


def chosen(*arguments: str) -> dict[Role | None, Output]:
    return outputs(make_parser(["play"]).parse_args(["play", *arguments]))


def test_without_options_one_loudspeaker_is_for_everybody() -> None:
    assert chosen() == {ROOM: (None, StereoSide.BOTH)}
    assert chosen("--loudspeaker", "3") == {ROOM: (3, StereoSide.BOTH)}


def test_each_player_has_a_device() -> None:
    own = chosen("--white-loudspeaker", "Kopfhörer", "--black-loudspeaker", "2")
    assert own == {Role.WHITE: ("Kopfhörer", StereoSide.BOTH), Role.BLACK: (2, StereoSide.BOTH)}


def test_long_digits_are_no_device_number() -> None:
    assert chosen("--loudspeaker", "9" * 5_000) == {ROOM: ("9" * 5_000, StereoSide.BOTH)}


def test_one_headphone_is_enough() -> None:
    own = chosen("--black-loudspeaker", "2")
    assert own == {Role.WHITE: (None, StereoSide.BOTH), Role.BLACK: (2, StereoSide.BOTH)}


@pytest.mark.parametrize(
    "sides", [("--white-side", "left"), ("--black-side", "right"),
              ("--white-side", "left", "--black-side", "right")]
)  # fmt: skip
def test_shared_device_gives_the_opponent_other_side(sides: tuple[str, ...]) -> None:
    own = chosen(*sides)
    assert own == {
        Role.WHITE: (None, StereoSide.LEFT),
        Role.BLACK: (None, StereoSide.RIGHT),
    }


@pytest.mark.parametrize(
    "same",
    [
        ("--white-side", "left", "--black-side", "left"),
        ("--white-loudspeaker", "2", "--black-loudspeaker", "2"),
    ],
)
def test_players_sharing_one_sound_are_told(same: tuple[str, ...]) -> None:
    with pytest.raises(UserError, match=r"^The players would hear the same: .*right\.$"):
        chosen(*same)


def test_the_room_may_have_a_third_one() -> None:
    own = chosen("--loudspeaker", "1", "--white-loudspeaker", "2", "--black-loudspeaker", "3")
    assert own == {
        Role.WHITE: (2, StereoSide.BOTH),
        Role.BLACK: (3, StereoSide.BOTH),
        ROOM: (1, StereoSide.BOTH),
    }


def test_a_shared_device_is_opened_once() -> None:
    made = players(chosen("--white-side", "left"))
    assert len({id(player._loudspeaker) for player in made.values()}) == 1  # type: ignore[attr-defined]
    apart = players(chosen("--white-loudspeaker", "1", "--black-loudspeaker", "2"))
    assert len({id(player._loudspeaker) for player in apart.values()}) == 2  # type: ignore[attr-defined]
