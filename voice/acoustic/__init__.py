# SPDX-License-Identifier: GPL-3.0-or-later
"""The acoustic model in numpy: its features, its file, where its phones are, how it is fitted.

The training of the bundled model uses this, and so does learning one person's voice.
"""
