"""The double-dummy search: the exact value of a deal with all cards seen.

Interface (kernels; `pinosim.api.solve` is the same for people). Hands, cards and the rules vector are those of
`docs/architecture.md`; everything is plain ints and int64 arrays:

- `driver.new_memory(megabytes, index_places)` makes the arrays one thread works in: `(memory, index, table)`.
- `setting.set_deal(memory, index, hands, trick, n_trick, leader, trump, sides, rules)` lays out a position.
  `hands` are the cards that seats still hold (those of seats that have played to the trick have one fewer), `trick`
  the cards on the table in the order played, from `leader` on; `sides` is a mask of the seats on one side. Returns
  0, or a code of `setting` that says why the position cannot be solved.
- `driver.solve(memory, index, table, guess, node_limit, keep_table)` returns `(low, high, nodes)`: the points that
  the side of `leader` still takes, the trick on the table included, the last trick counted. `low == high` unless the
  node limit (0: none) was reached.
- `driver.reaches(memory, index, table, points, node_limit)` returns `(answer, nodes)`: 1 if that side takes at least
  so many points, 0 if not, -1 if the limit was reached first.
- `line.value_cards(...)` gives the value of every card that may be played next, `line.best_line(...)` one line of
  best play.
- `pinosim.api.solve`: `solve(deal, trump, leader=0, *, rules=None, trick="", at_least=None, node_limit=None,
  table_megabytes=16) -> Solution`, `solve_many(deals, ...) -> list of Solution`, `solve_table(deal)`.

One idea a file: `places` (map of the memory), `machine` (bit counts, raw memory), `setting` (cards as bits of a suit),
`suits` (what is worked out once for the cards left in a suit), `moves` (who may play what), `bounds` (points that are
sure), `ordering` (which card to try first), `table` (what was proved before), `search` (one yes/no question), `playing`
(cards played on the position itself), `driver` (from questions to values), `line` (the play that gives the value).
"""
