# SPDX-License-Identifier: GPL-3.0-or-later
"""What people say in the conversations that are measured, and what became of it."""
