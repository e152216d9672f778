# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do at the table: moves, touch, offers, claims, scoresheets, adjournment."""
