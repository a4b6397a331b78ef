/** The options of `/sparql`, in its address or its form. */
import { invalidOption } from '../errors.ts';
import { choiceOption, textOption, type Option } from '../http/query-options.ts';
import { MAX_NAMED_VERSIONS, MAX_QUERY_BYTES } from '../queries/limits.ts';

/** Graphs that a request may name; their names take time to look up. */
export const MAX_GRAPHS = 100;

const RESULT_FORMATS = ['json', 'xml', 'csv', 'tsv', 'ttl', 'nt', 'rdf', 'jsonld'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

const KIBIBYTE = 1024;

export const QUERY = textOption({
  name: 'query',
  description: `SELECT, ASK, CONSTRUCT or DESCRIBE of SPARQL 1.1, at most ${MAX_QUERY_BYTES / KIBIBYTE} KiB in UTF-8.`,
  schema: { minLength: 1, maxLength: MAX_QUERY_BYTES, pattern: '\\S' },
  example: 'ASK { ?s ?p ?o }',
});

/** The formats of answers. The kind of the query decides which of them the answer has. */
export const RESULT_FORMAT = choiceOption(
  'format',
  RESULT_FORMATS,
  'The form of the answer; else `Accept` decides. SELECT has json, xml, csv and tsv, ASK json and xml. CONSTRUCT, DESCRIBE and the description of the service have ttl, nt, rdf and jsonld; json is jsonld there, and xml is rdf. A form that the answer does not have is 400.',
);

/** What stands between the brackets of an IRI of a query (SPARQL 1.1 §19.8, IRIREF), but not nothing. */
const IRI_REFERENCE = String.raw`^[^\x00-\x20<>"{}|\\^\x60]+$`;

/** The graphs that a query is about. */
export const GRAPH_OPTIONS = {
  defaultGraphs: graphsOption('default-graph-uri', 'A graph that becomes part of the default graph.'),
  namedGraphs: graphsOption('named-graph-uri', 'A graph that GRAPH reaches.'),
};

function graphsOption(name: string, description: string): Option<readonly string[]> {
  return {
    name,
    description: `${description} It may be relative to \`/sparql\`. A request names at most ${MAX_GRAPHS} graphs of both kinds, at most ${MAX_NAMED_VERSIONS} of them versions of the vocabulary.`,
    schema: { type: 'array', items: { type: 'string', pattern: IRI_REFERENCE }, maxItems: MAX_GRAPHS },
    read(texts) {
      const wrong = texts.find((text) => !new RegExp(IRI_REFERENCE).test(text));
      if (wrong === undefined) return texts;
      throw invalidOption(name, wrong, 'an IRI');
    },
  };
}
