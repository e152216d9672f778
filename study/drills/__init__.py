# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be practised: mates from games, elementary endings, the board without a board."""
