# SPDX-License-Identifier: GPL-3.0-or-later
"""What share of the training people and machines have."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
recipe = pytest.importorskip("training.recipe")

from training.recordings import RecordingKind  # noqa: E402
from voice.acoustic.examples import Example  # noqa: E402

_EXAMPLES = [Example(np.zeros((90, 20), np.float16), np.zeros(30, np.uint8))]


def _run(folder: Path) -> Any:
    return recipe.TrainingRun(folder, 1, 1, print)


def test_people_have_their_shares_machines_the_rest(tmp_path: Path) -> None:
    pools = _run(tmp_path).pools(_EXAMPLES, dict.fromkeys(RecordingKind, _EXAMPLES))
    assert [share for _, share in pools[1:]] == [recipe.REAL_SHARES[kind] for kind in RecordingKind]
    assert sum(share for _, share in pools) == pytest.approx(1)
    assert pools[0][1] > 0.5


def test_machines_speak_for_missing_recordings(tmp_path: Path) -> None:
    pools = _run(tmp_path).pools(_EXAMPLES, {RecordingKind.ALONE: _EXAMPLES})
    share = recipe.REAL_SHARES[RecordingKind.ALONE]
    assert [share for _, share in pools] == [pytest.approx(1 - share), share]
    assert [share for _, share in _run(tmp_path).pools(_EXAMPLES, {})] == [1.0]
