/** A load generator in a process of its own: `request-rate.ts LOAD`, a `Load` as JSON, prints `{"perSecond":…,"answered":…,"failed":…}`. */
import { connect } from 'node:net';
import { documentOfFiveKeys, smallDocument, wideSeriesOfTerms } from './documents.ts';
import type { Load, Sent } from './rate.ts';

/** A year of quarters of an hour. */
const SERIES_ROWS = 35_040;
const CONVERSION = 'query ($document: String!) { convertDocument(document: $document) { rdf triples } }';

const BODIES: Readonly<Record<Sent, () => Uint8Array | string>> = {
  'five keys': documentOfFiveKeys,
  'ten keys': smallDocument,
  'ten keys in a query': () =>
    JSON.stringify({ query: CONVERSION, variables: { document: Buffer.from(smallDocument()).toString() } }),
  series: () => wideSeriesOfTerms(SERIES_ROWS),
  nothing: () => '',
};

const { port, path, connections, seconds, sent, headers = {} } = JSON.parse(process.argv[2]!) as Load;
const body = Buffer.from(BODIES[sent]());
const head = Object.entries({
  Host: `127.0.0.1:${port}`,
  ...(sent === 'nothing' ? {} : { 'Content-Type': 'application/json', 'Content-Length': body.length }),
  ...headers,
}).map(([name, value]) => `${name}: ${value}\r\n`);
const method = sent === 'nothing' ? 'GET' : 'POST';
const request = Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`), body]);
const WARM_UP_MS = 1000;
let answered = 0;
let failed = 0;
let isOver = false;

/** Sends the request again as soon as its answer is there. The answers have a `Content-Length`. */
function keepAsking(): void {
  const socket = connect(port, '127.0.0.1');
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

for (let i = 0; i < connections; i++) keepAsking();
setTimeout(() => {
  const before = answered;
  const start = performance.now();
  setTimeout(() => {
    isOver = true;
    const perSecond = ((answered - before) / (performance.now() - start)) * 1000;
    process.stdout.write(JSON.stringify({ perSecond, answered, failed }));
    setTimeout(() => process.exit(), 100);
  }, seconds * 1000);
}, WARM_UP_MS);
