# SPDX-License-Identifier: GPL-3.0-or-later
"""Studying and practising: what they rely on is made and measured here."""
