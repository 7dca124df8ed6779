"""Which person does what the clauses ask, on which screen and by which key: derived from rounds, not from wishes.

`people.tsv` lists every act that the texts ask of somebody. `playing` plays the rounds that bear witness to a rulebook
and notes by which key or button each act in them is done where a person deals; `parts` says, for acts that no event of
a round names by itself, during which of those acts they are done. `python -m tests.reach` writes what is found beside
the rulebooks, where `croupier rules clauses` reads it.
"""
