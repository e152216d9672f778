# SPDX-License-Identifier: GPL-3.0-or-later
"""Opponents that are programs: they send moves like everybody at the table."""
