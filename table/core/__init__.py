# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of one table, its inputs, and the moment at which an act counts."""
