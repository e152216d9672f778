# SPDX-License-Identifier: GPL-3.0-or-later
"""The desk in the world: files of games, what is kept between two sittings, the loop."""
