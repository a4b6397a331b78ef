"""Requests to a hub: one at a time, sent again while it is busy."""

from __future__ import annotations

import contextlib
import http.client
import re
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping

from .errors import HubError
from .hub_answers import check_type, refusal_of, seconds_to_wait

_AGAIN = {429, 502, 503}
_LONGEST_PAUSE = 60.0
_LOCAL = {"localhost", "127.0.0.1", "::1"}
_TOKEN = re.compile(r"[!-~]+")
"""Visible characters: a header may hold others, and servers read them differently."""


class _StaysThere(urllib.request.HTTPRedirectHandler):
    """A redirect would take the token to another server."""

    def _stay(self, req: object, fp: object, code: int, msg: str, headers: object) -> None:
        return None

    http_error_301 = http_error_302 = http_error_303 = http_error_307 = http_error_308 = _stay


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
        parts = _parts(address)
        if token is not None and _TOKEN.fullmatch(token) is None:
            raise HubError("The token has characters that no header holds, such as the end of a line.")
        if token is not None and parts.scheme == "http" and parts.hostname not in _LOCAL:
            raise HubError("The token would be sent unencrypted. Use the https:// address of the hub.")
        # A path may have letters that a request has only percent-encoded.
        path = urllib.parse.quote(parts.path, safe="/%:@!$&'()*+,;=~")
        self.address = parts._replace(path=path).geturl().rstrip("/")
        self._token = token
        self._timeout = timeout
        self._attempts = attempts
        self._opener = urllib.request.build_opener(_StaysThere())

    @contextlib.contextmanager
    def post(
        self,
        path: str,
        body: bytes,
        media_type: str,
        options: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[http.client.HTTPResponse]:
        """The answer to a POST of JSON, to be read within the ``with``.

        Raises:
            HubError: for an answer that is an error or not of this type, and where there is none.

        """
        query = f"?{urllib.parse.urlencode(options, errors='surrogatepass')}" if options else ""
        request = urllib.request.Request(f"{self.address}{path}{query}", data=body, method="POST")
        request.add_header("Content-Type", "application/json")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        with self._answer(request, media_type) as answer:
            yield answer

    def get(self, path: str) -> bytes:
        """The whole answer to a GET, which is JSON. @raises HubError"""
        request = urllib.request.Request(f"{self.address}{path}")
        with self._answer(request, "application/json") as answer:
            return answer.read()

    @contextlib.contextmanager
    def _answer(self, request: urllib.request.Request, media_type: str) -> Iterator[http.client.HTTPResponse]:
        if self._token is not None:
            # Unredirected headers are those of this request alone.
            request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        with self._open(request) as answer:
            check_type(self.address, answer, media_type)
            try:
                yield answer
            except (http.client.HTTPException, ConnectionError, TimeoutError, ssl.SSLError) as error:
                raise HubError(f"{self.address} broke off its answer: {error}") from error

    def _open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        for attempt in range(1, self._attempts + 1):
            is_last = attempt == self._attempts
            try:
                answer: http.client.HTTPResponse = self._opener.open(request, timeout=self._timeout)
                return answer
            except urllib.error.HTTPError as error:
                with error:
                    said = seconds_to_wait(error.headers.get("Retry-After"))
                    pause = _growing(attempt) if said is None else said
                    if is_last or error.code not in _AGAIN or pause > _LONGEST_PAUSE:
                        raise refusal_of(self.address, error.code, error.headers, error) from None
            except (OSError, http.client.HTTPException) as error:
                if is_last:
                    reason = getattr(error, "reason", error)
                    raise HubError(f"{self.address} does not answer: {reason}. Is it the address of a hub?") from error
                pause = _growing(attempt)
            time.sleep(pause)
        raise AssertionError("the last attempt ends the loop")


def _growing(attempt: int) -> float:
    return min(0.5 * 2.0**attempt, _LONGEST_PAUSE)


def _parts(address: str) -> urllib.parse.SplitResult:
    """The parts of the address of a hub. @raises HubError for any other text"""
    try:
        parts = urllib.parse.urlsplit(address)
        host = (parts.hostname or "").encode("idna")  # refuses names that no server can have, such as a..b
        is_address = parts.scheme in ("http", "https") and host != b"" and parts.port != 0
    except (ValueError, AttributeError, TypeError):
        raise _no_address(address) from None
    if not is_address or parts.query or parts.fragment or re.search(r"[\s\0\ud800-\udfff]", address) is not None:
        raise _no_address(address)
    if "@" in parts.netloc:
        raise HubError("The address of the hub must not hold a name or a password. Give the token as token=….")
    return parts


def _no_address(address: object) -> HubError:
    # What stands before an @ may be a password.
    named = "That" if "@" in str(address) else repr(address)
    return HubError(f"{named} is no address of a hub. It has to be like https://hub.example.")
