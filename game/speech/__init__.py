# SPDX-License-Identifier: GPL-3.0-or-later
"""Words become sound: who speaks when, with which voice, through which device."""
