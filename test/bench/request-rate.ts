/**
 * A load generator in a process of its own: `request-rate.ts PORT PATH CONNECTIONS SECONDS [small | series | nothing]` prints
 * `{"perSecond":…,"failed":…}`. `nothing` gets, the others post.
 */
import { connect } from 'node:net';
import { smallDocument, wideSeriesOfTerms } from './documents.ts';

const [port, path, connections, seconds, sent = 'small'] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string?,
];
/** A year of quarters of an hour. */
const SERIES_ROWS = 35_040;
const body = Buffer.from(sent === 'small' ? smallDocument() : sent === 'series' ? wideSeriesOfTerms(SERIES_ROWS) : '');
const about = sent === 'nothing' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
const method = sent === 'nothing' ? 'GET' : 'POST';
const request = Buffer.concat([
  Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${about}\r\n`),
  body,
]);
const WARM_UP_MS = 1000;
let answered = 0;
let failed = 0;
let isOver = false;

/** Sends the request again as soon as its answer is there. The answers have a `Content-Length`. */
function keepAsking(): void {
  const socket = connect(Number(port), '127.0.0.1');
  socket.setNoDelay(true);
  let missing = 0;
  let head = '';
  socket.on('data', (chunk) => {
    if (missing > 0) missing -= chunk.length;
    else {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      if (length === undefined || !head.startsWith('HTTP/1.1 200')) failed++;
      missing = Number(length) - (head.length - end - 4);
    }
    if (missing > 0) return;
    head = '';
    answered++;
    if (isOver) socket.destroy();
    else socket.write(request);
  });
  socket.on('error', () => failed++);
  socket.write(request);
}

for (let i = 0; i < Number(connections); i++) keepAsking();
setTimeout(() => {
  const before = answered;
  const start = performance.now();
  setTimeout(
    () => {
      isOver = true;
      const perSecond = ((answered - before) / (performance.now() - start)) * 1000;
      process.stdout.write(JSON.stringify({ perSecond, failed }));
      setTimeout(() => process.exit(), 100);
    },
    Number(seconds) * 1000,
  );
}, WARM_UP_MS);
