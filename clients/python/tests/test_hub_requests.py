"""A hub that is busy is asked again, and one that breaks off or leads elsewhere is told of."""

import threading
import unittest
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from vocabulary_hub import Hub, HubError

Answer = tuple[int, dict[str, str], bytes]
GRAPH = b'_:b0 <http://a.example/p> "1" .\n'
DESCRIBED: Answer = (200, {}, b'{"@semantic":{},"items":[]}')


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
            return (200, {}, GRAPH) if path.startswith("/api/rdf") else DESCRIBED

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

    def test_an_answer_that_is_cut_off_is_no_graph(self) -> None:
        def answers(_: int, path: str) -> Answer:
            return (200, {"Content-Length": "999"}, GRAPH) if path.startswith("/api/rdf") else DESCRIBED

        with server(answers) as (address, _), self.assertRaisesRegex(HubError, "broke off its answer"):
            Hub(address).convert({"a": [1]}, lenient=True)

    def test_a_redirect_is_not_followed(self) -> None:
        with server(lambda *_: (307, {"Location": "http://elsewhere.example/"}, b"")) as (address, heads):
            with self.assertRaisesRegex(HubError, "answered 307"):
                Hub(address, token="secret").convert({"a": [1]}, lenient=True)
            self.assertEqual(len(heads), 1)

    def test_nodes_get_other_names_at_the_ends_of_lines_alone(self) -> None:
        literal = (
            b'_:b0 <http://a.example/p> "_:b1 ." .\n_:b0 <http://a.example/q> _:b1 .\n'
            b'<http://a.example/_:b1> <http://a.example/p> "x"@en .\n'
        )

        with server(lambda _, path: (200, {}, literal) if path.startswith("/api/rdf") else DESCRIBED) as (address, _):
            converted = Hub(address).convert({"a": [1]}, lenient=True).ntriples()
        expected = literal.decode().replace("_:b0 <", "_:r1b0 <").replace("> _:b1 .", "> _:r1b1 .")
        self.assertEqual(converted, expected)


if __name__ == "__main__":
    unittest.main()
