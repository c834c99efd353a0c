"""Options that several commands share, as decorators.

Put them under `@click.command()`; each passes one keyword argument on: `rules`, `as_json`, `seed`, `jobs`, `quiet`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import Any, Final, TypeVar

import click

from pinosim.api.numbers import LARGEST_SEED, available_cores
from pinosim.cli.output import note

DEFAULT_RULES: Final = "family250"

Command = TypeVar("Command", bound=Callable[..., Any])


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--rules NAME|FILE`, `--set KEY=VALUE` and `--scale 1|10`; pass the loaded rule set as `rules`."""

    @click.option(
        "--rules",
        "rules_name",
        default=DEFAULT_RULES,
        show_default=True,
        metavar="NAME|FILE",
        help="Rule set: a name from 'pinosim rules list', or a rule file of your own.",
    )
    @click.option(
        "--set",
        "overrides",
        multiple=True,
        metavar="KEY=VALUE",
        help="Change one value of the rule set, e.g. --set 'meld.pinochle=[40,450]'. Can be given again.",
    )
    @scale_option
    @functools.wraps(command)
    def with_rules(*args: Any, rules_name: str, overrides: tuple[str, ...], scale: str | None, **values: Any) -> Any:
        from pinosim.rules.load import load_rules

        rules = load_rules(rules_name, overrides, None if scale is None else int(scale))
        return command(*args, rules=rules, **values)

    return with_rules


def scale_option(command: Command) -> Command:
    """Add `--scale 1|10`; pass it on as the text `scale`, or None for the rule set's own scale."""
    return click.option(
        "--scale",
        type=click.Choice(["1", "10"]),
        default=None,
        help="Count all points so that a run is 15 (1) or 150 (10) [default: as the rule set does]. Points given on "
        "the command line are in this scale too, those of --set in the rule set's own.",
    )(command)


def convention_option(command: Command) -> Command:
    """Add `--convention NAME|FILE`, one for all seats or one a seat; pass it on as the text `convention`, or None."""
    return click.option(
        "--convention",
        default=None,
        metavar="NAME[,NAME...]",
        help="Bid, and read calls, by a convention: modern-single, dailey, double-meld, or a file *.toml. One for all "
        "seats, or one a seat, separated by commas, 'none' for a seat that plays none [default: none].",
    )(command)


def no_convention(why: str) -> Callable[[Command], Command]:
    """Refuse `--convention` in a command that cannot use one, and say why."""

    def refuse(ctx: click.Context, _parameter: click.Parameter, given: str | None) -> None:
        if given is not None:
            raise click.UsageError(f"--convention is not used by {ctx.info_name}: {why}; leave it out.")

    return click.option("--convention", hidden=True, expose_value=False, callback=refuse, help=f"Not used: {why}.")


def json_option(command: Command) -> Command:
    """Add `--json`; pass it on as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")(command)


def seed_option(command: Command) -> Command:
    """Add `--seed`, 0 to 2**64 - 1; the same seed gives the same cards on every machine."""
    return click.option(
        "--seed",
        type=click.IntRange(0, LARGEST_SEED),
        default=1,
        show_default="1",
        metavar="N",
        help="Seed of the random numbers; the same seed gives the same cards.",
    )(command)


def refuse_given(names: Collection[str], why: str) -> None:
    """Refuse options that would change nothing, where they were given and not left at their defaults.

    Parameters
    ----------
    names : collection of str
        Of the arguments the command gets.
    why : str
        What is wrong with giving the option, to be read behind its name.
    """
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is click.core.ParameterSource.COMMANDLINE
        if option.name in names and given:
            told = option.secondary_opts[-1] if context.params[option.name] is False else option.opts[-1]
            raise click.UsageError(f"{told} {why}")


def quiet_option(command: Command) -> Command:
    """Add `--quiet`; pass it on as `quiet`, for `output.progress`."""
    return click.option("-q", "--quiet", is_flag=True, help="Show no progress.")(command)


def _cap_jobs(_ctx: click.Context, _parameter: click.Parameter, jobs: int | None) -> int:
    cores = available_cores()
    if jobs is None:
        return cores
    if jobs > cores:
        note(f"--jobs {jobs}: this machine has {cores} core(s), using {cores}. Results do not depend on it.")
    return min(jobs, cores)


def jobs_option(command: Command) -> Command:
    """Add `--jobs`, from 1; more than there are cores is cut to the cores, as results do not depend on it."""
    return click.option(
        "-j",
        "--jobs",
        type=click.IntRange(min=1),
        default=None,
        callback=_cap_jobs,
        metavar="J",
        help="Cores to use [default: all]. Results do not depend on it.",
    )(command)
