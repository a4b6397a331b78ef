"""The command ``vocabulary-hub`` as a process."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO

from .errors import CommandError

VARIABLE = "VOCABULARY_HUB_COMMAND"
_PROGRAM = "vocabulary-hub"
_DONE = 0
_PATIENCE_SECONDS = 20


class Converter:
    """The command ``vocabulary-hub`` of this machine, which is a process for each run.

    Args:
        command: the words that start it; by default those of the environment variable ``VOCABULARY_HUB_COMMAND``,
            separated by spaces, else ``vocabulary-hub`` where the PATH has it.

    Raises:
        CommandError: if there is no such command.

    """

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self._command = _find(command)

    def output(self, words: Sequence[str], text: str) -> bytes:
        """What the command writes to standard output. @raises CommandError"""
        try:
            ran = subprocess.run([*self._command, *words], input=text.encode(), capture_output=True, check=False)
        except (OSError, ValueError) as error:
            raise _not_started(self._command, error) from error
        if ran.returncode != _DONE:
            raise _failed(ran.returncode, ran.stderr)
        return ran.stdout

    def feed(self, words: Sequence[str], pieces: Iterable[bytes], stderr: Path) -> None:
        """Runs the command over pieces of input. It says no more on standard error than the file system holds.

        If the pieces end with an exception, the command is stopped: half an input looks like a whole one.

        Args:
            words: behind those that start the command; its result goes to a file that they name.
            pieces: of standard input.
            stderr: a file for what it says.

        Raises:
            CommandError: if the command fails.

        """
        with stderr.open("w+b") as said:
            try:
                process = subprocess.Popen(
                    [*self._command, *words],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=said,
                    # npx starts another process, which has to end with it.
                    start_new_session=True,
                )
            except (OSError, ValueError) as error:
                raise _not_started(self._command, error) from error
            with process:
                assert process.stdin is not None
                try:
                    _write(process.stdin, pieces)
                    code = process.wait()
                except BaseException:
                    # Before its input is closed: half a graph looks like a whole one.
                    _stop(process)
                    with contextlib.suppress(BrokenPipeError):
                        process.stdin.close()
                    raise
            if code != _DONE:
                said.seek(0)
                raise _failed(code, said.read())


def _find(command: Sequence[str] | None) -> list[str]:
    if isinstance(command, str):
        return command.split()
    if command is not None:
        return list(command)
    named = os.environ.get(VARIABLE, "").split()
    if named:
        return named
    found = shutil.which(_PROGRAM)
    if found is None:
        raise CommandError(
            f"There is no command {_PROGRAM} on the PATH. It comes with the npm package vocabulary-hub and needs Node; "
            f"in a checkout: CommandLine(['npx', '{_PROGRAM}']), or {VARIABLE}='npx {_PROGRAM}'."
        )
    return [found]


def _write(stdin: IO[bytes], pieces: Iterable[bytes]) -> None:
    # A command that ends early says why, and does not read the rest.
    with contextlib.suppress(BrokenPipeError):
        for piece in pieces:
            stdin.write(piece)
    with contextlib.suppress(BrokenPipeError):
        stdin.close()


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ends a command with what it has started, so that it takes its incomplete files away."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
    else:
        process.terminate()
    try:
        process.wait(_PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


def _not_started(command: Sequence[str], error: OSError | ValueError) -> CommandError:
    return CommandError(f"{' '.join(command)} did not start: {error}")


def _failed(code: int, said: bytes) -> CommandError:
    text = said.decode(errors="replace").strip()
    return CommandError(text or f"The command ended with exit code {code}.", code)
