"""The entry of the command line: which commands there are, and what becomes of errors.

A command's module is imported when the command is used (or listed), so `pinosim meld` never pays for numba or pandas.
Exit codes: 0 done, 1 anything unforeseen or the machine's fault, 2 bad input or usage, 130 after Ctrl-C.
"""

from __future__ import annotations

import errno
import functools
import importlib
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TextIO

import click

from pinosim.cli.kernel_cache import explain_kernel_cache
from pinosim.errors import PinosimError

EXIT_DONE: Final = 0
EXIT_FAILED: Final = 1
EXIT_BAD_INPUT: Final = 2
EXIT_INTERRUPTED: Final = 130

NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

COMMANDS: Final[Mapping[str, str]] = {
    "rules": "pinosim.cli.rules:rules",
    "meld": "pinosim.cli.meld:meld",
    "odds": "pinosim.cli.odds:odds",
    "deal": "pinosim.cli.deal:deal",
    "advise": "pinosim.cli.advise:advise",
    "trump": "pinosim.cli.compare:trump",
    "pass": "pinosim.cli.compare:pass_",
    "discard": "pinosim.cli.compare:discard",
    "redeal": "pinosim.cli.compare:redeal",
    "win-table": "pinosim.cli.win_table:win_table",
    "solve": "pinosim.cli.solve:solve",
    "simulate": "pinosim.cli.simulate:simulate",
    "match": "pinosim.cli.match:match",
    "report": "pinosim.cli.report:report",
    "game": "pinosim.cli.game:game",
    "lead": "pinosim.cli.lead:lead",
    "play": "pinosim.cli.lead:play",
    "show": "pinosim.cli.show:show",
    "check": "pinosim.cli.check:check",
    "sheet": "pinosim.cli.sheet:sheet",
    "warmup": "pinosim.cli.warmup:warmup",
}


class LazyGroup(click.Group):
    """A click group whose commands are imported when they are asked for, and which turns errors into exit codes.

    Parameters
    ----------
    lazy_commands : mapping of str to str
        Command name to `"module:attribute"`, in the order of the help page.
    **settings
        Whatever `click.Group` takes.
    """

    def __init__(self, *args: Any, lazy_commands: Mapping[str, str] = COMMANDS, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.lazy_commands = lazy_commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table, which is the order a newcomer needs them."""
        return list(self.lazy_commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command, or None if there is none of that name."""
        target = self.lazy_commands.get(cmd_name)
        if target is None:
            return None
        module_name, _, attribute = target.partition(":")
        try:
            module = importlib.import_module(module_name)
        except ModuleNotFoundError as error:
            if error.name != module_name:
                raise
            return None
        command = getattr(module, attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{target} should be a click command, it is {command!r}")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command named first; an unknown one is refused with the nearest name."""
        name = args[0]
        if name not in self.lazy_commands and not name.startswith("-"):
            import difflib

            close = difflib.get_close_matches(name.lower(), self.lazy_commands, n=1)
            hint = f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(self.lazy_commands)}."
            ctx.fail(f"No such command {name!r}. {hint}")
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **settings: Any) -> Any:
        """Run the command line and leave with its exit code (or, with `standalone_mode=False`, as click does)."""
        standalone = settings.pop("standalone_mode", True)
        run = functools.partial(super().main, *args, **settings, standalone_mode=False)
        if not standalone:
            return run()
        sys.exit(exit_code_of(run))


def exit_code_of(run: Callable[[], Any]) -> int:
    """Call `run`, say on stderr what went wrong if anything did, and give the exit code.

    Parameters
    ----------
    run : callable
        Does the work. An int it returns is taken for the exit code.

    Returns
    -------
    int
        0, 1, 2 or 130, as described at the top of this module.
    """
    try:
        result = run()
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        # click wraps Ctrl-C in Abort, imports and callbacks in errors of their own; a command that can say more (what
        # was saved) raises KeyboardInterrupt(message).
        causes = _causes(error)
        interrupts = [cause for cause in causes if isinstance(cause, KeyboardInterrupt)]
        # click makes an Abort of any EOFError, that of a file cut off as well.
        cut_off = next((cause for cause in causes if isinstance(cause, EOFError)), None)
        if isinstance(error, click.Abort) and cut_off is not None:
            return _explain(cut_off)
        if interrupts or isinstance(error, click.Abort):
            click.echo(next((str(interrupt) for interrupt in interrupts if str(interrupt)), "Interrupted."), err=True)
            return EXIT_INTERRUPTED
        return _explain(error)
    return result if isinstance(result, int) else EXIT_DONE


def _causes(error: BaseException) -> list[BaseException]:
    """List an error, what it was raised from or while handling, and so on."""
    causes: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in causes:
        causes.append(cause)
        cause = cause.__cause__ or cause.__context__
    return causes


def _explain(error: BaseException) -> int:
    """Say on stderr what went wrong and give the exit code."""
    if isinstance(error, click.ClickException):
        error.show()
        return error.exit_code
    if isinstance(error, PinosimError):
        # A full disk is the machine's fault, whoever worded it.
        full = any(isinstance(cause, OSError) and cause.errno in NO_ROOM for cause in _causes(error))
        return _fail(str(error), error, EXIT_FAILED if full else EXIT_BAD_INPUT)
    if isinstance(error, BrokenPipeError):
        _silence(sys.stdout)  # the reader (head, less) has had enough: nothing to say
        return EXIT_FAILED
    kernel_cache = next(filter(None, map(explain_kernel_cache, _causes(error))), None)
    if kernel_cache is not None:
        message = kernel_cache
    elif isinstance(error, OSError):
        message = _describe_os_error(error)
    elif isinstance(error, MemoryError):
        message = "Out of memory. Ask for fewer deals or fewer jobs."
    else:
        told = str(error).strip().partition("\n")[0]  # numba's errors run to a hundred lines
        message = (
            f"{type(error).__name__}: {told}\n"
            "This is a fault of pinosim, not of your input. Please report it with the command you gave and what it\n"
            "prints when PINOSIM_DEBUG=1 is set."
        )
    return _fail(message, error, EXIT_FAILED)


def _fail(message: str, error: BaseException, code: int) -> int:
    if os.environ.get("PINOSIM_DEBUG", "") not in ("", "0"):
        import traceback

        traceback.print_exception(error)
    click.echo(f"Error: {message}", err=True)
    try:
        sys.stdout.flush()
    except OSError:
        _silence(sys.stdout)  # else Python tries again at exit and prints a traceback
    return code


def _describe_os_error(error: OSError) -> str:
    where = f" {os.fspath(error.filename)!r}" if error.filename is not None else ""
    if error.errno in NO_ROOM:
        return f"The disk is full, cannot write{where}. Make room and give the same command again."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"No permission to use{where or ' a file'}. Choose a folder you may write to."
    reason = error.strerror or str(error) or type(error).__name__
    return f"{reason}:{where}" if where else f"{reason}."


def _silence(stream: TextIO) -> None:
    """Point a stream that can no longer be written to at nothing."""
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, descriptor)
    os.close(nothing)


def _print_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        import pinosim

        click.echo(f"pinosim {pinosim.__version__}")
        ctx.exit()


_ABOUT = """Analyse pinochle hands and simulate whole games of them.

\b
A hand is written by suits, ranks A T K Q J 9, for example
  pinosim meld "S:ATKQJ H:A9 D:AJ C:A99"
Every command has its own --help; --json gives one JSON object for programs.
"""


@click.group(
    cls=LazyGroup, help=_ABOUT, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and leave.",
)
def cli() -> None:
    """Analyse pinochle hands and simulate whole games of them."""


def run_command_line() -> int:
    """Run the `pinosim` command on the arguments of the process and give its exit code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # A terminal that cannot print a suit symbol gets a question mark rather than an error.
            reconfigure(errors="replace")
    return exit_code_of(functools.partial(cli.main, prog_name="pinosim", standalone_mode=False))


def main() -> NoReturn:
    """Run the `pinosim` command and end the process; the same as `pinosim.cli.entry.main`."""
    from pinosim.cli.entry import main as enter

    enter()


if __name__ == "__main__":
    main()
