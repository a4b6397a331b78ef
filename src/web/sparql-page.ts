import { escapeHtml } from '../http/escape-html.ts';
import { renderPage } from './page.ts';

const EXAMPLE = `PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX qudt: <http://qudt.org/schema/qudt/>
SELECT ?name ?label ?unit WHERE {
  ?term skos:notation ?name ; skos:prefLabel ?label ; qudt:hasUnit ?unit .
  FILTER(LANG(?label) = "en")
}
ORDER BY ?name
LIMIT 20`;

/** The page of the SPARQL endpoint: its graphs, and a form to ask. */
export function renderSparqlPage(graphs: ReadonlyMap<string, { readonly length: number }>, baseUrl: string): string {
  const root = escapeHtml(baseUrl);
  const rows = [...graphs].map(
    ([iri, triples]) =>
      `<tr><td><code>${escapeHtml(iri)}</code></td><td>${triples.length.toLocaleString('en')}</td></tr>`,
  );
  return renderPage(
    'SPARQL',
    `<h1>SPARQL</h1>
<p>This address answers SPARQL 1.1 queries over the vocabulary. It takes no updates, and asks no other endpoints.</p>
<form method="get">
<p><label for="query">Query</label><br><textarea id="query" name="query" rows="12" style="width:100%;box-sizing:border-box;font-family:monospace" spellcheck="false" required>${escapeHtml(EXAMPLE)}</textarea></p>
<p><label for="format">Answer</label> <select id="format" name="format"><option value="json">JSON</option><option value="xml">XML</option><option value="csv">CSV (tables)</option><option value="tsv">TSV (tables)</option><option value="ttl">Turtle (graphs)</option></select> <button>Ask</button></p>
</form>
<h2>Graphs</h2>
<div class="scroll"><table><thead><tr><th>Graph</th><th>Triples</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>
<p>The default graph is the current vocabulary. An older version is a graph of the name <code>${root}/vocabulary/v/{version}/</code>; <a href="${root}/api/versions"><code>/api/versions</code></a> lists them.</p>
<p><a href="${root}/">Start page</a></p>`,
  );
}
