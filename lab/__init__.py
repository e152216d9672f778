# SPDX-License-Identifier: GPL-3.0-or-later
"""The laboratory: games without devices, and measurements, for developers and curious people."""

import voice  # noqa: F401  before anything imports numpy: it keeps numpy to one thread
