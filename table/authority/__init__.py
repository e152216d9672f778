# SPDX-License-Identifier: GPL-3.0-or-later
"""Whose act it is, and when it was done: who may do what at the table, and the moment that counts.

Every act comes through one door, ``rights.obstacle``; what no row of its table allows is refused.
"""
