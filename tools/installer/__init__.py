# SPDX-License-Identifier: GPL-3.0-or-later
"""Hektor for Windows in a folder of its own, with Python in it: a ZIP and an installer."""
