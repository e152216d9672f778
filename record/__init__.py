# SPDX-License-Identifier: GPL-3.0-or-later
"""What is kept on disk: the journal, its seals and signatures, scores as files."""
