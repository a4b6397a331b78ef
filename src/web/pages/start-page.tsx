import type { VNode } from 'preact';
import { exampleOf } from '../../vocabulary/describe/term-example.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { EXAMPLES, type Example } from '../playground/examples.ts';
import { exampleCall } from './example-call.ts';
import type { RenderPage } from './page.tsx';
import { grouped } from '../parts/grouped.ts';

/** Documents that the page explains. */
const SHOWN = ['inverter', 'battery', 'meter'];
/** The term whose value the page follows to its RDF. */
const FOLLOWED = 'active_power-W';

/** The interfaces: where each is, and what it is for. */
const INTERFACES: ReadonlyArray<readonly [href: string, name: string, words: string]> = [
  [
    'api',
    'REST',
    'Post a document and get its meaning or its RDF. Read terms, sources and versions, suggest what is missing.',
  ],
  ['graphql', 'GraphQL', 'The same in one query: terms with their templates, documents, suggestions and their review.'],
  ['sparql', 'SPARQL', 'Ask the vocabulary and each of its versions, from the browser or by the protocol.'],
  ['vocabulary/', 'Linked data', 'Every term, unit and category has an address: a page here, RDF for programs.'],
];

interface StartPageFacts {
  readonly baseUrl: string;
  /** Null while none has been read. */
  readonly vocabulary: Vocabulary | null;
}

/** The start page: what the hub does, on three documents, and where to go on. */
export function renderStartPage(render: RenderPage, { baseUrl, vocabulary }: StartPageFacts): string {
  return render(
    {
      title: 'Vocabulary Hub',
      root: './',
      script: 'start.js',
      description: 'Makes JSON documents about energy explain themselves, and converts them to RDF.',
    },
    <>
      <h1>Energy data that explains itself</h1>
      <p class="lead">
        The hub knows what the keys of a JSON document about energy mean, writes that meaning into the document, and
        converts it to RDF with every digit.
      </p>
      <div class="split">
        <div class="stack">
          <form class="card" action="playground" data-island="paste">
            <h2>Paste a document</h2>
            <label for="paste" class="visually-hidden">
              A JSON document
            </label>
            <textarea
              id="paste"
              class="code"
              rows={9}
              spellcheck={false}
              placeholder={
                '{\n  "timestamp": "2026-03-01T11:00:00Z",\n  "active_power-W": 4210.5,\n  "PhVphA": 231.4\n}'
              }
            />
            <p class="toolbar">
              <button class="primary">See what it means</button>
              <span class="note">It stays in your browser.</span>
            </p>
            <p role="alert" data-part="mistake" />
          </form>
          <form class="card find" action="vocabulary/">
            <div class="field">
              <label for="start-q">Find a term by a word in any language, or by a device's key</label>
              <input id="start-q" name="q" type="search" placeholder="Wirkleistung, 1-0:1.8.0" autocomplete="off" />
            </div>
            <button>Search</button>
            {vocabulary === null ? null : (
              <p class="note">
                {grouped(vocabulary.terms.size)} terms in{' '}
                <a href="vocabulary/#categories">{vocabulary.categories.length} categories</a>, each with a definition
                in five languages, a datatype and a template of triples.
              </p>
            )}
          </form>
        </div>
        {vocabulary === null ? null : <Outcome vocabulary={vocabulary} />}
      </div>
      {vocabulary === null ? null : (
        <>
          <h2>Three documents and what they say</h2>
          <p>
            Keys that are terms of the vocabulary have a meaning at once. For the others the playground offers terms.
          </p>
          <div class="grid documents">
            {EXAMPLES.filter(({ name }) => SHOWN.includes(name)).map((example) => (
              <Explained example={example} vocabulary={vocabulary} />
            ))}
          </div>
        </>
      )}
      <h2>For programs</h2>
      <ul class="grid interfaces">
        {INTERFACES.map(([href, name, words]) => (
          <li class="card">
            <h3>
              <a href={href}>{name}</a>
            </h3>
            <p>{words}</p>
          </li>
        ))}
      </ul>
      <pre class="command">{exampleCall(baseUrl)}</pre>
      <p>
        <code>POST /api/semantic</code> embeds the meaning of its keys in a document (at most 10 MB),{' '}
        <code>POST /api/rdf</code> converts a document that carries <code>@semantic</code> to RDF (at most 5 MB), and{' '}
        <code>POST /api/json-to-rdf</code> does both in one step, when every key is a term. Programs sign in at{' '}
        <code>POST /api/v1/token</code>; people have their <a href="account">account</a>.
      </p>
    </>,
  );
}

/** What comes of one value: what its key means, and its triples. */
function Outcome({ vocabulary }: { readonly vocabulary: Vocabulary }): VNode | null {
  const term = vocabulary.terms.get(FOLLOWED);
  const example = term === undefined ? null : exampleOf(term, vocabulary);
  if (term === undefined || example === null) return null;
  return (
    <section class="card outcome" aria-labelledby="outcome">
      <h2 id="outcome">What comes of it</h2>
      <p>A document of an inverter</p>
      <pre tabIndex={0} role="region" aria-label="The document">
        {example.json}
      </pre>
      <p>
        says{' '}
        <a href={term.iri} lang="en">
          {term.label}
        </a>
        , and becomes RDF, here as Turtle:
      </p>
      <pre tabIndex={0} role="region" aria-label="Its RDF">
        {example.turtle.replace(/^(?:@prefix .*\n)*\n*/, '')}
      </pre>
    </section>
  );
}

/** An example with the meaning of each of its keys. */
function Explained({ example, vocabulary }: { readonly example: Example; readonly vocabulary: Vocabulary }): VNode {
  const { name, title, text } = example;
  return (
    <section class="card">
      <h3>{title}</h3>
      <dl class="meanings">
        {keysOf(text).map((key) => {
          const term = vocabulary.terms.get(key);
          return (
            <>
              <dt>
                <code>{key}</code>
              </dt>
              <dd>
                {term === undefined ? (
                  <span class="chip warn">no term yet</span>
                ) : (
                  <a href={term.iri} lang="en">
                    {term.label}
                  </a>
                )}
              </dd>
            </>
          );
        })}
      </dl>
      <p>
        <a href={`playground#example=${name}`}>Open the {title.toLowerCase()} in the playground</a>
      </p>
    </section>
  );
}

/** Keys of a document's objects, each once, in its order. */
function keysOf(text: string): string[] {
  const keys = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const isContainer = typeof member === 'object' && !(Array.isArray(member) && typeof member[0] !== 'object');
      if (!Array.isArray(value) && !isContainer) keys.add(key);
      visit(member);
    }
  };
  visit(JSON.parse(text));
  return [...keys];
}
