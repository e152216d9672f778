# SPDX-License-Identifier: GPL-3.0-or-later
"""A chess engine in Python that speaks UCI: the opponent on a computer that has no other.

``python -m opponents.engine.uci`` runs it. It is told apart from no other engine: what makes it a
beginner or a club player is decided by ``opponents.human``.
"""
