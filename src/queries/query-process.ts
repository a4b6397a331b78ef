/** What a process runs that answers queries. It holds a copy of the public graphs, and nothing else of the hub. */
import { Worker } from 'node:worker_threads';
import { HubError } from '../errors.ts';
import { SpoolWriter } from '../streaming/spool-writer.ts';
import type { SpoolPlace, SpoolShare } from '../streaming/spool-place.ts';
import { linesOfTable } from '../vocabulary/versions/table-lines.ts';
import { answerQuery, BrokenEngine, datasetOf, type QueryContext } from './answer-query.ts';
import { QueryEngine } from './engine.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import type { FromQueryProcess, QueryTask, RequestedDataset, ToQueryProcess } from './messages.ts';
import { checkNamedVersions, readQuery, type ReadQuery } from './read-query.ts';

/** Memory beyond which a process is not used again: an engine gives nothing back. */
const WORN_BYTES = 128 * 1024 * 1024;

/** What a thread of its own looks after, as a query that runs keeps this one from noticing anything. */
const END_WITH_PARENT = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => { if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL'); }, 500);
`;

type Start = Extract<ToQueryProcess, { kind: 'start' }>;

let start: Start | null = null;
const engine = new QueryEngine();
/** Graphs that every query has. */
let usualGraphs: string[] = [];
const furtherGraphs = new Set<string>();
/** A query that waits for graphs that it names. */
let waiting: { readonly task: QueryTask; readonly query: ReadQuery; readonly place: SpoolPlace } | null = null;
let isReady = false;

function tell(message: FromQueryProcess): void {
  process.send!(message);
}

function refuse(error: unknown): void {
  const told = error instanceof BrokenEngine ? error.told : error;
  if (told instanceof HubError) {
    const { code, message, details } = told;
    tell({ kind: 'refused', code, message, details, isFatal: error instanceof BrokenEngine });
  } else {
    const { message, stack } = told instanceof Error ? told : new Error(String(told));
    tell({ kind: 'fault', message, stack: stack ?? message });
  }
}

function take(message: ToQueryProcess): void {
  switch (message.kind) {
    case 'start':
      start = message;
      return;
    case 'table':
      for (const piece of linesOfTable(message.bytes)) engine.load(message.graph, piece);
      return note(message.graph);
    case 'triples':
      engine.load(message.graph, message.ntriples);
      return note(message.graph);
    case 'loaded':
      if (isReady) {
        tell({ kind: 'begun' });
        return runWaiting();
      }
      usualGraphs = [...new Set(usualGraphs)];
      warmUp();
      isReady = true;
      return tell({ kind: 'ready' });
    case 'query':
      return prepare(message.task, message.place);
  }
}

/** The first query is then as fast as the next ones: what reads queries is built, and the engine has been asked once. */
function warmUp(): void {
  const { baseIri } = start!;
  const text = 'SELECT * { ?s ?p ?o } LIMIT 1';
  readQuery(text, baseIri);
  engine.answer(text, { ...usualDataset(), baseIri, mediaType: 'application/sparql-results+json' });
}

function note(graph: string): void {
  if (isReady) furtherGraphs.add(graph);
  else usualGraphs.push(graph);
}

/** Reads a query, and asks for what it names and is not here. */
function prepare(task: QueryTask, place: SpoolPlace): void {
  const { baseIri, furtherGraphs: prefix } = start!;
  const query = readQuery(task.text, baseIri);
  waiting = { task, query, place };
  const { defaultGraphs, namedGraphs } = datasetOf(query, task.dataset, { defaultGraphs: [], namedGraphs: [] });
  const named = [...new Set([...defaultGraphs, ...namedGraphs])].filter(
    (graph) => prefix !== null && graph.startsWith(prefix),
  );
  checkNamedVersions(named);
  const wanted = named.filter((graph) => !furtherGraphs.has(graph));
  if (wanted.length > 0) tell({ kind: 'wanted', graphs: wanted });
  else runWaiting();
}

function runWaiting(): void {
  const { task, query, place } = waiting!;
  waiting = null;
  const { prefixes, baseIri } = start!;
  const context: QueryContext = { engine, dataset: usualDataset(), prefixes, baseIri };
  const { facts, text } = answerQuery(task, query, context);
  const writer = new SpoolWriter(place, ownShare());
  try {
    writer.write(Buffer.from(text));
    const { external, heapTotal } = process.memoryUsage();
    const written = writer.finish(new Uint8Array(0));
    tell({ kind: 'answered', facts, written, isWorn: external + heapTotal > WORN_BYTES });
  } catch (error) {
    writer.discard();
    throw error;
  }
}

/** What a query is about that names no graphs. */
function usualDataset(): RequestedDataset {
  const { defaultGraph } = start!;
  return { defaultGraphs: defaultGraph === null ? [] : [defaultGraph], namedGraphs: usualGraphs };
}

/** The room of the whole spool is the hub's to know; here counts what one answer may have. */
function ownShare(): SpoolShare {
  return {
    takenKib: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * 1024),
    maxBytes: MAX_ANSWER_BYTES,
    maxAnswerBytes: MAX_ANSWER_BYTES,
  };
}

process.on('message', (message: ToQueryProcess) => {
  try {
    take(message);
  } catch (error) {
    waiting = null;
    refuse(error);
  }
});
process.on('disconnect', () => process.exit(0));
new Worker(END_WITH_PARENT, {
  eval: true,
  workerData: process.ppid,
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
}).unref();
