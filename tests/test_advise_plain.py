"""A whole answer of `advise` that plain Python can play too: few deals, everything said."""

from __future__ import annotations

from click.testing import CliRunner

from pinosim.cli.main import cli


def test_everything_is_said_about_few_deals() -> None:
    arguments = ["S:KQJ H:ATQ9 D:AQ99 C:A", "--bid", "300", "--auction", "P", "--score", "800:650", "--samples"]
    result = CliRunner().invoke(cli, ["advise", *arguments, "--precision", "0.2", "--policy", "easy", "--jobs", "1"])
    assert result.exit_code == 0, result.output
    for words in ("300 with S:KQJ", "How high", "Made in", "Other players", "score 800 to 650", "spades trump"):
        assert words in result.output
