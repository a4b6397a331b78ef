// Stands in for the mapping, in JavaScript for the reason that `crash-hub.mjs` gives.
import { workerData } from 'node:worker_threads';

const DIST = process.env.BENCH_DIST ?? new URL('../../dist/', import.meta.url).href;
const { SpoolWriter } = await import(new URL('streaming/spool-writer.js', DIST).href);

/** Does what the document says: `{"order":"exit" | "fill-memory" | "sleep","ms":100}`. */
export default function run(task) {
  if (task.kind === 'warm') {
    const nothing = new Uint8Array(0);
    return { outcome: 'done', facts: { kind: 'warm' }, written: { head: nothing, tail: nothing, tailBytes: 0 } };
  }
  const { order, ms } = JSON.parse(new TextDecoder().decode(task.body));
  if (order === 'exit') process.exit(7);
  if (order === 'fill-memory') for (const all = []; ;) all.push(Array.from({ length: 1000 }, () => all.length));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  const facts = { kind: 'convert', triples: 0, warningCounts: {}, warnings: [], unmapped: [], described: 0 };
  return {
    outcome: 'done',
    facts,
    written: new SpoolWriter(task.place, workerData.spool).finish(new Uint8Array(1)),
  };
}
