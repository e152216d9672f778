# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of all phrases names every act, in every language."""

import pytest

from docs.phrases import phrases
from voice.language import lexicon
from voice.language.commands import CommandName
from voice.language.orders import OrderName
from voice.language.study import StudyName


@pytest.mark.parametrize("language", lexicon.languages())
def test_every_act_is_listed_with_its_phrases(language: str) -> None:
    listed = [line.partition(":")[0] for line in phrases(language)]
    names = {name.value for kind in (CommandName, OrderName, StudyName) for name in kind}
    assert names <= {*listed}


def test_a_phrase_that_is_only_typed_is_marked() -> None:
    (line,) = (line for line in phrases("de") if line.startswith("press:"))
    assert "Uhr drücken" in line and "~drücken" in line
    assert not any("<" in line or "@" in line for line in phrases("cs"))
