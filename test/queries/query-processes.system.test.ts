import { expect, test } from 'vitest';
import { forkQueryProcess } from '../../src/queries/query-child.ts';
import { QueryProcesses } from '../../src/queries/query-processes.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { readNTriples } from '../../src/rdf/read-ntriples.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { tableOf } from '../../src/vocabulary/triple-table.ts';

const BASE = 'http://localhost:4000';
const GRAPH = `${BASE}/graph/vocabulary`;
const dataset = {
  version: 'v1',
  defaultGraph: GRAPH,
  graphs: new Map([[GRAPH, tableOf(readNTriples('<urn:a> <urn:b> "c" .\n'), hubNamespaces(BASE))]]),
  prefixes: new Map(),
  baseIri: `${BASE}/sparql`,
  furtherGraphs: null,
};

test('who comes next gets a process that is ready, not one that was started before it was free and still loads', async () => {
  const processes = new QueryProcesses(async () => null, DEFAULT_TIMING);
  try {
    const ready = await processes.take(dataset, undefined, false);
    const prepared = processes.prepare(dataset, 1);
    processes.keep(ready);
    expect(processes.count).toBe(2);
    expect(await processes.take(dataset, undefined, false)).toBe(ready);
    processes.keep(ready);
    await prepared;
  } finally {
    processes.stop();
  }
});

test('a process that the system kills before it is ready is no fault of the hub: who waits for it is asked to come again', async () => {
  const processes = new QueryProcesses(async () => null, DEFAULT_TIMING);
  try {
    const forked = forkQueryProcess(null);
    processes.startBlank(forked);
    const taken = processes.take(dataset, undefined, false);
    // As for want of memory.
    forked.kill('SIGKILL');
    await expect(taken).rejects.toMatchObject({ code: 'sparql-busy' });
    processes.keep(await processes.take(dataset, undefined, false));
  } finally {
    processes.stop();
  }
});
