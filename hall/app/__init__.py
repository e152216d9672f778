# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands of a hall, and the options by which a table takes part."""
