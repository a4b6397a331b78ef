import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { smallDocumentOfTerms, wideSeriesOfTerms } from './documents.ts';
import { type ServerProcess, startHub, watchSize } from './hub-process.ts';
import { emptyLine, type Line, type Section } from './measure.ts';

const MEBIBYTE = 1024 * 1024;
const MOST_BYTES = 64 * MEBIBYTE;

/** 19 triples a row and 4 of the document: just below the limit of 2 million. */
const ROWS = 105_260;

const SLOW_PIECE_BYTES = 64 * 1024;
const SLOW_PAUSE_MS = 40;
const SLOW_MS = 15_000;

/** How much a hub grows while one document becomes 2 million triples. */
export async function measureMemory(): Promise<Section> {
  const body = Buffer.from(wideSeriesOfTerms(ROWS));
  const lines: Line[] = [];
  for (const [what, isSlow] of [
    ['a reader that keeps up', false],
    ['a reader of 1.6 MB/s, for 15 s', true],
  ] as const) {
    const hub = await startHub();
    await post(hub, Buffer.from(smallDocumentOfTerms()), false);
    await delay(1000);
    const restBytes = hub.residentBytes();
    const watch = watchSize(hub);
    const { triples, bytes } = await post(hub, body, isSlow);
    const grownBytes = watch.stop() - restBytes;
    await hub.stop();
    lines.push({
      ...emptyLine(what),
      figure: `${megabytes(restBytes)} at rest, ${megabytes(grownBytes)} more at the peak; ${triples} triples, ${megabytes(bytes)} read`,
      reach: `at most ${megabytes(MOST_BYTES)} more`,
      isReached: grownBytes <= MOST_BYTES,
    });
  }
  return {
    title: `Memory: ${megabytes(body.length)} become 2 million triples of N-Triples`,
    lines,
    notes: ['The triple count is in the head of the answer, before the first byte of its body.'],
  };
}

/** Posts and reads; a slow reader leaves after a while. */
function post(hub: ServerProcess, body: Buffer, isSlow: boolean): Promise<{ triples: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const asking = request(`${hub.url}/api/json-to-rdf?format=nt`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': body.length },
    });
    asking.on('error', reject).on('response', async (answer) => {
      const triples = Number(answer.headers['x-semantic-triples']);
      let bytes = 0;
      let sincePause = 0;
      for await (const chunk of answer) {
        bytes += (chunk as Buffer).length;
        sincePause += (chunk as Buffer).length;
        if (!isSlow || sincePause < SLOW_PIECE_BYTES) continue;
        sincePause = 0;
        if (performance.now() - start > SLOW_MS) break;
        await delay(SLOW_PAUSE_MS);
      }
      resolve({ triples, bytes });
    });
    asking.end(body);
  });
}

function megabytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
}
