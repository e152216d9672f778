# SPDX-License-Identifier: GPL-3.0-or-later
"""Studying games: their tree of moves, where the reader stands in it, and drills. All pure."""
