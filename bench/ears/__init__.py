# SPDX-License-Identifier: GPL-3.0-or-later
"""How well voices are understood that are unlike those of the training."""
