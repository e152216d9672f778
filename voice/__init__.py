# SPDX-License-Identifier: GPL-3.0-or-later
"""Hears and understands what the players say."""

import os

# numpy's OpenBLAS would wait in a thread of its own on every processor for matrices as small as
# ours, and take time from the clock and from Vosk. It reads this when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
