import { expect, test } from 'vitest';
import { forkQueryProcess } from '../../src/queries/fork-query-process.ts';
import type { FromQueryProcess } from '../../src/queries/messages.ts';
import { QueryProcesses } from '../../src/queries/query-processes.ts';
import { hubNamespaces } from '../../src/rdf/namespaces.ts';
import { readNTriples } from '../../src/rdf/read-ntriples.ts';
import { DEFAULT_TIMING } from '../../src/timing.ts';
import { tableOf } from '../../src/vocabulary/triple-table-builder.ts';

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

test('no second process loads beside one that a query waits for, until another version comes into use', async () => {
  const processes = new QueryProcesses(async () => null, DEFAULT_TIMING);
  try {
    processes.startBlank();
    const taken = processes.take(dataset, undefined, false);
    const prepared = processes.prepareFirst(dataset);
    expect(processes.count).toBe(1);
    const child = await taken;
    await prepared;
    await processes.prepareFirst(dataset);
    expect(processes.count).toBe(1);
    const next = { ...dataset, version: 'v2' };
    await processes.prepareFirst(next);
    expect(processes.count).toBe(2);
    child.kill();
    expect((await processes.take(next, undefined, false)).version).toBe('v2');
  } finally {
    processes.stop();
  }
});

/** More than a pipe takes at once. */
const large = {
  ...dataset,
  graphs: new Map([
    [
      GRAPH,
      tableOf(
        Array.from({ length: 20_000 }, (_, i) => ({
          s: { type: 'uri' as const, value: `urn:a${i}` },
          p: 'urn:b',
          o: { type: 'literal' as const, value: `${i} ${'c'.repeat(40)}` },
        })),
        hubNamespaces(BASE),
      ),
    ],
  ]),
};

test.each(['before it is told what to load', 'while it gets what to load'])(
  'a process that the system kills %s is no fault of the hub: who waits for it is asked to come again',
  async (when) => {
    const processes = new QueryProcesses(async () => null, DEFAULT_TIMING);
    try {
      const forked = forkQueryProcess();
      // As for want of memory.
      const kill = (): boolean => forked.kill('SIGKILL');
      if (when.startsWith('while'))
        forked.on('message', ({ kind }: FromQueryProcess) => {
          if (kind !== 'started') return;
          // What it gets now fills the pipe.
          forked.kill('SIGSTOP');
          setTimeout(kill, 100);
        });
      processes.startBlank(forked);
      const taken = processes.take(large, undefined, false);
      if (when.startsWith('before')) kill();
      await expect(taken).rejects.toMatchObject({ code: 'sparql-busy' });
      processes.keep(await processes.take(dataset, undefined, false));
    } finally {
      processes.stop();
    }
  },
);
