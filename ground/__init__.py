# SPDX-License-Identifier: GPL-3.0-or-later
"""What every room needs and what has no chess in it: folders, files, progress."""
