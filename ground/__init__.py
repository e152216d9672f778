# SPDX-License-Identifier: GPL-3.0-or-later
"""The ground of every room, without any chess: folders, files, progress."""
