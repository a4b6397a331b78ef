/** What a process runs that answers queries. It holds a copy of the public graphs, and nothing else of the hub. */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { HubError } from '../errors.ts';
import { hubNamespaces } from '../rdf/namespaces.ts';
import { SpoolWriter } from '../streaming/spool-writer.ts';
import type { SpoolPlace, SpoolShare } from '../streaming/spool-place.ts';
import { KeptTable, versionInFile } from '../vocabulary/registry/kept-table.ts';
import { writeTable } from '../vocabulary/versions/table-bytes.ts';
import { linesOfTable } from '../vocabulary/versions/table-lines.ts';
import { answerQuery, BrokenEngine, datasetOf, type QueryContext } from './answer-query.ts';
import { QueryEngine } from './engine.ts';
import { MAX_ANSWER_BYTES, MAX_ENGINE_TRIPLES } from './limits.ts';
import type { FromQueryProcess, LikelyGraph, QueryTask, RequestedDataset, ToQueryProcess } from './messages.ts';
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
let engine = new QueryEngine();
/** Graphs that every query has. */
let usualGraphs: string[] = [];
/** The version of the graph that it loaded before it was told which one is in use. */
let likelyVersion: string | null = null;
const furtherGraphs = new Set<string>();
/** A query that waits for graphs that it names. */
let waiting: { readonly task: QueryTask; readonly query: ReadQuery; readonly place: SpoolPlace } | null = null;
let isReady = false;
/** Something could not be loaded: no image is made of what is there. */
let hasFailed = false;

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

async function take(message: ToQueryProcess): Promise<void> {
  switch (message.kind) {
    case 'likely':
      // What failed half way is forgotten, and nobody waits for it.
      return loadLikely(message).catch(forgetGraphs);
    case 'start':
      start = message;
      if (likelyVersion !== null && likelyVersion !== message.version) forgetGraphs();
      return tell({ kind: 'started', graphs: usualGraphs });
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
    case 'keep':
      try {
        if (!hasFailed) engine.keep(message.path, message);
      } finally {
        process.exit();
      }
    case 'query':
      return prepare(message.task, message.place);
  }
}

async function loadLikely({ graph, image, version: known, files, baseUrl }: LikelyGraph): Promise<void> {
  const file = files.find((path) => existsSync(path));
  const version = file === undefined ? (known ?? null) : await versionInFile(file);
  if (image !== undefined) likelyVersion = engine.restore(image, { graph, version });
  if (likelyVersion !== null) return note(graph);
  const kept = file === undefined ? null : await new KeptTable(file, hubNamespaces(baseUrl)).read();
  if (kept === null || kept.triples.length > MAX_ENGINE_TRIPLES) return;
  for (const piece of linesOfTable(writeTable(kept.triples.columns, null))) engine.load(graph, piece);
  likelyVersion = kept.version;
  note(graph);
}

function forgetGraphs(): void {
  engine.free();
  engine = new QueryEngine();
  usualGraphs = [];
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

/** What came before is done. */
let done = Promise.resolve();
process.on('message', (message: ToQueryProcess) => {
  done = done
    .then(() => take(message))
    .catch((error: unknown) => {
      waiting = null;
      hasFailed = true;
      refuse(error);
    });
});
process.on('disconnect', () => process.exit(0));
new Worker(END_WITH_PARENT, {
  eval: true,
  workerData: process.ppid,
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
}).unref();
