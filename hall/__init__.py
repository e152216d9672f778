# SPDX-License-Identifier: GPL-3.0-or-later
"""A hall of tables: rounds, what the public sees of them, and one desk for all."""
