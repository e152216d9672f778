# SPDX-License-Identifier: GPL-3.0-or-later
"""The records on disk: the journal, its seals and signatures, scores as files."""
