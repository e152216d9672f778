# SPDX-License-Identifier: GPL-3.0-or-later
"""What share of the training people and machines have."""

import numpy as np
import pytest

pytest.importorskip("torch")
recipe = pytest.importorskip("training.recipe")

from training.recordings import RecordingKind  # noqa: E402
from voice.acoustic.examples import Example  # noqa: E402

_EXAMPLES = [Example(np.zeros((90, 20), np.float16), np.zeros(30, np.uint8))]


_KINDS = [kind.value for kind in RecordingKind]


@pytest.mark.parametrize("name", recipe.SHARES)
def test_people_have_their_shares_machines_the_rest(name: str) -> None:
    found = dict.fromkeys(("synthetic", "foreign", "diphones", "kokoro", *_KINDS), _EXAMPLES)
    pools = recipe.pools(name, found)
    assert [share for _, share in pools[1:]] == [
        share for share in recipe.SHARES[name].values() if share
    ]
    assert sum(share for _, share in pools) == pytest.approx(1)
    assert pools[0][1] > 0.15


def test_machines_speak_for_missing_recordings() -> None:
    share = recipe.SHARES["second"]["alone"]
    found = {"synthetic": _EXAMPLES, "alone": _EXAMPLES}
    assert [share for _, share in recipe.pools("second", found)] == [
        pytest.approx(1 - share),
        share,
    ]
    assert [share for _, share in recipe.pools("second", {"synthetic": _EXAMPLES})] == [1.0]
