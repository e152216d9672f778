# SPDX-License-Identifier: GPL-3.0-or-later
"""How the computer plays: how far its levels are apart, and how soon it answers."""
