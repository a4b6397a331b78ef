import { z } from 'zod';
import { MAX_LINK_CHARACTERS, MAX_TEXT_BYTES } from './limits.ts';
import { defineTool, linksSchema, type ToolLink } from './tool.ts';

const MAX_QUERY_CHARACTERS = 32 * 1024;
/** Bytes of an answer that are read for its first rows. */
const MAX_READ_BYTES = 1024 * 1024;
export const MOST_ROWS = 1_000;
const FORMATS = { table: 'json', boolean: 'json', graph: 'ttl' } as const;

const cellSchema = z
  .object({
    value: z.string(),
    type: z.enum(['iri', 'literal', 'blank']),
    language: z.string().optional(),
    datatype: z.string().optional(),
  })
  .nullable();

type Cell = z.infer<typeof cellSchema>;

/** An answer in the JSON of SPARQL 1.1. */
interface SparqlJson {
  readonly head: { readonly vars?: readonly string[] };
  readonly boolean?: boolean;
  readonly results?: { readonly bindings: ReadonlyArray<Readonly<Record<string, SparqlTerm>>> };
}

interface SparqlTerm {
  readonly type: string;
  readonly value: string;
  readonly 'xml:lang'?: string;
  readonly datatype?: string;
}

export const queryVocabulary = defineTool({
  name: 'query_vocabulary',
  title: 'Query the vocabulary',
  description:
    'Answers a SPARQL 1.1 query over the vocabulary, within bounds of time and memory. SELECT, ASK, CONSTRUCT and DESCRIBE; nothing can be changed. Terms are skos:Concept with skos:prefLabel, skos:definition, skos:notation.',
  isPossible: ({ queries }) => queries !== null,
  input: z.strictObject({
    query: z.string().min(1).max(MAX_QUERY_CHARACTERS).describe('Every prefix needs a PREFIX, skos: too.'),
    maxRows: z.int().min(1).max(MOST_ROWS).default(100),
  }),
  output: z.object({
    kind: z.enum(['table', 'boolean', 'graph']),
    columns: z.array(z.string()),
    rows: z.array(z.array(cellSchema)).describe('Cells in the order of the columns; null for one without a value.'),
    boolean: z.boolean().nullable(),
    turtle: z.string().nullable(),
    isWhole: z.boolean().describe('False when the answer has more than this result holds.'),
    links: linksSchema,
  }),
  async call({ query, maxRows }, { queries, caller, baseUrl }) {
    const task = { text: query, dataset: { defaultGraphs: [], namedGraphs: [] }, formats: FORMATS };
    const { facts, output } = await queries!.run(task, caller);
    const nothing = { kind: facts.kind, columns: [], rows: [], boolean: null, turtle: null };
    const most = facts.kind === 'graph' ? MAX_TEXT_BYTES : MAX_READ_BYTES;
    if (output.size > most) {
      output.dispose();
      return { ...nothing, isWhole: false, links: linkTo(baseUrl, query) };
    }
    const text = await output.text(most);
    if (facts.kind === 'graph') return { ...nothing, turtle: text, isWhole: true, links: [] };
    const answer = JSON.parse(text) as SparqlJson;
    if (answer.boolean !== undefined) return { ...nothing, boolean: answer.boolean, isWhole: true, links: [] };
    const columns = [...(answer.head.vars ?? [])];
    const bindings = answer.results?.bindings ?? [];
    const rows = firstRows(columns, bindings.slice(0, maxRows));
    const isWhole = rows.length === bindings.length;
    return { ...nothing, columns, rows, isWhole, links: isWhole ? [] : linkTo(baseUrl, query) };
  },
});

/** As many of these rows as a result may hold. */
function firstRows(
  columns: readonly string[],
  bindings: ReadonlyArray<Readonly<Record<string, SparqlTerm>>>,
): Cell[][] {
  const rows: Cell[][] = [];
  let characters = 0;
  for (const binding of bindings) {
    const row = columns.map((column) => (Object.hasOwn(binding, column) ? cellOf(binding[column]) : null));
    characters += row.reduce((sum, cell) => sum + (cell?.value.length ?? 0) + (cell?.datatype?.length ?? 0), 0);
    if (characters > MAX_TEXT_BYTES) break;
    rows.push(row);
  }
  return rows;
}

function cellOf(term: SparqlTerm | undefined): Cell {
  if (term === undefined) return null;
  return {
    value: term.value,
    type: term.type === 'uri' ? 'iri' : term.type === 'bnode' ? 'blank' : 'literal',
    ...(term['xml:lang'] === undefined ? {} : { language: term['xml:lang'] }),
    ...(term.datatype === undefined ? {} : { datatype: term.datatype }),
  };
}

/** Where the whole answer is; nowhere of a query that no address can hold. */
function linkTo(baseUrl: string, query: string): ToolLink[] {
  const href = `${baseUrl}/sparql?${new URLSearchParams({ query })}`;
  return href.length > MAX_LINK_CHARACTERS ? [] : [{ title: 'The whole answer', method: 'GET', href }];
}
