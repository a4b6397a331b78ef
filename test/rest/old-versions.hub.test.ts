import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TripleLines } from '../../src/rdf/triple-lines.ts';
import { RDF_FORMATS } from '../../src/rdf/write/format.ts';
import { startChangingHub, type ChangingHub } from '../support/changing-hub.ts';
import { HUB } from '../vocabulary/seeded.ts';
import { SMALL } from '../vocabulary/small-vocabulary.ts';

const VERSIONS = [SMALL, SMALL.replace('"Beginning."', '"First."'), SMALL.replace('"Beginning."', '"Last."')];
const PAGE = 'text/html';

let hub: ChangingHub;
/** What each version answered while it was in use, by its address. */
let answered: Map<string, Map<string, Answer>>;
beforeEach(async () => {
  hub = await startChangingHub();
  answered = new Map();
  for (const text of VERSIONS) {
    const path = (await hub.use(text)).versionIri.slice(HUB.baseUrl.length);
    answered.set(path, await answersOf(path));
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  await hub?.stop();
});

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly type: string | null;
  readonly text: string;
}

async function read(path: string, accept = '*/*'): Promise<Answer> {
  const response = await fetch(hub.url + path, { headers: { Accept: accept, 'Accept-Encoding': 'identity' } });
  const { status, headers } = response;
  return { status, etag: headers.get('etag'), type: headers.get('content-type'), text: await response.text() };
}

/** The answers of a version in every format, and its page. */
async function answersOf(path: string): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const format of RDF_FORMATS) answers.set(format, await read(`${path}?format=${format}`));
  return answers.set(PAGE, await read(path, PAGE));
}

/** Counts the lines of versions that are parsed on this thread, and the threads that are given work. */
function countWork() {
  return { parsed: vi.spyOn(TripleLines.prototype, 'read'), threads: vi.spyOn(Piscina.prototype, 'run') };
}

test('an old version answers as it did while it was in use, and is not parsed on this thread', async () => {
  const [oldest, older] = [...answered.keys()] as [string, string];
  const { parsed, threads } = countWork();
  for (const path of [oldest, older]) expect(await answersOf(path)).toEqual(answered.get(path));
  expect(answered.get(older)!.get('ttl')!.text).toContain('"First."');
  // Their texts are files since they were in use, their pages are made anew.
  expect(threads).toHaveBeenCalledTimes(2);
  expect(parsed).not.toHaveBeenCalled();
});

test('the vocabulary in use is written in a thread, once for all who ask for the same', async () => {
  await hub.use(SMALL.replace('"Beginning."', '"Now."'));
  const { threads } = countWork();
  const answers = await Promise.all(Array.from({ length: 8 }, () => read('/api/vocabulary?format=rdf')));
  expect(answers[0]!.text).toContain('Now.');
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(threads).toHaveBeenCalledTimes(1);
  expect(await read('/vocabulary/?format=rdf')).toEqual(answers[0]);
  expect(threads).toHaveBeenCalledTimes(1);
});

test('who reads the same of a version in the same moment shares one thread', async () => {
  const [oldest] = [...answered.keys()] as [string];
  await rm(join(hub.config.dataFolder, 'dumps'), { recursive: true });
  const { threads } = countWork();
  const answers = await Promise.all(Array.from({ length: 8 }, () => read(`${oldest}?format=nt`)));
  expect(answers).toEqual(answers.map(() => answered.get(oldest)!.get('nt')));
  expect(threads).toHaveBeenCalledTimes(1);
});

test('SPARQL over an old version gives the triples that it had, and is not parsed on this thread', async () => {
  const [oldest] = [...answered.keys()] as [string];
  const { parsed, threads } = countWork();
  const query = `PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
    SELECT ?d FROM <${HUB.baseUrl}${oldest}> { <${HUB.vocabulary}start> skos:definition ?d }`;
  const ask = (): Promise<Answer> => read(`/sparql?format=csv&query=${encodeURIComponent(query)}`);
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first.text).toBe('d\r\nBeginning.\r\n');
  expect(second).toEqual(first);
  expect(threads).toHaveBeenCalledTimes(1);
  expect(parsed).not.toHaveBeenCalled();
});
