# SPDX-License-Identifier: GPL-3.0-or-later
"""The networks of a model, which hear the same sound.

libvosk's hears while somebody speaks, and waits for little. Others hear what is over: they see more
of what follows, and the background of the whole utterance. They err in different places, so the
mean of what they think is better than any of them.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from voice.acoustic.features import with_background
from voice.acoustic.kaldi_io import AcousticModel, Floats, read_model, write_model

FIRST: Final = Path("am", "final.mdl")
"""libvosk's, in the folder of a model."""
OTHERS: Final = (Path("am", "second.mdl"), Path("am", "third.mdl"))
"""Those of the second pass."""


@dataclass(frozen=True, slots=True)
class Networks:
    """libvosk's network, and the others if there are any."""

    first: AcousticModel
    others: tuple[AcousticModel, ...] = ()

    def likelihoods(self, cepstra: Floats) -> Floats:
        """Scaled log likelihoods (30 ms frames, pdfs) of the ``cepstra`` (10 ms frames, cepstra) of
        a whole utterance: the mean of what the networks think."""
        heard = self.first.likelihoods(cepstra)
        if not self.others:
            return heard
        known = with_background(cepstra)
        whole = heard + sum(other.likelihoods(known) for other in self.others)
        return np.asarray(whole / (1 + len(self.others)), np.float32)


def read_networks(folder: Path) -> Networks:
    """The networks of a model; raises OSError or ValueError if it has none of this kind."""
    others = (folder / name for name in OTHERS)
    return Networks(
        read_model(folder / FIRST), tuple(read_model(path) for path in others if path.exists())
    )


def write_networks(folder: Path, networks: Networks, bits: int) -> None:
    """Write them into ``folder``, with so many bits a number; raises OSError if it cannot."""
    (folder / FIRST).parent.mkdir(parents=True)
    write_model(folder / FIRST, networks.first, bits)
    for name, other in zip(OTHERS, networks.others, strict=False):
        write_model(folder / name, other, bits)
