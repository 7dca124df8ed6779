"""The examples that other checkers are tried with are what this verifier finds now."""

from tests.house.shuffles import proof_examples


def test_the_file_of_examples_is_current() -> None:
    assert proof_examples.FILE.read_text(encoding="utf-8") == proof_examples.written()
