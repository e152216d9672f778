# SPDX-License-Identifier: GPL-3.0-or-later
"""Endings of few men, judged exactly by tables of our own."""
