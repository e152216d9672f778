# SPDX-License-Identifier: GPL-3.0-or-later
"""Many tables, one desk: what tables write is on the desk, what the desk orders is done once.

The engine is NATS JetStream. Four subjects a table, here for table 7:

- ``hall.entry.7``, kept on disk in the stream ENTRIES: the table's games, for each its opening and
  then every entry of its journal (``hall.message``). Only table 7 writes it, only desks read it.
- ``hall.alive.7``: every two seconds the table says which game it plays, how far its journal goes
  and what time of the game it is; and at last that it is left. From this a desk knows who is alone,
  and since when. The stream ALIVE keeps the last one in memory.
- ``hall.order.7``, kept in the stream ORDERS for `orders.LASTS`: only desks write it, and only
  table 7 reads it (``hall.orders``). A copy for the desks, in the stream GIVEN, lasts longer: a
  desk that was away still tells what became of it.
- ``hall.taken.7``, kept among the entries: the desks tell each other who goes to table 7.

**Every entry is there once, in order.** The journal is the outbox (``hall.outbox``). The table
publishes one entry at a time and says which message must be the last one on its subject so far
(``Nats-Expected-Last-Subject-Sequence``): the server refuses anything else, however long a table
was alone. Where the table has to go on is no file beside the archive: it is the last message on its
subject, for which the table asks when it comes back. (A ``Nats-Msg-Id`` would let one table shadow
what another sends.)

**Another computer goes on** (``hall.recovery``) with what the server has of the table's game, as of
its last sign of life. That is another game, so what two computers wrote is never taken for one; and
a table whose server has a game that is not in its archive asks for all that is there, and sends no
entry again. ``hall.audit`` says whether the server has everything.

**Every order is done once, in order, or not.** An order is an input of the table
(`table.core.inputs.Ordered`) with a number that grows, the game for which it is meant and the
signature of an arbiter by name, whose public key the table got with its credentials. The passphrase
stays at the desk. The table works it off as its own arbiter's: its journal is the memory of what
was done, and the acknowledgement too, for the desk reads there what came of it, or the table's
reason to refuse it. Nothing is acknowledged to the server before it is on the table's disk. An
order that is not taken within `orders.LASTS` is gone at the server, by the server's own clock.

**The game never waits.** A table's connection has a thread of its own, reads the archive as any
other program may, and puts what comes into the inbox of the game (``hall.joining``). If it fails,
the table is alone and the game goes on.

**Whatever a table sends is read in one place** (``hall.message``) and becomes a value or a reason;
which table it is tells the subject. A table that sends anything else is told and left out.

**Who may do what.** Each table has an account of its own at the server, into which the desk exports
nothing but that table's subjects; to these alone it may publish, and hear what answers it. That it
is an account, and not only a user with permissions, matters: users of one account can have the
server answer to the subject of another table (tried with nats-server 2.9.10), an answer that leaves
an account can only come back to it.

**A desk** (``hall.following``, ``hall.arbiter_desk``) understands a line as each table
would from its own arbiter (``hall.lines``): a question it answers itself, the rest it signs and
sends. Who calls follows from the tables' states (``hall.calls``). All desks of a hall are
equal: each hears every order that goes out, and what became of it.

What a desk knows of a game it gets by doing the inputs again with the table's own ``handle``
(``hall.desk``). What is kept of an arbiter's PIN is no part of what is sent.
"""

from pathlib import Path

from announce import lexicon
from announce.page import markup

_POLICY = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self';"
    " style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'\">"
)
"""A page that lies at some web server brings its policy along."""

FOLDER = Path(__file__).parent

lexicon.add(FOLDER / "lexicon")
markup.FOLDERS.append(FOLDER / "web")
markup.PAGES |= {
    "hall": ("hall_title", "hall.js", ("hall.css", "board.css"), markup.REFRESH),
    "public": ("public_title", "public.js", ("public.css", "board.css"), _POLICY),
}
