# SPDX-License-Identifier: GPL-3.0-or-later
"""What players agree on among themselves: what a game is called, moves that go back, the next
game."""
