import { documentOfSize, records, smallDocument, wideSeries } from './documents.ts';
import type { Section } from './measure.ts';
import { convert, embed } from './hub.ts';
import { compare, measure } from './measure.ts';

const TRIPLES_A_ROW = 12;

/** A document of ten keys in process. */
export async function measureSmall(rounds: number): Promise<Section> {
  const body = smallDocument();
  const measured = await measure([{ name: 'N-Triples', run: () => convert(body) }], rounds);
  return { title: 'A document of 10 keys, in process', lines: compare(measured, 'N-Triples', []) };
}

/** Named nodes against numbered ones. */
export async function measureSkolemize(rounds: number): Promise<Section> {
  const series = wideSeries(35_040);
  const items = records(10_000);
  const subjects = (['nt', 'ttl'] as const).flatMap((format) => [
    { name: `series, ${format}`, run: () => convert(series, { format }) },
    { name: `series, ${format}, skolemized`, run: () => convert(series, { format, skolemize: true }) },
    { name: `records, ${format}`, run: () => convert(items, { format }) },
    { name: `records, ${format}, skolemized`, run: () => convert(items, { format, skolemize: true }) },
  ]);
  const measured = await measure(subjects, rounds);
  const reaches = [...measured.keys()]
    .filter((name) => name.endsWith(', skolemized'))
    .map((of) => ({ of, to: of.replace(', skolemized', ''), as: 'time', atMost: 2 }) as const);
  return { title: '`skolemize`', lines: compare(measured, 'series, nt', reaches) };
}

/** Whether a triple costs more in a large document. */
export async function measureGrowth(rounds: number): Promise<Section> {
  const few = wideSeries(Math.round(20_000 / TRIPLES_A_ROW));
  const many = wideSeries(Math.floor(2_000_000 / TRIPLES_A_ROW));
  const measured = await measure(
    [
      { name: '20 thousand triples', run: () => convert(few) },
      { name: '2 million triples', run: () => convert(many) },
    ],
    rounds,
  );
  const reach = { of: '2 million triples', to: '20 thousand triples', as: 'time per triple', atMost: 1.3 } as const;
  return { title: 'Growth', lines: compare(measured, '20 thousand triples', [reach]) };
}

/** Embedding against parsing, from the bytes. */
export async function measureEmbed(rounds: number): Promise<Section> {
  const body = Buffer.from(documentOfSize(10e6));
  const parse = () => {
    JSON.parse(body.toString());
    return { triples: 0, bytes: body.length };
  };
  const measured = await measure(
    [
      { name: 'JSON.parse', run: parse },
      { name: 'embed', run: () => embed(body) },
    ],
    rounds,
  );
  const reach = { of: 'embed', to: 'JSON.parse', as: 'time', atMost: 1.5 } as const;
  return { title: '`/api/semantic`, 10 MB', lines: compare(measured, 'JSON.parse', [reach]) };
}
