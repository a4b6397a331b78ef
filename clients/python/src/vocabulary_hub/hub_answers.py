"""What answers of a hub say: that they are no hub's, or what the hub refuses."""

from __future__ import annotations

import email.utils
import http.client
import io
import json
import time
from email.message import Message
from typing import IO, Any

from .errors import HubError

UNREADABLE = (ValueError, RecursionError)
"""What ``json.loads`` raises: the second for lists in lists by the thousand."""

_MOST_OF_AN_ERROR = 1 << 20
_WANTS_A_TOKEN = {401, 403}


def check_type(address: str, answer: http.client.HTTPResponse, media_type: str) -> None:
    """Nothing, for an answer of this type. Gates and proxies answer 200 with pages of their own. @raises HubError"""
    told = answer.headers.get_content_type() if "Content-Type" in answer.headers else "of no type"
    if answer.status != http.HTTPStatus.OK:
        raise HubError(f"{address} answered {answer.status}. Is it the address of a hub?", answer.status)
    if told != media_type:
        message = f"The answer of {address} is {told} and not {media_type}. Is it the address of a hub?"
        raise HubError(message, answer.status)


def json_object(address: str, text: bytes) -> dict[str, Any]:
    """The object that an answer has. @raises HubError for any other text"""
    try:
        told = json.loads(text)
    except UNREADABLE:
        told = None
    if not isinstance(told, dict):
        raise HubError(f"The answer of {address} is no object of JSON. Is it the address of a hub?")
    return told


def mapped_keys(address: str, text: bytes) -> dict[str, Any]:
    """What the tool ``map_keys`` tells. @raises HubError for a refusal, in the words of the hub"""
    told = json_object(address, text)
    result = told.get("result")
    mapped = result.get("structuredContent") if isinstance(result, dict) and not result.get("isError") else None
    if isinstance(mapped, dict):
        return mapped
    try:
        said = result["content"][0]["text"] if isinstance(result, dict) else told["error"]["message"]
    except (LookupError, TypeError):
        raise HubError(f"The answer of {address} is none of a tool. Is it the address of a hub?") from None
    problem = _problem(io.BytesIO(str(said).encode()))
    status = problem.get("status")
    if isinstance(problem.get("error"), str):
        raise refusal(problem, status if isinstance(status, int) else None)
    raise HubError(f"The hub did not map the columns: {said}")


def refusal_of(address: str, status: int, headers: Message, body: IO[bytes]) -> HubError:
    """The error of an answer whose status is one, in the words of the hub where it has some."""
    problem = _problem(body)
    if isinstance(problem.get("error"), str):
        return refusal(problem, status)
    message = f"{address} answered {status}. Is it the address of a hub?"
    location = headers.get("Location")
    if status in _WANTS_A_TOKEN:
        message = f"{address} answered {status}. Does a gate before the hub want a token, or another one?"
    elif location is not None:
        message = f"{address} answered {status} and leads to {location}. Name the address of the hub that is behind it."
    return HubError(message, status)


def refusal(problem: dict[str, Any], status: int | None) -> HubError:
    """The error that the members of an answer describe."""
    code = str(problem.get("type", "")).rpartition("/problems/")[2] or None
    hint = f" {problem['hint']}" if isinstance(problem.get("hint"), str) else ""
    error = HubError(f"{problem['error']}{hint}", status, code)
    error.problem = problem
    return error


def seconds_to_wait(text: str | None) -> float | None:
    """What Retry-After says, in seconds or as a date; None for any other text."""
    if text is None:
        return None
    if text.strip().isdecimal():
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _problem(body: IO[bytes]) -> dict[str, Any]:
    try:
        problem = json.loads(body.read(_MOST_OF_AN_ERROR))
    except (*UNREADABLE, OSError, http.client.HTTPException):
        return {}
    return problem if isinstance(problem, dict) else {}
