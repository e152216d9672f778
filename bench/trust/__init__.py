# SPDX-License-Identifier: GPL-3.0-or-later
"""What a competition relies on, seen from outside the program."""
