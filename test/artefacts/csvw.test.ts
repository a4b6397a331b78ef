import { Readable } from 'node:stream';
import fc from 'fast-check';
import n3 from 'n3';
import CsvwParser from 'rdf-parser-csvw';
import { describe, expect, test } from 'vitest';
import { convert } from '../../src/mapping/library.ts';
import { artefactOf, HOSTILE_KEYS, PLANT } from '../support/artefacts.ts';
import { iriOf, termOf, type Triple } from '../support/graph.ts';
import { canonicalize } from '../support/isomorphic.ts';
import { readBack } from '../support/read-back.ts';
import { seededVocabulary } from '../vocabulary/seeded.ts';

const vocabulary = await seededVocabulary();
const CSVW = 'http://www.w3.org/ns/csvw#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

interface Metadata {
  readonly tableSchema: { readonly columns: readonly Readonly<Record<string, unknown>>[] };
}

/** The metadata as the parser takes it: a dataset in the terms of CSVW. */
function datasetOf({ tableSchema }: Metadata): n3.Store {
  const { namedNode, blankNode, literal, quad } = n3.DataFactory;
  const store = new n3.Store();
  const schema = blankNode('schema');
  store.add(quad(blankNode('table'), namedNode(`${CSVW}tableSchema`), schema));
  const cells = tableSchema.columns.map((_, i) => blankNode(`list${i}`));
  store.add(quad(schema, namedNode(`${CSVW}column`), cells[0]!));
  tableSchema.columns.forEach((column, i) => {
    const node = blankNode(`column${i}`);
    store.add(quad(cells[i]!, namedNode(`${RDF}first`), node));
    store.add(quad(cells[i]!, namedNode(`${RDF}rest`), cells[i + 1] ?? namedNode(`${RDF}nil`)));
    for (const [name, value] of Object.entries(column)) {
      const property = namedNode(CSVW + (name === 'titles' ? 'title' : name));
      const object = name === 'datatype' ? namedNode(XSD + String(value)) : literal(String(value));
      store.add(quad(node, property, object));
    }
  });
  return store;
}

/** The graph of a table, in which names of nodes that have none elsewhere are blank. */
async function graphOfTable(metadata: string, csv: string): Promise<Triple[]> {
  const parser = new CsvwParser({
    metadata: datasetOf(JSON.parse(metadata) as Metadata),
    baseIRI: 'https://plant.example/document.csv',
  });
  const found: Triple[] = [];
  const name = (term: string): string => (term.startsWith(`<${PLANT}genid/`) ? `_:${term.slice(1, -1)}` : term);
  for await (const { subject, predicate, object } of parser.import(Readable.from([csv])) as AsyncIterable<n3.Quad>)
    found.push([name(termOf(subject)), iriOf(predicate.value), name(termOf(object))]);
  return found.filter(([, p, o]) => !p.startsWith(`<${CSVW}`) && !o.startsWith(`<${CSVW}`));
}

/** The graph that the hub makes of the same row, without its annotations. */
async function graphOfRow(row: Readonly<Record<string, string>>): Promise<Triple[]> {
  const options = { vocabulary: vocabulary.lexicon, semantics: 'registry', format: 'nt', base: PLANT } as const;
  const triples = await readBack('nt', convert(JSON.stringify(row), options).text());
  return triples.filter(([, p]) => !/<http:\/\/purl.org\/dc\/terms\/(?:created|provenance|conformsTo)>/.test(p));
}

function writeCsv(row: Readonly<Record<string, string>>): string {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  return `${[Object.keys(row), Object.values(row)].map((cells) => cells.map(cell).join(',')).join('\n')}\n`;
}

function scalarFor(datatype: string): string {
  if (datatype.endsWith('dateTimeStamp')) return '2026-03-01T10:15:00Z';
  if (datatype.endsWith('integer')) return '7';
  return /(?:double|decimal)$/.test(datatype) ? '812.40' : 'inverter 7';
}

describe('metadata of CSV on the Web', () => {
  const fitting = [...vocabulary.terms.values()]
    .filter(({ datatype }) => /^xsd:(?:double|decimal|integer|string)$/.test(datatype))
    .map(({ name }) => name);
  const cited = ['device_id', 'meter_id', 'asset_id', 'quality_flag', 'bidding_zone', 'supplier', 'tariff_id'];

  test('give the graph of the hub, digits included, without what the report lacks', async () => {
    const levels = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.oneof(fc.constantFrom(...fitting), fc.constantFrom(...cited)), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.boolean(),
        async (chosen, hasTime) => {
          const keys = hasTime ? ['timestamp', ...chosen] : chosen;
          const row = Object.fromEntries(keys.map((key) => [key, scalarFor(vocabulary.terms.get(key)!.datatypeIri)]));
          const { text, report } = artefactOf(vocabulary, 'csvw', keys);
          for (const { level } of report.terms) levels.add(level);
          const lacking = new Set(
            report.terms.flatMap(({ missing }) => missing.map((line) => /<[^>]+>/.exec(line)![0])),
          );
          const present = (graph: Triple[]): string => canonicalize(graph.filter(([, p]) => !lacking.has(p)));
          const made = await graphOfTable(text, writeCsv(row));
          expect(present(made), JSON.stringify(row)).toBe(present(await graphOfRow(row)));
        },
      ),
      { numRuns: 60 },
    );
    expect([...levels].toSorted()).toEqual(['partial', 'same']);
  });

  test('give the whole graph of keys whose templates say each value once', async () => {
    const row = { timestamp: '2026-03-01T10:15:00Z', device_id: 'inverter 7', asset_type: 'inverter' };
    const { text, report } = artefactOf(vocabulary, 'csvw', Object.keys(row));
    expect(report.terms.map(({ level }) => level)).toEqual(['same', 'same', 'same']);
    expect(canonicalize(await graphOfTable(text, writeCsv(row)))).toBe(canonicalize(await graphOfRow(row)));
  });

  test('say of arrays, records and other keys that a table has none', () => {
    const { report } = artefactOf(vocabulary, 'csvw', '{"active_power-kW":[1],"voltage-V":{"albedo":1},"leistung":1}');
    expect(report.terms.every(({ level, missing }) => level === 'none' && missing.length === 1)).toBe(true);
  });

  test('of hostile keys are JSON with nothing of theirs', () => {
    const { text, report } = artefactOf(vocabulary, 'csvw', HOSTILE_KEYS, { lenient: true });
    expect((JSON.parse(text) as Metadata).tableSchema.columns).toHaveLength(1);
    expect(report.terms).toHaveLength(HOSTILE_KEYS.length);
  });
});
