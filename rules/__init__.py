# SPDX-License-Identifier: GPL-3.0-or-later
"""The Laws of Chess: position, moves, notation, endings, claims, editions."""
