"""The guards put to the test: one value of the law or one branch of the engine is broken, and some test must notice.

`python -m tests.mutants` (or `make mutants`) collects the tests of the pure rooms once, notes which lines each of them
runs, and then forks a process for each mutant. The mutant is put into the functions that are loaded already, so that it
costs a second and not a start; the tests that run the broken line are run until one fails.
"""
