# SPDX-License-Identifier: GPL-3.0-or-later
"""Can a player still win? The prover behind dead positions and fallen flags (5.2.2, 6.9, 7.5.5).

The Laws ask whether *any* series of legal moves ends in mate, however foolish the moves are. So
both sides work together here: the *winner*, whose win is asked for, and the *loser*. How often
positions were repeated and how many moves were made without a capture is left out.

The answer is a :class:`Winnability`. ``YES`` is proven by a helpmate, a line of legal moves that
ends in mate; :func:`prove` hands it out. ``NO`` is proven because every way was followed to its
end or is impossible. ``UNDECIDED`` says that the bounds were reached; it counts as winnable: a game
must not be ended without proof. The bounds count positions, not time, so that every machine gives
the same answer.

The means are tried from the cheapest to the dearest (``prover``):

1. **Material** (``bitboard``): a lone knight or bishops of one colour mate nobody, wherever they
   stand, unless the loser has men that get in the way of their own king.
2. **Locked positions** (``locked``): for each man a region of squares is computed on which it may
   ever stand. Regions can only be too large. If the loser's king can be mated nowhere even so,
   the winner can never win. This finds walls of pawns that nobody can pass.
3. **A helpmate step by step** (``helpmate``): in most positions of real games some mate is near.
   Patterns of mate are picked out beforehand (``goals``, ``corners``), and short searches bring
   the pieces there. Where no mate is in sight, a pawn is promoted or something is taken first;
   where pawns block one another, a relaxed plan tells what has to be taken (``breakthrough``).
   Behind locked pawns the loser's men may be brought into their king's way (``blockades``).
4. **Walks** (``helpmate``): moves are drawn by lot, and from where they lead a mate may be near.
5. **Everything** (``exhaustion``): every legal move is followed, deep first, but for what material
   and regions show to be hopeless. If such a search runs out of positions, the answer is ``NO``.
   It goes on only as long as the positions that wait become no more.

:func:`can_win` is asked after every move of a game, where a dead position ends it, where a flag
has fallen and where a person wants to know: there is one answer.

``bitboard`` holds the position as a few numbers, with the winner always playing up the board;
``search`` is the search for one goal; ``distances`` counts how many moves a man needs to each
square. Goals, patterns, plans and lots only decide how soon something is found: none of
them can make an answer wrong. The tests play every helpmate out and search to the end wherever
that is short enough.
"""

from rules.winnable.prover import Proof, Winnability, can_win, prove

__all__ = ["Proof", "Winnability", "can_win", "prove"]
