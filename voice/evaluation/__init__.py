# SPDX-License-Identifier: GPL-3.0-or-later
"""How well recordings are recognised."""
