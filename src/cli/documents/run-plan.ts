import { FindingLog } from '../../check/findings.ts';
import { envelopeOf, type Envelope } from '../../mapping/envelope.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import type { Batch, BatchFacts, Plan, UnreadDocument } from './batch.ts';
import { deadLetterOfFile } from './dead-letter.ts';
import type { Input } from './inputs.ts';
import type { ReadOptions } from './batch.ts';
import { readBatches } from './inputs.ts';
import type { Output } from '../shared/output.ts';
import { ReportLines } from './report-lines.ts';
import { TurtlePrefixes } from './turtle-prefixes.ts';

/** Inputs up to this many bytes are converted where they are: threads would take longer to start. */
const SMALL_BYTES = 512 * 1024;

export interface Run {
  readonly plan: Plan;
  readonly lexicon: Lexicon;
  readonly inputs: readonly Input[];
  readonly reading: ReadOptions;
  readonly jobs: number;
  /** Null for work that has none. */
  readonly output: Output | null;
  readonly onRead: (bytes: number) => void;
  /** Gets what came of each batch, in order, once its output is written. */
  readonly onFacts: (facts: BatchFacts) => Promise<void>;
}

/** A batch that is under way, or what stands in the place of one. */
interface Turn {
  drain(write: (bytes: Uint8Array) => Promise<void>): Promise<BatchFacts>;
}

/**
 * Does the work of a plan on all documents of the inputs; the output has their order. Memory is bounded by what is under way.
 * Resolves when all is written, or when a document failed and the plan stops there.
 *
 * @throws CommandError, OutputClosed
 */
export async function runPlan(run: Run): Promise<void> {
  const { plan, output } = run;
  const frame = plan.work === 'convert' && plan.isParted ? frameOfRun(run) : null;
  const write = (bytes: Uint8Array): Promise<void> => output?.write(bytes) ?? Promise.resolve();
  const writeText = (text: string | undefined): Promise<void> =>
    text === undefined || text === '' ? Promise.resolve() : write(new TextEncoder().encode(text));

  const workerPool = await startWorkerPool(run, frame?.between ?? '');
  try {
    await writeText(frame?.open);
    let hasOutput = false;
    for await (const turn of readAhead(startTurns(run, workerPool), run.jobs * 2)) {
      let isFirst = true;
      const facts = await turn.drain(async (bytes) => {
        if (bytes.length === 0) return;
        if (isFirst && hasOutput) await writeText(frame?.between);
        isFirst = false;
        hasOutput = true;
        await write(bytes);
      });
      await run.onFacts(facts);
      if (facts.stopped) return;
    }
    await writeText(frame?.close);
  } finally {
    await workerPool.stop();
  }
}

/** What stands around the documents of an output of many, and between two of them. */
function frameOfRun({ plan, lexicon }: Run): Envelope {
  const { format } = plan.options;
  const frame = envelopeOf(format, lexicon);
  return format === 'ttl' ? { ...frame, open: new TurtlePrefixes(lexicon).open() } : frame;
}

/** Starts the work on each batch and hands it over while it is under way. */
async function* startTurns(run: Run, workerPool: BatchTaker): AsyncGenerator<Turn> {
  for await (const piece of readBatches(run.inputs, run.reading, run.onRead)) {
    if ('batch' in piece) yield await workerPool.submit(piece.batch);
    else yield workerPool.skip(() => factsOfUnread(piece, run));
  }
}

/** Lets the source run ahead of the reader by at most so many items. */
async function* readAhead<T>(source: AsyncGenerator<T>, most: number): AsyncGenerator<T> {
  const ahead: Promise<IteratorResult<T>>[] = [];
  for (;;) {
    while (ahead.length < most) {
      const next = source.next();
      // It is looked at in its turn; until then it may fail without a word.
      next.catch(() => {});
      ahead.push(next);
    }
    const { value, done } = await ahead.shift()!;
    if (done === true) return;
    yield value;
  }
}

interface BatchTaker {
  submit(batch: Batch): Promise<Turn>;
  /** Takes the place of a batch that has no output. */
  skip(facts: () => BatchFacts): Turn;
  stop(): Promise<void>;
}

async function startWorkerPool({ plan, lexicon, inputs, jobs, output }: Run, between: string): Promise<BatchTaker> {
  const startThreads = async (threads: number): Promise<BatchTaker> => {
    const { WorkerPool } = await import('./worker-pool.ts');
    return new WorkerPool({ threads, plan, lexicon, output, between });
  };
  const isKnown = inputs.every(({ length }) => length !== null);
  if (isKnown && lengthOf(inputs) <= SMALL_BYTES) return convertHere(plan, lexicon);
  if (isKnown || plan.isParted) return startThreads(plan.isParted ? jobs : 1);
  // One document, of whose length it depends where it is converted: that is known when it is read, before any work on it.
  let taker: Promise<BatchTaker> | null = null;
  const takerFor = (bytes: number): Promise<BatchTaker> =>
    (taker ??= bytes <= SMALL_BYTES ? convertHere(plan, lexicon) : startThreads(1));
  return {
    submit: async (batch) => (await takerFor(batch.bytes.length)).submit(batch),
    skip: (facts) => ({ drain: async () => facts() }),
    stop: async () => (await taker)?.stop(),
  };
}

/** Converts each batch in its turn, in the thread that reads. */
async function convertHere(plan: Plan, lexicon: Lexicon): Promise<BatchTaker> {
  const { BatchConverter } = await import('./convert-batch.ts');
  return {
    submit: async (batch) => ({
      async drain(write) {
        const pieces: Uint8Array[] = [];
        const facts = new BatchConverter(plan, lexicon, (bytes) => pieces.push(bytes)).run(batch);
        for (const piece of pieces) await write(piece);
        return facts;
      },
    }),
    skip: (facts) => ({ drain: async () => facts() }),
    stop: async () => {},
  };
}

function lengthOf(inputs: readonly Input[]): number {
  return inputs.reduce((sum, { length }) => sum + (length ?? 0), 0);
}

function factsOfUnread({ failure, text, offset, endsInput }: UnreadDocument, { plan, lexicon }: Run): BatchFacts {
  const place = { offset, vocabulary: lexicon.versionIri, endsInput };
  const lines = plan.writesReport ? new ReportLines() : null;
  const found = new FindingLog();
  const { code, message, line, column } = failure;
  if (plan.work === 'validate') found.add({ code, key: null, message, place: { pointer: null, line, column } });
  lines?.addFailure(failure);
  return {
    file: failure.file,
    documents: 1,
    failed: 1,
    triples: 0,
    unmapped: 0,
    warnings: {},
    found: found.finish(),
    failures: [failure],
    report: lines?.text() ?? '',
    deadLetters: plan.writesDeadLetters ? [...deadLetterOfFile(failure, text, place)] : [],
    endsInput,
    stopped: !plan.keepsGoing,
  };
}
