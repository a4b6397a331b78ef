import { isDeepStrictEqual } from 'node:util';
import { asText } from '../../rdf/rows.ts';
import { iri, sparql } from '../../rdf/sparql.ts';
import type { Quad, Triple } from '../../rdf/triple.ts';
import type { Store } from '../store.ts';

/** What the checks of the contract are given. */
export interface StoresUnderCheck {
  /** Two hubs' stores on the same quads, opened; one store twice where only one hub can have it. */
  readonly stores: readonly [Store, Store];
  /** Opens one more, on the same quads where several hubs can have them. Whoever opens it closes it. */
  open(): Promise<Store>;
  /** The IRI of a graph that nothing else uses. */
  newGraph(): string;
  /** How often changes that exclude each other are tried. */
  readonly rounds: number;
}

/** One promise of the contract. */
export interface Check {
  readonly name: string;
  /** @throws Error that says what is otherwise */
  run(under: StoresUnderCheck): Promise<void>;
}

const EXAMPLE = 'https://hub.example/';
const MAX_SHOWN = 200;

/** Gives graphs below an address, and keeps which. */
export class CheckGraphs {
  readonly given: string[] = [];
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  readonly next = (): string => {
    const graph = `${this.#base}/graph/check-${this.given.length + 1}`;
    this.given.push(graph);
    return graph;
  };
}

/** A quad with this text, of something with this name. */
export function quad(graph: string, name: string, text: string): Quad {
  return {
    graph,
    s: { type: 'uri', value: EXAMPLE + name },
    p: `${EXAMPLE}p`,
    o: { type: 'literal', value: text },
  };
}

/** The IRI of what `quad` calls by this name. */
export function named(name: string): string {
  return EXAMPLE + name;
}

/** The texts of a graph, in their order. */
export async function texts(store: Store, graph: string): Promise<string[]> {
  const query = sparql`SELECT ?o WHERE { GRAPH ${iri(graph)} { ?s ?p ?o } } ORDER BY ?o`;
  return (await store.select(query, { o: asText })).map(({ o }) => o);
}

/** The triples of a graph, in the order of their subjects and objects. */
export async function dumped(store: Store, graph: string): Promise<Triple[]> {
  const triples: Triple[] = [];
  for await (const triple of store.dump(graph, { timeoutMs: 30_000 })) triples.push(triple);
  return triples.toSorted((a, b) => (a.s.value + a.o.value < b.s.value + b.o.value ? -1 : 1));
}

/** @throws Error that shows both when they are not the same */
export function requireSame<T>(what: string, found: T, expected: T): void {
  if (!isDeepStrictEqual(found, expected)) throw new Error(`${what}: ${shown(found)} in place of ${shown(expected)}`);
}

/** @throws Error when it does not reject with an error of this class */
export async function requireRejected(
  what: string,
  asked: Promise<unknown>,
  kind: new (...args: never[]) => Error,
): Promise<void> {
  const outcome = await asked.then(
    () => 'no error',
    (error: unknown) => error,
  );
  if (!(outcome instanceof kind)) throw new Error(`${what}: ${String(outcome)} in place of a ${kind.name}`);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text;
}
