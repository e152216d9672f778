# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of an input through the program may get shorter, never longer without a word."""

import tomllib
from pathlib import Path

import pytest

from bench import way

LIMITS = tomllib.loads(Path(way.__file__).with_name("ways.toml").read_text(encoding="utf-8"))


def test_every_way_has_its_limit() -> None:
    assert LIMITS.keys() == way.WAYS.keys()


@pytest.mark.parametrize("name", way.WAYS)
def test_a_way_gets_no_longer(name: str) -> None:
    way.measure(way.WAYS[name])  # fills the caches
    found = way.measure(way.WAYS[name])
    assert len(found.files) <= LIMITS[name]["files"], sorted(found.files)
    assert len(found.functions) <= LIMITS[name]["functions"], sorted(found.functions)
