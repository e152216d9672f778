# SPDX-License-Identifier: GPL-3.0-or-later
"""The chess clock: time controls and two displays, as pure values."""
