# SPDX-License-Identifier: GPL-3.0-or-later
"""Acts of people at the table: moves, touch, offers, claims, scoresheets, adjournment."""
