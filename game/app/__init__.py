# SPDX-License-Identifier: GPL-3.0-or-later
"""The program ``hektor``: command line, options, terminal."""
