import type { VNode } from 'preact';
import type { TripleTable } from '../../vocabulary/triple-table.ts';
import type { SparqlFacts } from '../parts/sparql-facts.ts';
import type { RenderPage } from './page.tsx';
import { sparqlExamples, type SparqlExample } from './sparql-examples.ts';
import { grouped } from '../parts/grouped.ts';
import { Table } from '../parts/table.tsx';

/** What may be asked about. */
interface SparqlDataset {
  readonly defaultGraph: string | null;
  readonly graphs: ReadonlyMap<string, Pick<TripleTable, 'length' | 'uses'>>;
  readonly prefixes: ReadonlyMap<string, string>;
}

interface SparqlPlace {
  /** Relative address of the first page. */
  readonly root: string;
  readonly baseUrl: string;
}

/** The formats of answers: what they are called, and for which queries they are. */
const FORMATS = [
  ['json', 'JSON'],
  ['xml', 'XML'],
  ['csv', 'CSV (tables)'],
  ['tsv', 'TSV (tables)'],
  ['ttl', 'Turtle (graphs)'],
] as const;

/** The page of the SPARQL endpoint: a form to ask, examples, and the graphs. A script makes an editor of the form. */
export function renderSparqlPage(render: RenderPage, dataset: SparqlDataset, { root, baseUrl }: SparqlPlace): string {
  const examples = sparqlExamples(baseUrl);
  return render(
    {
      title: 'SPARQL',
      root,
      place: 'sparql',
      script: 'sparql.js',
      description: 'Ask the energy vocabulary of this hub in SPARQL 1.1.',
    },
    <>
      <h1>SPARQL</h1>
      <p class="lead">
        This address answers SPARQL 1.1 queries over the vocabulary. It takes no updates, and asks no other endpoints.
      </p>
      <div class="ask">
        <div data-island="sparql" data-facts={JSON.stringify(factsOf(dataset, baseUrl))}>
          <QueryForm query={examples[0]!.query} />
        </div>
        <Examples examples={examples} />
      </div>
      <Graphs graphs={dataset.graphs} root={root} baseUrl={baseUrl} />
    </>,
  );
}

function QueryForm({ query }: { readonly query: string }): VNode {
  return (
    <form method="get">
      <div class="field query">
        <label for="query">Query</label>
        <textarea id="query" name="query" class="code" rows={12} spellcheck={false} required>
          {query}
        </textarea>
      </div>
      <p class="toolbar">
        <label for="format">Answer</label>
        <select id="format" name="format">
          {FORMATS.map(([format, name]) => (
            <option value={format}>{name}</option>
          ))}
        </select>
        <button class="primary">Ask</button>
      </p>
    </form>
  );
}

/** Questions. Their links answer them; a script shows the query in the editor instead. */
function Examples({ examples }: { readonly examples: readonly SparqlExample[] }): VNode {
  return (
    <section class="examples" aria-labelledby="examples">
      <h2 id="examples">Questions to begin with</h2>
      <ul>
        {examples.map(({ question, query }) => (
          <li>
            <a href={`?query=${encodeURIComponent(query)}`} data-query={query}>
              {question}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface GraphsProps extends SparqlPlace {
  readonly graphs: SparqlDataset['graphs'];
}

function Graphs({ graphs, root, baseUrl }: GraphsProps): VNode {
  return (
    <>
      <h2 id="graphs">Graphs</h2>
      <Table labelledBy="graphs" heads={['Graph', ['Triples', 'number']]}>
        {Array.from(graphs, ([iri, triples]) => (
          <tr>
            <td>
              <code>{iri}</code>
            </td>
            <td class="number" data-head="Triples">
              {grouped(triples.length)}
            </td>
          </tr>
        ))}
      </Table>
      <p>
        The default graph is the current vocabulary. An older version is a graph of the name{' '}
        <code>{`${baseUrl}/vocabulary/v/{version}/`}</code>;{' '}
        <a href={`${root}api/versions`}>
          <code>/api/versions</code>
        </a>{' '}
        lists them.
      </p>
    </>
  );
}

/** What the editor completes. */
function factsOf({ defaultGraph, graphs, prefixes }: SparqlDataset, baseUrl: string): SparqlFacts {
  const { properties, classes } = graphs.get(defaultGraph ?? '')?.uses() ?? { properties: [], classes: [] };
  return {
    baseUrl,
    prefixes: { ...Object.fromEntries(prefixes), hub: `${baseUrl}/ontology#`, vocab: `${baseUrl}/vocabulary/` },
    properties,
    classes,
  };
}
