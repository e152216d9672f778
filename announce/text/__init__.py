# SPDX-License-Identifier: GPL-3.0-or-later
"""Utterances, and the settings of one listener."""
