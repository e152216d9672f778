# SPDX-License-Identifier: GPL-3.0-or-later
"""Facts become words: one module for each kind of event."""
