# SPDX-License-Identifier: GPL-3.0-or-later
"""From words to meaning: the spoken language of moves, commands, orders and times."""
