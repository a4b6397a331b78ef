"""A hub that is busy is asked again, and what breaks off, leads elsewhere or is no hub is told of."""

import json
import threading
import time
import unittest
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from vocabulary_hub import Hub, HubError

Answer = tuple[int, dict[str, str], bytes]
GRAPH = b'_:b0 <http://a.example/p> "1" .\n'
JSON = {"Content-Type": "application/json; charset=utf-8"}
NTRIPLES = {"Content-Type": "application/n-triples"}
DESCRIBED: Answer = (200, JSON, b'{"@semantic":{},"items":[]}')


@contextmanager
def server(answers: Callable[[int, str], Answer]) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A server that gives the answer to each request by its number and path, and the heads that came."""
    heads: list[dict[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            heads.append({**dict(self.headers.items()), "path": self.path})
            status, headers, body = answers(len(heads), self.path)
            self.send_response(status)
            for name, value in ({"Content-Length": str(len(body))} | headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """The tests print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.server_port}", heads
        finally:
            listening.shutdown()
            thread.join()


class Requests(unittest.TestCase):
    """What becomes of requests."""

    def test_a_busy_hub_is_asked_again_as_it_says(self) -> None:
        def answers(number: int, path: str) -> Answer:
            if number in (1, 3):
                return 429 if number == 1 else 503, {"Retry-After": "0"}, b"{}"
            return (200, NTRIPLES, GRAPH) if path.startswith("/api/rdf") else DESCRIBED

        with server(answers) as (address, heads):
            conversion = Hub(address, token="of-a-gate").convert({"a": [1]}, lenient=True)
        self.assertEqual(conversion.ntriples(), '_:r1b0 <http://a.example/p> "1" .\n')
        self.assertEqual(len(heads), 4)
        self.assertEqual({head["Authorization"] for head in heads}, {"Bearer of-a-gate"})

    def test_a_hub_that_stays_busy_is_told_of(self) -> None:
        problem = b'{"error":"Too many documents.","hint":"Wait.","type":"https://hub.example/problems/rate-limited"}'
        with server(lambda *_: (429, {"Retry-After": "0"}, problem)) as (address, heads):
            with self.assertRaisesRegex(HubError, r"^Too many documents\. Wait\.$") as caught:
                Hub(address, attempts=3).convert({"a": [1]}, lenient=True)
            self.assertEqual((caught.exception.code, caught.exception.status, len(heads)), ("rate-limited", 429, 3))

    def test_a_hub_that_wants_more_than_a_minute_is_not_waited_for(self) -> None:
        for said in ("61", "9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT"):
            headers = {"Retry-After": said}
            with server(lambda *_, headers=headers: (503, headers, b"{}")) as (address, heads):
                with self.assertRaisesRegex(HubError, "answered 503"):
                    Hub(address).convert({"a": [1]}, lenient=True)
                self.assertEqual(len(heads), 1)

    def test_a_date_in_retry_after_counts(self) -> None:
        def answers(number: int, path: str) -> Answer:
            if number == 1:
                return 503, {"Retry-After": "Thu, 01 Jan 2026 00:00:00 GMT"}, b"{}"
            return (200, NTRIPLES, GRAPH) if path.startswith("/api/rdf") else DESCRIBED

        started = time.monotonic()
        with server(answers) as (address, heads):
            Hub(address).convert({"a": [1]}, lenient=True).close()
        self.assertEqual(len(heads), 3)
        self.assertLess(time.monotonic() - started, 0.9)

    def test_the_page_of_a_proxy_is_no_graph(self) -> None:
        page: Answer = (200, {"Content-Type": "text/html"}, b"<html>Sign in to the network</html>")
        with server(lambda *_: page) as (address, _):
            for act in (
                lambda: Hub(address).convert({"voltage-V": [1]}),
                lambda: Hub(address).convert({"a": [1]}, lenient=True),
                lambda: Hub(address).describe(["a"]),
            ):
                with self.assertRaisesRegex(HubError, "is text/html and not"):
                    act()

    def test_json_that_no_hub_gives_is_told_of(self) -> None:
        deep = b"[" * 200_000
        for body in (b"", b"[]", b"null", b'{"result":5}', b'{"result":{"content":[]}}', b'{"error":null}', deep):
            answer: Answer = (200, JSON, body)
            with (
                server(lambda *_, said=answer: said) as (address, _),
                self.assertRaisesRegex(HubError, "Is it the address of a hub"),
            ):
                Hub(address).describe(["a"])

    def test_an_error_that_is_no_json_of_a_hub_is_told_of(self) -> None:
        with (
            server(lambda *_: (400, JSON, b"[" * 200_000)) as (address, _),
            self.assertRaisesRegex(HubError, "answered 400"),
        ):
            Hub(address).convert({"a": [1]}, lenient=True)

    def test_a_refusal_of_the_tool_has_the_code_and_the_words_of_the_hub(self) -> None:
        problem = {"error": "There is no source.", "type": "https://hub.example/problems/invalid-option", "status": 400}
        told = {"result": {"isError": True, "content": [{"type": "text", "text": json.dumps(problem)}]}}
        with (
            server(lambda *_: (200, JSON, json.dumps(told).encode())) as (address, _),
            self.assertRaisesRegex(HubError, r"^There is no source\.$") as caught,
        ):
            Hub(address).describe(["a"], source="none")
        self.assertEqual((caught.exception.code, caught.exception.status), ("invalid-option", 400))

    def test_a_gate_that_wants_a_token_is_told_of(self) -> None:
        words = "answered 401. Does a gate before the hub want a token"
        with (
            server(lambda *_: (401, {}, b"<html></html>")) as (address, _),
            self.assertRaisesRegex(HubError, words),
        ):
            Hub(address).describe(["a"])

    def test_what_is_no_address_and_no_token_is_refused_without_a_request(self) -> None:
        ports = ("http://hub.example:port", "http://hub.example:99999")
        names = ("", "hub.example", "http://[::1", "http://hub..example", f"https://{'a' * 64}.example")
        halves = ("https://hub.example/\ud83d", "https://hub\ud83d.example")
        for address in (*names, *ports, *halves):
            with self.assertRaisesRegex(HubError, "is no address of a hub"):
                Hub(address)
        for address in ("https://ada:secret@hub.example", "https://ada:secret@hub.example:port"):
            with self.assertRaises(HubError) as caught:
                Hub(address)
            self.assertNotIn("secret", str(caught.exception))
        for token in ("", "two words", "line\n"):
            with self.assertRaisesRegex(HubError, "no header holds"):
                Hub("https://hub.example", token=token)

    def test_the_path_of_an_address_is_percent_encoded_once(self) -> None:
        answer: Answer = (404, JSON, b"{}")
        paths = {"/prüfung/": "/pr%C3%BCfung", "/pr%C3%BCfung": "/pr%C3%BCfung", "/a,b?": "/a,b", "/#": ""}
        for path, sent in paths.items():
            with server(lambda *_: answer) as (address, heads):
                with self.assertRaisesRegex(HubError, "answered 404"):
                    Hub(f"{address}{path}").describe(["a"])
                self.assertEqual(heads[0]["path"], f"{sent}/mcp")

    def test_an_answer_that_is_cut_off_is_no_graph(self) -> None:
        def answers(_: int, path: str) -> Answer:
            return (200, NTRIPLES | {"Content-Length": "999"}, GRAPH) if path.startswith("/api/rdf") else DESCRIBED

        with server(answers) as (address, _), self.assertRaisesRegex(HubError, "broke off its answer"):
            Hub(address).convert({"a": [1]}, lenient=True)

    def test_a_redirect_is_not_followed(self) -> None:
        with server(lambda *_: (307, {"Location": "http://elsewhere.example/"}, b"")) as (address, heads):
            with self.assertRaisesRegex(HubError, "answered 307 and leads to http://elsewhere.example/"):
                Hub(address, token="secret").convert({"a": [1]}, lenient=True)
            self.assertEqual(len(heads), 1)

    def test_a_redirect_to_what_is_no_address_is_told_of(self) -> None:
        for location in ("http://[elsewhere", "//[::1:x]/", "http://a.example:port/"):
            with (
                server(lambda *_, to=location: (302, {"Location": to}, b"")) as (address, _),
                self.assertRaisesRegex(HubError, "answered 302 and leads to "),
            ):
                Hub(address).convert({"a": [1]}, lenient=True)

    def test_half_a_surrogate_pair_in_an_option_is_the_hub_s_to_refuse(self) -> None:
        with server(lambda *_: (400, JSON, b'{"error":"No UTF-8."}')) as (address, heads):
            with self.assertRaisesRegex(HubError, "No UTF-8"):
                Hub(address).convert({"a": [1]}, lenient=True, base="https://plant.example/\ud83d/")
            self.assertEqual(heads[0]["path"], "/api/semantic?base=https%3A%2F%2Fplant.example%2F%ED%A0%BD%2F")

    def test_nodes_get_other_names_at_the_ends_of_lines_alone(self) -> None:
        literal = (
            b'_:b0 <http://a.example/p> "_:b1 ." .\n_:b0 <http://a.example/q> _:b1 .\n'
            b'<http://a.example/_:b1> <http://a.example/p> "x"@en .\n'
        )

        def answers(_: int, path: str) -> Answer:
            return (200, NTRIPLES, literal) if path.startswith("/api/rdf") else DESCRIBED

        with server(answers) as (address, _):
            converted = Hub(address).convert({"a": [1]}, lenient=True).ntriples()
        expected = literal.decode().replace("_:b0 <", "_:r1b0 <").replace("> _:b1 .", "> _:r1b1 .")
        self.assertEqual(converted, expected)


if __name__ == "__main__":
    unittest.main()
