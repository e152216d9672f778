# SPDX-License-Identifier: GPL-3.0-or-later
"""Acts of people in the conversations that are measured, and their outcomes."""
