import {
  documentOfSize,
  RECORDS,
  records,
  smallDocument,
  smallDocumentOfTerms,
  WIDE_ROWS,
  wideSeries,
} from './documents.ts';
import { convert, embed } from './hub.ts';
import { compare, inProcess, measure, type Made, type Section } from './measure.ts';
import { startParty } from './party.ts';

const TRIPLES_A_ROW = 12;

/** A document of ten keys in process. */
export async function measureSmall(rounds: number): Promise<Section> {
  const body = Buffer.from(smallDocument());
  const ofTerms = smallDocumentOfTerms();
  const jsonld = await startParty('jsonld', 'small');
  const measured = await measure(
    [
      inProcess('N-Triples', () => convert(body)),
      inProcess('Turtle', () => convert(body, { format: 'ttl' })),
      inProcess('N-Triples, by the vocabulary', () => convert(ofTerms, { semantics: 'registry' })),
      inProcess('JSON.parse', () => parse(body)),
      jsonld.subject('jsonld.js, toRDF'),
    ],
    rounds,
  );
  jsonld.stop();
  const reach = { of: 'N-Triples', to: 'jsonld.js, toRDF', as: 'speed', atLeast: 5 } as const;
  return { title: 'A document of 10 keys, in process', lines: compare(measured, 'N-Triples', [reach]) };
}

/** Named nodes against numbered ones. */
export async function measureSkolemize(rounds: number): Promise<Section> {
  const series = wideSeries(WIDE_ROWS);
  const items = records(RECORDS);
  const subjects = (['nt', 'ttl'] as const).flatMap((format) => [
    inProcess(`series, ${format}`, () => convert(series, { format })),
    inProcess(`series, ${format}, skolemized`, () => convert(series, { format, skolemize: true })),
    inProcess(`records, ${format}`, () => convert(items, { format })),
    inProcess(`records, ${format}, skolemized`, () => convert(items, { format, skolemize: true })),
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
    [inProcess('20 thousand triples', () => convert(few)), inProcess('2 million triples', () => convert(many))],
    rounds,
  );
  const reach = { of: '2 million triples', to: '20 thousand triples', as: 'time per triple', atMost: 1.3 } as const;
  return { title: 'Growth', lines: compare(measured, '20 thousand triples', [reach]) };
}

/** Embedding against parsing, from the bytes. */
export async function measureEmbed(rounds: number): Promise<Section> {
  const body = Buffer.from(documentOfSize(10e6));
  const measured = await measure(
    [inProcess('JSON.parse', () => parse(body)), inProcess('embed', () => embed(body))],
    rounds,
  );
  const reach = { of: 'embed', to: 'JSON.parse', as: 'time', atMost: 1.5 } as const;
  return { title: '`/api/semantic`, 10 MB', lines: compare(measured, 'JSON.parse', [reach]) };
}

function parse(body: Buffer): Made {
  JSON.parse(body.toString());
  return { triples: 0, bytes: body.length };
}
