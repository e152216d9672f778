# SPDX-License-Identifier: GPL-3.0-or-later
"""Measurements that anyone can run."""

import voice  # noqa: F401  before anything imports numpy: it keeps numpy to one thread
