"""Numbers with their digits for a REST client that openapi-python-client generates.

Such a client writes documents by ``json.dumps`` and reads answers by ``json.loads``: ``Decimal("812.40")`` is
refused, and 812.40 comes back as 812.4. With this client of httpx below it, a ``Decimal`` is written with its digits,
and numbers with a fraction are read as ``Decimal``.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import httpx

from .json_text import UnwritableError, json_text


class ExactClient(httpx.Client):
    """A client of httpx that keeps the digits of JSON numbers, for ``Client(…).set_httpx_client``.

    It takes what ``httpx.Client`` takes, ``base_url`` above all.
    """

    def build_request(self, *args: Any, json: object = None, headers: Any = None, **others: Any) -> httpx.Request:  # noqa: ANN401
        """As httpx, with the body written digit by digit. @raises ValueError for what JSON cannot hold"""
        if json is None:
            return super().build_request(*args, headers=headers, **others)
        try:
            text = json_text(json)
        except UnwritableError as error:
            raise ValueError(f"The body has {error}.") from error
        typed = httpx.Headers(headers)
        typed.setdefault("Content-Type", "application/json")
        # httpx gives all kinds of bodies, None where there is none.
        return super().build_request(*args, **(others | {"content": text, "headers": typed}))

    def send(self, *args: Any, **others: Any) -> httpx.Response:  # noqa: ANN401
        """As httpx, with an answer whose ``json()`` has ``Decimal`` where numbers have a fraction."""
        response = super().send(*args, **others)
        response.json = lambda **options: json.loads(response.text, parse_float=Decimal, **options)  # type: ignore[method-assign]
        return response
