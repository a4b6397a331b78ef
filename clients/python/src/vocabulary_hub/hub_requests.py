"""Requests to a hub: one at a time, sent again while it is busy."""

from __future__ import annotations

import contextlib
import http.client
import json
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from typing import IO, Any

from .errors import HubError

_AGAIN = {429, 502, 503}
_LONGEST_PAUSE = 60.0
_MOST_OF_AN_ERROR = 1 << 20
_LOCAL = {"localhost", "127.0.0.1", "::1"}


class _StaysThere(urllib.request.HTTPRedirectHandler):
    """A redirect would take the token to another server."""

    def redirect_request(self, *_: Any, **__: Any) -> None:  # noqa: ANN401
        return None


class HubRequests:
    """Sends requests to one hub.

    Args:
        address: of the hub.
        token: sent as ``Authorization: Bearer``, for a hub behind a gate.
        timeout: seconds for each step of a request.
        attempts: how often a request is sent while the hub is busy or away; conversions store nothing.

    Raises:
        HubError: for an address that is none, or a token that would be sent in the open.

    """

    def __init__(self, address: str, token: str | None, timeout: float, attempts: int) -> None:
        parts = urllib.parse.urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
            raise HubError(f"{address!r} is no address of a hub. It has to be like https://hub.example.")
        if token is not None and parts.scheme == "http" and parts.hostname not in _LOCAL:
            raise HubError("The token would be sent unencrypted. Use the https:// address of the hub.")
        self._address = address.rstrip("/")
        self._token = token
        self._timeout = timeout
        self._attempts = attempts
        self._opener = urllib.request.build_opener(_StaysThere())

    @contextlib.contextmanager
    def post(
        self, path: str, body: bytes, options: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
    ) -> Iterator[http.client.HTTPResponse]:
        """The answer to a POST of JSON, to be read within the ``with``.

        Raises:
            HubError: for an answer that is an error, and where there is none.

        """
        query = f"?{urllib.parse.urlencode(options)}" if options else ""
        request = urllib.request.Request(f"{self._address}{path}{query}", data=body, method="POST")
        request.add_header("Content-Type", "application/json")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        with self._answer(request) as answer:
            yield answer

    def get(self, path: str) -> bytes:
        """The whole answer to a GET. @raises HubError"""
        with self._answer(urllib.request.Request(f"{self._address}{path}")) as answer:
            return answer.read()

    @contextlib.contextmanager
    def _answer(self, request: urllib.request.Request) -> Iterator[http.client.HTTPResponse]:
        if self._token is not None:
            # Unredirected headers are those of this request alone.
            request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        with self._open(request) as answer:
            try:
                yield answer
            except (http.client.HTTPException, ConnectionError, TimeoutError, ssl.SSLError) as error:
                raise HubError(f"{self._address} broke off its answer: {error}") from error

    def _open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        for attempt in range(1, self._attempts + 1):
            is_last = attempt == self._attempts
            try:
                answer: http.client.HTTPResponse = self._opener.open(request, timeout=self._timeout)
                return answer
            except urllib.error.HTTPError as error:
                with error:
                    if is_last or error.code not in _AGAIN:
                        raise _refusal(self._address, error) from None
                    pause = _seconds(error.headers.get("Retry-After"), attempt)
            except (OSError, http.client.HTTPException) as error:
                if is_last:
                    reason = getattr(error, "reason", error)
                    raise HubError(f"{self._address} does not answer: {reason}. Is it the address of a hub?") from error
                pause = _seconds(None, attempt)
            time.sleep(pause)
        raise AssertionError("the last attempt ends the loop")


def _seconds(text: str | None, attempt: int) -> float:
    """How long to wait: as the hub says, else longer each time."""
    said = float(text) if text is not None and text.isdigit() else 0.5 * 2.0**attempt
    return min(said, _LONGEST_PAUSE)


def _refusal(address: str, error: urllib.error.HTTPError) -> HubError:
    problem = _problem(error)
    code = str(problem.get("type", "")).rpartition("/problems/")[2] or None
    sentence = problem.get("error") or f"{address} answered {error.code}. Is it the address of a hub?"
    hint = f" {problem['hint']}" if problem.get("hint") else ""
    refusal = HubError(f"{sentence}{hint}", error.code, code)
    refusal.problem = problem
    return refusal


def _problem(error: IO[bytes]) -> dict[str, Any]:
    try:
        problem = json.loads(error.read(_MOST_OF_AN_ERROR))
    except (ValueError, OSError, http.client.HTTPException):
        return {}
    return problem if isinstance(problem, dict) else {}
