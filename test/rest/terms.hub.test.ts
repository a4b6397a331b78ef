import { parse } from 'csv-parse/sync';
import { Parser } from 'n3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/create-test-app.ts';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub?.stop());

interface Answer {
  readonly count: number;
  readonly rows: number;
  readonly didYouMean: string | null;
  readonly counts: ReadonlyArray<{ by: string; values: ReadonlyArray<{ value: string; count: number }> }>;
  readonly data: ReadonlyArray<{
    quantity: { name: string; label: string } | null;
    terms: ReadonlyArray<{ name: string; iri: string; label: string; unit: string | null; match: unknown }>;
  }>;
}

const ask = async (query: string): Promise<Answer> => {
  const response = await fetch(`${hub.url}/api/terms?${query}`);
  expect(response.status, query).toBe(200);
  return (await response.json()) as Answer;
};

describe('GET /api/terms', () => {
  test('finds a term by a German word with a letter wrong, says why, and speaks German', async () => {
    const { data, didYouMean } = await ask('q=wirkleistng&language=de&first=1');
    expect(didYouMean).toBe('wirkleistung');
    expect(data[0]!.quantity).toMatchObject({ name: 'active_power', label: 'Wirkleistung' });
    expect(data[0]!.terms.map(({ name }) => name)).toContain('active_power-kW');
    expect(data[0]!.terms[0]!.match).toEqual({
      kind: 'label',
      text: expect.stringContaining('Wirkleistung') as unknown,
      language: 'de',
      isCorrected: true,
    });
  });

  test('lists all terms by name, each quantity once, a page at a time', async () => {
    const all = await ask('first=1000&skip=0');
    const rest = await ask('first=1000&skip=1000');
    const names = [...all.data, ...rest.data].flatMap(({ terms }) => terms.map(({ name }) => name));
    expect(names).toHaveLength(all.count);
    expect(new Set(names).size).toBe(all.count);
    const quantities = [...all.data, ...rest.data].flatMap(({ quantity }) => quantity?.name ?? []);
    expect(new Set(quantities).size).toBe(quantities.length);
    expect(all.data.length + rest.data.length).toBe(all.rows);
    expect(await ask('first=2&skip=3')).toMatchObject({ rows: all.rows, data: all.data.slice(3, 5) });
  });

  test('narrows by what it counts', async () => {
    const { counts } = await ask('q=power&counts=true&first=0');
    expect(counts.map(({ by }) => by)).toEqual(
      expect.arrayContaining(['category', 'quantity', 'unit', 'facet', 'datatype']),
    );
    for (const { by, values } of counts)
      for (const { value, count } of values.slice(0, 2)) {
        const narrowed = await ask(`q=power&first=0&${by}=${encodeURIComponent(value)}`);
        expect(narrowed.count, `${by} ${value}`).toBe(count);
      }
    expect((await ask('q=power')).counts).toEqual([]);
  });

  test('takes options that a form left empty for none', async () => {
    expect(await ask('q=&category=&unit=&facet=&datatype=&quantity=&first=3')).toEqual(await ask('first=3'));
  });

  test('looks for the first 200 characters of a text', async () => {
    const text = `active power${' '.repeat(188)}`;
    expect(await ask(`first=3&q=${text}voltage`)).toEqual(await ask(`first=3&q=${text}`));
  });

  test.each(['category', 'quantity', 'unit', 'datatype', 'facet'])(
    'refuses a %s that is longer than any name',
    async (option) => {
      expect((await ask(`${option}=${'a'.repeat(500)}`)).count).toBe(0);
      const response = await fetch(`${hub.url}/api/terms?${option}=${'a'.repeat(501)}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        key: option,
        error: `${option} has 501 characters; 500 is the most.`,
      });
    },
  );

  test('finds nothing where there is nothing', async () => {
    expect(await ask('category=nothing')).toMatchObject({ count: 0, rows: 0, data: [] });
  });

  test.each(['deprecated=1', 'language=xx', 'sort=random', 'first=-1', 'format=yaml', 'q=a&q=b'])(
    'refuses %s',
    async (query) => {
      const response = await fetch(`${hub.url}/api/terms?${query}`);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(query.split('=')[0]);
    },
  );

  test('gives all that was found as CSV and as RDF', async () => {
    const { count } = await ask('unit=kW&first=1');
    const csv = await fetch(`${hub.url}/api/terms?unit=kW&first=1&format=csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const lines = parse(await csv.text(), { columns: true }) as Array<Record<string, string>>;
    expect(lines).toHaveLength(count);
    expect(lines.find(({ name }) => name === 'active_power-kW')).toMatchObject({ unit: 'kW', deprecated: 'false' });
    const turtle = await fetch(`${hub.url}/api/terms?unit=kW&format=ttl`);
    const subjects = new Set(new Parser().parse(await turtle.text()).map(({ subject }) => subject.value));
    expect(subjects.size).toBe(count);
  });

  test('tells who has a file that it is the same, by what it depends on', async () => {
    const address = `${hub.url}/api/terms?unit=kW&format=csv`;
    const plain = await fetch(address, { headers: { 'Accept-Encoding': 'identity' } });
    const packed = await fetch(address, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(await packed.text()).toBe(await plain.text());
    const [tag, packedTag] = [plain, packed].map(({ headers }) => headers.get('etag')!);
    expect(packedTag).not.toBe(tag);
    const again = await fetch(address, { headers: { 'Accept-Encoding': 'identity', 'If-None-Match': tag! } });
    expect(again.status).toBe(304);
    for (const other of ['unit=MW&format=csv', 'unit=kW&format=nt', 'unit=kW&format=csv&language=de'])
      expect((await fetch(`${hub.url}/api/terms?${other}`, { method: 'HEAD' })).headers.get('etag')).not.toContain(tag);
  });

  test('has tags that change with the answer', async () => {
    const first = await fetch(`${hub.url}/api/terms?q=power`);
    const again = await fetch(`${hub.url}/api/terms?q=power`, {
      headers: { 'If-None-Match': first.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
    expect((await fetch(`${hub.url}/api/terms?q=energy`)).headers.get('etag')).not.toBe(first.headers.get('etag'));
  });
});
