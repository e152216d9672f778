# SPDX-License-Identifier: GPL-3.0-or-later
"""The prices of what may be said and the costs of mistakes: the tables of ``costs.toml``.

``PRICES`` are negative logarithms of how often a thing is said; ``WRONG`` and ``ASKING`` are costs
in one unit; ``LISTENING`` has how often an expected phrase stands in the list.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_TABLES: Final = tomllib.loads((Path(__file__).parent / "costs.toml").read_text("utf-8"))

PRICES: Final[Mapping[str, float]] = _TABLES["prices"]
WRONG: Final[Mapping[str, float]] = _TABLES["wrong"]
ASKING: Final[Mapping[str, float]] = _TABLES["asking"]
LISTENING: Final[Mapping[str, int]] = _TABLES["listening"]
