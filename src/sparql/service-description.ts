import type { PublicDataset } from '../queries/public-dataset.ts';
import { ENTAILMENT, FORMATS, RDF, SERVICE_DESCRIPTION, VOID, XSD_INTEGER } from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';

const RESULT_FORMATS = [
  'SPARQL_Results_JSON',
  'SPARQL_Results_XML',
  'SPARQL_Results_CSV',
  'SPARQL_Results_TSV',
  'Turtle',
  'N-Triples',
  'RDF_XML',
  'JSON-LD',
];

/** The prefixes of the description. */
export const DESCRIPTION_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['sd', SERVICE_DESCRIPTION],
  ['void', VOID],
  ['formats', FORMATS],
]);

/** What the endpoint can do and which graphs it has (SPARQL 1.1 Service Description). */
export function describeService(endpoint: string, { graphs, defaultGraph }: PublicDataset): Triple[] {
  const triples: Triple[] = [];
  const add = (s: string, p: string, o: BoundTerm): void => void triples.push({ s: iri(s), p, o });
  const sd = (name: string): string => SERVICE_DESCRIPTION + name;
  const isA = (s: string, kind: string): void => add(s, `${RDF}type`, iri(sd(kind)));
  const dataset = `${endpoint}#dataset`;
  const size = (graph: string): BoundTerm => ({
    type: 'literal',
    value: String(graphs.get(graph)?.length ?? 0),
    datatype: XSD_INTEGER,
  });

  isA(endpoint, 'Service');
  add(endpoint, sd('endpoint'), iri(endpoint));
  add(endpoint, sd('supportedLanguage'), iri(sd('SPARQL11Query')));
  for (const format of RESULT_FORMATS) add(endpoint, sd('resultFormat'), iri(FORMATS + format));
  add(endpoint, sd('defaultEntailmentRegime'), iri(`${ENTAILMENT}Simple`));
  add(endpoint, sd('defaultDataset'), iri(dataset));
  isA(dataset, 'Dataset');
  add(dataset, sd('defaultGraph'), iri(`${endpoint}#default-graph`));
  for (const at of [...graphs.keys()].keys()) add(dataset, sd('namedGraph'), iri(`${endpoint}#named-graph-${at + 1}`));
  isA(`${endpoint}#default-graph`, 'Graph');
  if (defaultGraph !== null) add(`${endpoint}#default-graph`, `${VOID}triples`, size(defaultGraph));
  for (const [at, name] of [...graphs.keys()].entries()) {
    const namedGraph = `${endpoint}#named-graph-${at + 1}`;
    isA(namedGraph, 'NamedGraph');
    add(namedGraph, sd('name'), iri(name));
    add(namedGraph, sd('graph'), iri(`${endpoint}#graph-${at + 1}`));
    isA(`${endpoint}#graph-${at + 1}`, 'Graph');
    add(`${endpoint}#graph-${at + 1}`, `${VOID}triples`, size(name));
  }
  return triples;
}

function iri(value: string): BoundTerm {
  return { type: 'uri', value };
}
