# SPDX-License-Identifier: GPL-3.0-or-later
"""The game itself: ``handle(state, input, now)`` gives events. Pure: no words, device, disk or
clock."""
