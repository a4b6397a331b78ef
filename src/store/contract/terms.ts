import { asIri, asTerm, asText, optional } from '../../rdf/rows.ts';
import { iri, sparql } from '../../rdf/sparql.ts';
import { inGraph } from '../../rdf/triple.ts';
import { dumped, quad, requireSame, type Check } from './check.ts';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

const TEXTS = [
  'plain',
  '',
  ' two  spaces ',
  'a "quoted" \\ text',
  'lines\nof\r\ntext\r\tand\ftabs\b',
  'ä € 🔌 \u{10FFFD} e\u0301',
  '<b>&amp;</b> } ; DROP ALL #',
  '\u0001\u007f\u0085\u2028',
  'x'.repeat(100_000),
];

const OBJECTS = [
  { type: 'uri', value: 'https://hub.example/%C3%A4?a=1&b#c' },
  { type: 'literal', value: 'Leistung', 'xml:lang': 'de' },
  { type: 'literal', value: '-1.5', datatype: `${XSD}decimal` },
  { type: 'literal', value: '3600', datatype: `${XSD}decimal` },
  { type: 'literal', value: 'true', datatype: `${XSD}boolean` },
  { type: 'literal', value: '2026-01-02T03:04:05Z', datatype: `${XSD}dateTime` },
  { type: 'literal', value: '01', datatype: 'https://hub.example/datatype' },
] as const;

/** Engines may write these in a form of their own. */
const OF_OTHER_FORM = [
  { type: 'literal', value: '01', datatype: `${XSD}integer` },
  ...['1.50', '1', '-0', '.5', '100', '-020.10'].map(
    (value) => ({ type: 'literal', value, datatype: `${XSD}decimal` }) as const,
  ),
  { type: 'literal', value: '2026-01-02T03:04:05.000Z', datatype: `${XSD}dateTime` },
  { type: 'literal', value: 'en-GB', 'xml:lang': 'en-GB' },
] as const;

/** What becomes of terms. */
export const CHECKS_OF_TERMS: readonly Check[] = [
  {
    name: 'a text reads back as it was, whatever is in it',
    async run({ stores: [store, other], newGraph }) {
      const graph = newGraph();
      await store.change({ add: TEXTS.map((text, at) => quad(graph, `text-${at}`, text)) });
      const query = sparql`SELECT ?s ?o WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } } ORDER BY ?s`;
      const rows = await other.select(query, { s: asIri, o: asText });
      for (const [at, text] of TEXTS.entries()) requireSame(`selected text ${at + 1}`, rows[at]?.o, text);
      const found = (await dumped(other, graph)).map(({ o }) => o.value);
      requireSame('all texts of the dump', found.toSorted(), TEXTS.toSorted());
    },
  },
  {
    name: 'terms read back with their kind, datatype and language; what is read back can be removed',
    async run({ stores: [store], newGraph }) {
      const graph = newGraph();
      await store.change({ add: OBJECTS.map((o, at) => ({ ...quad(graph, `term-${at}`, ''), o })) });
      const query = sparql`SELECT ?o ?none WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } } ORDER BY ?s`;
      const rows = await store.select(query, { o: asTerm, none: optional(asText) });
      const dump = await dumped(store, graph);
      for (const [at, o] of OBJECTS.entries()) {
        requireSame(`selected term ${at + 1}`, rows[at], { o, none: null });
        requireSame(`dumped term ${at + 1}`, dump[at]?.o, o);
      }
      const add = OF_OTHER_FORM.map((o, at) => ({ ...quad(graph, `term-${at}`, ''), o }));
      await store.change({ clear: [graph], add });
      const kept = await dumped(store, graph);
      requireSame(
        'datatypes and languages',
        kept.map(({ o }) => o.datatype ?? o['xml:lang']?.toLowerCase()),
        OF_OTHER_FORM.map((o) => ('datatype' in o ? o.datatype : 'en-gb')),
      );
      await store.change({ remove: inGraph(graph, kept) });
      requireSame('the graph without what was read back', await dumped(store, graph), []);
    },
  },
];
