import { workerData } from 'node:worker_threads';
import { HubError } from '../../src/errors.ts';
import type { MappingResult, MappingTask, MappingWorkerData } from '../../src/workers/mapping-task.ts';
import { SpoolWriter } from '../../src/streaming/spool-writer.ts';

/** Stands in for the mapping: does what the document's text says, so that a test can have a worker that hangs or dies. */
export default function runStub(task: MappingTask): MappingResult {
  const { lexicon, spool } = workerData as MappingWorkerData;
  if (task.kind === 'warm' || task.kind === 'rest') {
    return {
      outcome: 'done',
      facts: { kind: 'warm' },
      written: { head: new Uint8Array(0), tail: new Uint8Array(0), tailBytes: 0 },
    };
  }
  const { order, value = 0 } = JSON.parse(new TextDecoder().decode(task.body)) as { order: string; value?: number };
  const writer = new SpoolWriter(task.place, spool);
  const facts = {
    kind: 'convert',
    triples: value,
    omitted: 0,
    warningCounts: {},
    warnings: [],
    unmapped: [],
    described: 0,
    source: null,
  } as const;
  try {
    if (order === 'sleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, value);
    if (order === 'spin') for (;;) writer.write(new Uint8Array(1));
    if (order === 'hang') for (;;);
    if (order === 'exit') process.exit(7);
    if (order === 'fill-memory')
      for (const all: unknown[] = []; ;) all.push(Array.from({ length: 1000 }, () => all.length));
    if (order === 'fault') throw new TypeError('the inside of the hub');
    if (order === 'version') writer.write(new TextEncoder().encode(lexicon.versionIri));
    if (order === 'write')
      for (let at = 0; at < value; at += 65_536)
        writer.write(new Uint8Array(Math.min(65_536, value - at)).fill(0x61 + ((at / 65_536) % 26)));
    if (order === 'write-then-refuse') {
      for (let at = 0; at < value; at += 65_536) writer.write(new Uint8Array(65_536));
      throw new HubError('too-many-triples', 'enough');
    }
    return { outcome: 'done', facts, written: writer.finish(new TextEncoder().encode('head;')) };
  } catch (error) {
    writer.discard();
    if (error instanceof HubError)
      return { outcome: 'refused', code: error.code, message: error.message, details: error.details };
    return { outcome: 'fault', message: (error as Error).message, stack: (error as Error).stack ?? '' };
  }
}
