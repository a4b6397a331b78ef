import { escapeHtml } from '../http/escape-html.ts';
import { renderPage } from './page.ts';

/** A line for a shell that turns a small document into Turtle. */
export function exampleCall(baseUrl: string): string {
  return `curl -H 'Content-Type: application/json' -d '{"timestamp":"2026-01-01T00:00:00Z","active_power-kW":12.5}' ${baseUrl}/api/json-to-rdf`;
}

/** The start page, which links to the interfaces. */
export function renderStartPage(baseUrl: string): string {
  const root = escapeHtml(baseUrl);
  return renderPage(
    'Vocabulary Hub',
    `<h1>Vocabulary Hub</h1>
<p>The hub makes energy JSON documents explain themselves and converts them to RDF.</p>
<h2>Doors</h2>
<ul>
<li><code>POST /api/semantic</code> embeds the meaning of its keys in a document (at most 10 MB).</li>
<li><code>POST /api/rdf</code> converts a document that carries <code>@semantic</code> to RDF (at most 5 MB).</li>
<li><code>POST /api/json-to-rdf</code> does both in one step, when every key is a vocabulary term (at most 5 MB).</li>
<li><a href="${root}/vocabulary/"><code>/vocabulary/</code></a> is the vocabulary: a page here, RDF for those who ask for it, as at every address below.</li>
<li><a href="${root}/api/parameters"><code>/api/parameters</code></a>, <a href="${root}/api/categories"><code>/api/categories</code></a>, <a href="${root}/api/ontologies"><code>/api/ontologies</code></a>, <a href="${root}/api/semantics?parameter=timestamp"><code>/api/semantics</code></a> list terms, categories, prefixes and template rows.</li>
<li><a href="${root}/api/vocabulary"><code>/api/vocabulary</code></a> is the whole vocabulary as RDF.</li>
<li><a href="${root}/api/openapi.json"><code>/api/openapi.json</code></a> describes the interface.</li>
<li><a href="${root}/graphql"><code>/graphql</code></a> answers the same over GraphQL, and tells of terms, categories and prefixes.</li>
<li><a href="${root}/sparql"><code>/sparql</code></a> answers SPARQL queries over the vocabulary.</li>
<li><a href="${root}/account"><code>/account</code></a> is for accounts: to register, and to choose passwords. Programs sign in at <code>POST /api/v1/token</code>.</li>
<li><a href="${root}/problems/"><code>/problems/</code></a> explains every error.</li>
<li><a href="${root}/healthz"><code>/healthz</code></a> and <a href="${root}/readyz"><code>/readyz</code></a> tell how the hub is.</li>
</ul>
<h2>Try it</h2>
<pre>${escapeHtml(exampleCall(baseUrl))}</pre>
<p>The vocabulary is licensed under <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.</p>`,
  );
}
