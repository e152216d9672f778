# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter at the table: his orders, his penalties, and what he has before him."""
