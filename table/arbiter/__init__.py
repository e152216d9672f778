# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter at the table: orders, penalties, and what the arbiter has to decide."""
