# SPDX-License-Identifier: GPL-3.0-or-later
"""The networks of a model, which hear the same sound.

libvosk's hears while somebody speaks, and waits for little. A second one hears what is over: it
sees more of what follows, and the background of the whole utterance. The two err in different
places, so the mean of what they think is better than either.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from voice.acoustic.features import with_background
from voice.acoustic.kaldi_io import AcousticModel, Floats, read_model, write_model

FIRST: Final = Path("am", "final.mdl")
"""libvosk's, in the folder of a model."""
SECOND: Final = Path("am", "second.mdl")
"""That of the second pass."""


@dataclass(frozen=True, slots=True)
class Networks:
    """libvosk's network, and the second one if there is any."""

    first: AcousticModel
    second: AcousticModel | None = None

    def likelihoods(self, cepstra: Floats) -> Floats:
        """Scaled log likelihoods (30 ms frames, pdfs) of the ``cepstra`` (10 ms frames, cepstra) of
        a whole utterance: the mean of what the networks think."""
        heard = self.first.likelihoods(cepstra)
        if self.second is None:
            return heard
        return np.asarray(
            (heard + self.second.likelihoods(with_background(cepstra))) / 2, np.float32
        )


def read_networks(folder: Path) -> Networks:
    """The networks of a model; raises OSError or ValueError if it has none of this kind."""
    second = folder / SECOND
    return Networks(read_model(folder / FIRST), read_model(second) if second.exists() else None)


def write_networks(folder: Path, networks: Networks, bits: int) -> None:
    """Write them into ``folder``, with so many bits a number; raises OSError if it cannot."""
    (folder / FIRST).parent.mkdir(parents=True)
    write_model(folder / FIRST, networks.first, bits)
    if networks.second is not None:
        write_model(folder / SECOND, networks.second, bits)
