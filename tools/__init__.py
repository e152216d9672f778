# SPDX-License-Identifier: GPL-3.0-or-later
"""Tools for publishing Hektor: words, pictures, installers, and checks for other systems."""
