import { request } from 'node:http';
import { WIDE_ROWS, wideSeries } from './documents.ts';
import { type ServerProcess, startHub, startServer } from './hub-process.ts';
import { convert } from './hub.ts';
import {
  emptyLine,
  inProcess,
  measure,
  runTimes,
  type Line,
  type Made,
  type Measured,
  type Section,
} from './measure.ts';

const FORMATS = ['nt', 'ttl', 'rdf', 'jsonld'] as const;

/** Long answers over HTTP, beside their conversion in process and the same bytes over loopback, in turn. */
export async function measureLongAnswers(rounds: number): Promise<Section> {
  const body = Buffer.from(wideSeries(WIDE_ROWS));
  const hub = await startHub();
  const loopback = await startServer(new URL('loopback.ts', import.meta.url));
  const lines: Line[] = [];
  for (const format of FORMATS) {
    const path = `/api/rdf?format=${format}`;
    const { bytes } = await post(hub, path, body);
    const carried = `/?bytes=${bytes}`;
    const measured = await measure(
      [
        inProcess('converted', () => convert(body, { format })),
        { name: 'carried', run: (repeats) => runTimes(() => post(loopback, carried, body), repeats) },
        { name: 'both', run: (repeats) => runTimes(() => post(hub, path, body), repeats) },
      ],
      rounds,
    );
    lines.push(...linesOf(format, measured));
  }
  await Promise.all([hub.stop(), loopback.stop()]);
  return {
    title: `A document of ${(body.length / 1e6).toFixed(1)} MB over HTTP`,
    lines,
    notes: [
      'The bytes over loopback come from a server of `node:http` that has them in memory, after the same document was sent to it.',
    ],
  };
}

function linesOf(format: string, measured: ReadonlyMap<string, Measured>): Line[] {
  const [converted, carried, both] = ['converted', 'carried', 'both'].map((name) => measured.get(name)!);
  const most = converted!.medianMs + 2 * carried!.medianMs;
  const line = (what: string, { medianMs, minMs, bytes }: Measured): Line => ({
    ...emptyLine(what),
    medianMs,
    minMs,
    bytesPerSecond: (bytes / medianMs) * 1000,
  });
  return [
    line(`${format}, converted in process`, converted!),
    line('its bytes over loopback', carried!),
    {
      ...line('`POST /api/rdf`', both!),
      figure: `${both!.medianMs.toFixed(0)} ms`,
      reach: `at most the first and twice the second, ${most.toFixed(0)} ms`,
      isReached: both!.medianMs <= most,
    },
  ];
}

/** Posts, and reads the answer into nothing. @throws Error when it is not 200 */
function post({ url }: ServerProcess, path: string, body: Buffer): Promise<Made> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
    const asking = request(url + path, { method: 'POST', headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('error', reject).on('end', () => {
        if (answer.statusCode === 200) resolve({ triples: 0, bytes });
        else reject(new Error(`${path} was answered ${answer.statusCode}`));
      });
    });
    asking.on('error', reject).end(body);
  });
}
