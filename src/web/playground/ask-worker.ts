import * as oxigraph from 'oxigraph/web.js';
import { Store, type Quad, type Term } from 'oxigraph/web.js';
import type { AnsweredQuery, AnswerTerm, FromAskWorker, ToAskWorker } from './ask-protocol.ts';

// The worker that answers SPARQL over the graph of a document. Its own policy allows WebAssembly, which no page does.

/** The worker's own side, as browsers have it. */
interface Scope {
  onmessage: ((event: { readonly data: ToAskWorker }) => void) | null;
  postMessage(message: FromAskWorker): void;
}

/** Rows that a person is shown. */
const MOST_ROWS = 500;
const FORMATS = { nt: 'application/n-triples', ttl: 'text/turtle' } as const;

const scope = globalThis as unknown as Scope;
let vocabulary: Uint8Array | null = null;
let store: Store | null = null;
let last = start();

async function start(): Promise<void> {
  // TypeScript takes the module for one of CommonJS, whose default is another.
  await (oxigraph as unknown as { readonly default: () => Promise<unknown> }).default();
  const loaded = performance.getEntriesByType('resource') as unknown as { readonly transferSize: number }[];
  scope.postMessage({ type: 'started', requests: loaded.filter(({ transferSize }) => transferSize > 0).length });
}

scope.onmessage = ({ data }) => {
  last = last.then(
    () => take(data),
    (error: unknown) => fail(data.id, error),
  );
};

function take(message: ToAskWorker): void {
  try {
    if (message.type === 'vocabulary') vocabulary = new Uint8Array(message.turtle);
    else if (message.type === 'document') {
      store = new Store();
      store.load(new Uint8Array(message.ntriples), { format: FORMATS.nt });
      if (vocabulary !== null) store.load(vocabulary, { format: FORMATS.ttl });
      scope.postMessage({ type: 'loaded', id: message.id, triples: store.size });
    } else {
      const started = performance.now();
      const answer = answerOf(store!.query(message.query, { use_default_graph_as_union: true }));
      scope.postMessage({ type: 'answer', id: message.id, answer, ms: performance.now() - started });
    }
  } catch (error) {
    fail(message.id, error);
  }
}

function fail(id: number, error: unknown): void {
  scope.postMessage({ type: 'fault', id, message: error instanceof Error ? error.message : String(error) });
}

function answerOf(result: ReturnType<Store['query']>): AnsweredQuery {
  if (typeof result === 'boolean') return { kind: 'boolean', value: result };
  const rows = typeof result === 'string' ? [] : result;
  const first = rows.slice(0, MOST_ROWS);
  if (first[0] !== undefined && !(first[0] instanceof Map)) {
    const names = ['subject', 'predicate', 'object'];
    const triples = (first as Quad[]).map(({ subject, predicate, object }) =>
      [subject, predicate, object].map((term) => termOf(term as Term)),
    );
    return { kind: 'rows', names, rows: triples, count: rows.length };
  }
  const solutions = first as Map<string, Term>[];
  const names = [...new Set(solutions.flatMap((solution) => [...solution.keys()]))];
  const cells = solutions.map((solution) => names.map((name) => termOf(solution.get(name))));
  return { kind: 'rows', names, rows: cells, count: rows.length };
}

function termOf(term: Term | undefined): AnswerTerm | null {
  if (term === undefined) return null;
  if (term.termType === 'NamedNode') return { kind: 'iri', text: term.value, language: '' };
  if (term.termType === 'Literal') return { kind: 'literal', text: term.value, language: term.language };
  return { kind: 'node', text: term.toString(), language: '' };
}
