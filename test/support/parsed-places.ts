/** A request that a text of a stranger is in. */
export interface SentText {
  readonly method: 'GET' | 'POST' | 'OPTIONS';
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Somewhere that the hub reads what a stranger wrote. */
export interface ParsedPlace {
  readonly name: string;
  readonly put: (text: string) => SentText;
}

const JSON_BODY = { 'content-type': 'application/json' };
const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded' };
const GRAPHQL = '/graphql';
/** A query of each header's endpoint that gets as far as the header is read. */
const REVIEW = JSON.stringify({ query: '{ suggestions(first: 1) { nodes { id } } }' });

const QUERY_OPTIONS: ReadonlyArray<readonly [method: 'GET' | 'POST', path: string, names: readonly string[]]> = [
  ['POST', '/api/semantic', ['base', 'report', 'source', 'restructure']],
  ['POST', '/api/rdf', ['base', 'format', 'skolemize', 'align', 'maxArrayItems']],
  ['POST', '/api/json-to-rdf', ['base', 'format', 'skolemize', 'align', 'maxArrayItems', 'source', 'restructure']],
  ['GET', '/api/parameters', ['category', 'facet', 'after', 'whole']],
  ['GET', '/api/semantics', ['parameter']],
  ['GET', '/api/vocabulary', ['format', 'version']],
  ['GET', '/api/changes', ['from', 'to']],
  ['GET', '/vocabulary/', ['format', 'q', 'category', 'facet', 'skip', 'unknown']],
  ['GET', '/vocabulary/voltage-V', ['format']],
  ['GET', '/ontology', ['format']],
  ['GET', '/sparql', ['default-graph-uri', 'named-graph-uri', 'format']],
  ['GET', GRAPHQL, ['query', 'variables', 'operationName', 'extensions']],
  ['GET', '/account/validate', ['token']],
  ['GET', '/healthz', ['unknown']],
];

const PATHS = [
  '/',
  '/api/',
  '/api/v1/token',
  '/vocabulary/',
  '/vocabulary/v/',
  '/account/',
  '/problems/',
  '/.well-known/',
] as const;

/** Headers, each with requests that have the hub read it. */
const HEADERS: ReadonlyArray<readonly [name: string, requests: ReadonlyArray<Partial<SentText>>]> = [
  ['accept', [{ target: '/vocabulary/' }, { target: '/nothing' }, { target: '/sparql' }, documentTo('/api/rdf')]],
  ['accept-encoding', [{ target: '/api/categories' }, { target: '/nothing' }, documentTo('/api/semantic')]],
  [
    'content-type',
    [
      documentTo('/api/semantic'),
      documentTo('/api/suggest-parameter'),
      documentTo('/api/suggest-source'),
      documentTo('/api/v1/token'),
      documentTo('/api/v1/token/refresh'),
      documentTo('/account/register'),
      documentTo('/sparql'),
      documentTo(GRAPHQL),
    ],
  ],
  ['content-encoding', [documentTo('/api/semantic'), documentTo(GRAPHQL)]],
  ['expect', [documentTo('/api/semantic')]],
  ['if-none-match', [{ target: '/api/categories' }, { target: '/vocabulary/' }, { target: '/sparql?query=ASK{}' }]],
  ['if-modified-since', [{ target: '/api/categories' }]],
  ['authorization', [{ method: 'POST', target: GRAPHQL, headers: JSON_BODY, body: REVIEW }]],
  ['origin', [documentTo('/account/register'), { target: '/api/categories' }]],
  ['sec-fetch-site', [documentTo('/account/register'), documentTo('/api/v1/token')]],
  ['host', [documentTo('/account/register'), { target: '/' }]],
  ['x-forwarded-for', [documentTo('/api/semantic'), { target: '/healthz' }]],
  ['x-forwarded-proto', [{ target: '/' }]],
  ['x-forwarded-host', [{ target: '/' }]],
  ['access-control-request-method', [{ method: 'OPTIONS', target: '/api/rdf' }]],
  ['access-control-request-headers', [{ method: 'OPTIONS', target: '/api/rdf' }]],
  ['x-apollo-operation-name', [{ target: `${GRAPHQL}?query={__typename}` }]],
  ['apollo-require-preflight', [{ target: `${GRAPHQL}?query={__typename}` }]],
  ['connection', [{ target: '/healthz' }]],
  ['cookie', [{ target: '/healthz' }]],
  ['referer', [{ target: '/healthz' }]],
  ['traceparent', [{ target: '/healthz' }]],
  ['user-agent', [{ target: '/healthz' }]],
  ['x-request-id', [{ target: '/healthz' }]],
];

const FORM_FIELDS: ReadonlyArray<readonly [path: string, names: readonly string[]]> = [
  ['/api/v1/token', ['email', 'password']],
  ['/account/register', ['email']],
  ['/account/forgot', ['email']],
  ['/account/validate', ['token', 'password']],
  ['/account/reset', ['token', 'newPassword']],
  ['/account/password', ['email', 'password', 'newPassword']],
  ['/sparql', ['default-graph-uri', 'named-graph-uri', 'format']],
];

const SUGGESTION = {
  parameter: 'free_name',
  description: 'One.',
  datatype: 'xsd:double',
  units: 'kW',
  email: 'a@b.example',
};

const SOURCE_FILE = { title: 'One', documentation: 'https://one.example/', keys: { one: 'voltage-V' } };
const SOURCE_SUGGESTION = { source: 'free-name', file: JSON.stringify(SOURCE_FILE), email: 'a@b.example' };
/** Files of sources with the text in each place where there is one. */
const SOURCE_FILES: ReadonlyArray<readonly [name: string, file: (text: string) => object]> = [
  ['title', (text) => ({ ...SOURCE_FILE, title: text })],
  ['documentation', (text) => ({ ...SOURCE_FILE, documentation: text })],
  ['key', (text) => ({ ...SOURCE_FILE, keys: { [text]: 'voltage-V' } })],
  ['term', (text) => ({ ...SOURCE_FILE, keys: { one: text } })],
  ['member', (text) => ({ ...SOURCE_FILE, [text]: 'one' })],
  ['variant', (text) => ({ ...SOURCE_FILE, variants: { [text]: { title: 'Two' } } })],
];

/** Queries of GraphQL with a variable for the text. */
const GRAPHQL_QUERIES: ReadonlyArray<readonly [name: string, query: string]> = [
  ['search', 'query ($text: String!) { terms(search: $text, first: 1) { nodes { name } } }'],
  ['didYouMean', 'query ($text: String!) { terms(search: $text, first: 0) { didYouMean } }'],
  ['after', 'query ($text: String!) { terms(after: $text, first: 1) { nodes { name } } }'],
  ['name', 'query ($text: String!) { term(name: $text) { name } }'],
  ['id', 'query ($text: ID!) { node(id: $text) { id } }'],
  ['keys', 'query ($text: String!) { suggestTerms(keys: [$text]) { isTerm suggestions { score } } }'],
  ['units', 'query ($text: String!) { suggestTerms(keys: ["power"], units: [$text]) { suggestions { score } } }'],
  ['quantity', 'query ($text: String!) { quantity(name: $text) { name } }'],
  ['source', 'query ($text: String!) { embedDocument(document: "{}", source: $text) { document } }'],
  ['receipt of a source', 'query ($text: ID!) { sourceSuggestion(receipt: $text) { state } }'],
  ['category', 'query ($text: String!) { terms(category: $text) { totalCount } }'],
  ['unit', 'query ($text: String!) { terms(filter: { unit: $text }) { totalCount } }'],
  ['datatype', 'query ($text: String!) { terms(filter: { datatype: $text }) { totalCount } }'],
  ['prefix', 'query ($text: String!) { terms(filter: { prefix: $text }) { totalCount } }'],
  ['languages', 'query ($text: String!) { term(name: "voltage-V") { label(languages: [$text]) } }'],
  ['from', 'query ($text: String!) { changes(from: $text) { added { name } } }'],
  ['receipt', 'query ($text: String!) { suggestion(receipt: $text) { state } }'],
  ['base', 'query ($text: String!) { embedDocument(document: "{}", base: $text) { document } }'],
  ['document', 'query ($text: String!) { convertDocument(document: $text) { rdf } }'],
];

/** Where texts stand in a document of JSON. */
const DOCUMENTS: ReadonlyArray<readonly [name: string, path: string, document: (text: string) => unknown]> = [
  ['key', '/api/semantic', (text) => ({ [text]: 1 })],
  ['key that is no term', '/api/json-to-rdf', (text) => ({ [text]: 1 })],
  ['number', '/api/json-to-rdf', (text) => ({ 'voltage-V': text })],
  ['time', '/api/json-to-rdf', (text) => ({ timestamp: text, 'voltage-V': 1 })],
  ['name of a device', '/api/json-to-rdf', (text) => ({ device_id: text, 'voltage-V': 1 })],
  ['prefix', '/api/rdf', (text) => block({ '@prefix': { ex: text } })],
  ['name of a prefix', '/api/rdf', (text) => block({ '@prefix': { [text]: 'http://a.example/' } })],
  ['base', '/api/rdf', (text) => block({ '@prefix': { '@base': text } })],
  ['predicate', '/api/rdf', (text) => block({ '@context': { a: { [text]: '$a' } } })],
  [
    'predicate in XML',
    '/api/rdf?format=rdf',
    (text) => block({ '@context': { a: { [`http://a.example/${encodeURI(text)}`]: '$a' } } }),
  ],
  ['object', '/api/rdf', (text) => block({ '@context': { a: { 'rdf:value': text } } })],
  ['annotation', '/api/rdf', (text) => block({ '@annotations': { 'dcterms:created': text } })],
];

/** Every place where the hub reads what strangers write over HTTP. */
export const PARSED_PLACES: readonly ParsedPlace[] = [
  ...PATHS.map((path) => place(`path ${path}`, (text) => ({ target: path + inAddress(text) }))),
  ...QUERY_OPTIONS.flatMap(([method, path, names]) =>
    names.map((name) =>
      place(`${method} ${path}?${name}`, (text) => ({
        ...(method === 'POST' ? documentTo(path) : {}),
        target: `${path}?${name}=${inAddress(text)}`,
      })),
    ),
  ),
  ...['/api/parameters', '/vocabulary/'].map((path) =>
    place(`name of an option of ${path}`, (text) => ({ target: `${path}?${inAddress(text)}` })),
  ),
  ...HEADERS.flatMap(([name, requests]) =>
    requests.map((request) =>
      place(`${name} of ${request.method ?? 'GET'} ${request.target}`, (text) => ({
        ...request,
        headers: { ...request.headers, [name]: inHeader(text) },
      })),
    ),
  ),
  ...FORM_FIELDS.flatMap(([path, names]) =>
    names.map((name) =>
      place(`field ${name} of ${path}`, (text) =>
        form(
          path,
          new URLSearchParams(names.map((one): [string, string] => [one, one === name ? text : 'a'])).toString(),
        ),
      ),
    ),
  ),
  place('form', (text) => form('/account/register', text)),
  place('form of a query', (text) => form('/sparql', text)),
  place('refresh token', (text) => json('/api/v1/token/refresh', { refresh: text })),
  ...Object.keys(SUGGESTION).map((name) =>
    place(`${name} of a suggestion`, (text) => json('/api/suggest-parameter', { ...SUGGESTION, [name]: text })),
  ),
  ...Object.keys(SOURCE_SUGGESTION).map((name) =>
    place(`${name} of a source`, (text) => json('/api/suggest-source', { ...SOURCE_SUGGESTION, [name]: text })),
  ),
  ...SOURCE_FILES.map(([name, file]) =>
    place(`${name} in the file of a source`, (text) =>
      json('/api/suggest-source', { ...SOURCE_SUGGESTION, file: JSON.stringify(file(text)) }),
    ),
  ),
  place('JSON of a document', (text) => ({ ...documentTo('/api/semantic'), body: text })),
  place('document of a source that is looked for', (text) => ({
    ...documentTo('/api/semantic?source=auto'),
    body: JSON.stringify({ [text]: { [text]: 1 } }),
  })),
  place('JSON of a refresh', (text) => ({ ...documentTo('/api/v1/token/refresh'), body: text })),
  place('JSON of a request', (text) => ({ ...documentTo(GRAPHQL), body: text })),
  ...DOCUMENTS.map(([name, path, document]) => place(`document: ${name}`, (text) => json(path, document(text)))),
  place('GraphQL text', (text) => json(GRAPHQL, { query: text })),
  place('GraphQL selection', (text) => json(GRAPHQL, { query: `{ ${text} }` })),
  place('GraphQL string', (text) => json(GRAPHQL, { query: `{ term(name: ${JSON.stringify(text)}) { name } }` })),
  place('GraphQL comment', (text) => json(GRAPHQL, { query: `{ __typename } #${text}` })),
  ...GRAPHQL_QUERIES.map(([name, query]) =>
    place(`GraphQL ${name}`, (text) => json(GRAPHQL, { query, variables: { text } })),
  ),
];

/** Places whose texts go to processes that run queries, where each takes its time: what they cost this thread is little. */
export const QUERY_PLACES: readonly ParsedPlace[] = [
  place('SPARQL text', (text) => ({ ...sparql(text) })),
  place('SPARQL string', (text) => sparql(`SELECT * { ?s ?p ${JSON.stringify(text)} }`)),
  place('SPARQL IRI', (text) => sparql(`SELECT * { ?s ?p <http://a.example/${inAddress(text)}> }`)),
];

function place(name: string, put: (text: string) => Partial<SentText>): ParsedPlace {
  return { name, put: (text) => ({ method: 'GET', target: '/', headers: {}, body: '', ...put(text) }) };
}

function documentTo(target: string): Partial<SentText> {
  return { method: 'POST', target, headers: JSON_BODY, body: '{"a":1}' };
}

function json(target: string, value: unknown): Partial<SentText> {
  return { ...documentTo(target), body: JSON.stringify(value) };
}

function form(target: string, body: string): Partial<SentText> {
  return { method: 'POST', target, headers: FORM_BODY, body };
}

function sparql(body: string): Partial<SentText> {
  return { method: 'POST', target: '/sparql', headers: { 'content-type': 'application/sparql-query' }, body };
}

function block(semantic: object): object {
  return { '@semantic': semantic, a: 1 };
}

/** What may stand in an address, other characters as percent signs; as long as the text at most, so that the head is no larger than it may be. */
function inAddress(text: string): string {
  return encodeURI(text)
    .replaceAll(/[#?]/g, (sign) => encodeURIComponent(sign))
    .slice(0, text.length);
}

/** Without what no header can hold. */
function inHeader(text: string): string {
  return text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '\u00ff');
}
