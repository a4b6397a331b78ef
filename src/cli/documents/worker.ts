import { parentPort, workerData } from 'node:worker_threads';
import type { Batch, WorkerThreadData } from './batch.ts';
import { BatchConverter } from './convert-batch.ts';
import { RingWriter } from './ring.ts';

// A thread of `WorkerPool`: takes batches, writes their output into the ring and posts the facts of each.

const { plan, lexicon, ring } = workerData as WorkerThreadData;
const port = parentPort!;
const writer = new RingWriter(ring, () => port.postMessage(null));
const converter = new BatchConverter(plan, lexicon, (bytes) => {
  writer.write(bytes);
  // They were copied.
  return true;
});

port.on('message', (batch: Batch) => {
  const facts = converter.run(batch);
  writer.endTurn();
  port.postMessage(facts);
});
