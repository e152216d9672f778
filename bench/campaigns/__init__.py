# SPDX-License-Identifier: GPL-3.0-or-later
"""What ``bench.torture`` does to the program."""
