// What the page and the worker that answers queries tell each other.

/** A term of an answer, as a table shows it. */
export interface AnswerTerm {
  readonly kind: 'iri' | 'literal' | 'node';
  readonly text: string;
  /** Empty without one. */
  readonly language: string;
}

export type AnsweredQuery =
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Solutions, or triples; of many the first. */
  | {
      readonly kind: 'rows';
      readonly names: readonly string[];
      readonly rows: ReadonlyArray<ReadonlyArray<AnswerTerm | null>>;
      readonly count: number;
    };

export type ToAskWorker =
  | { readonly type: 'vocabulary'; readonly id: number; readonly turtle: ArrayBuffer }
  /** Takes the place of the document before. */
  | { readonly type: 'document'; readonly id: number; readonly ntriples: ArrayBuffer }
  | { readonly type: 'query'; readonly id: number; readonly query: string };

export type FromAskWorker =
  /** The engine is there, for which the worker itself has sent so many requests. */
  | { readonly type: 'started'; readonly requests: number }
  | { readonly type: 'loaded'; readonly id: number; readonly triples: number }
  | { readonly type: 'answer'; readonly id: number; readonly answer: AnsweredQuery; readonly ms: number }
  | { readonly type: 'fault'; readonly id: number; readonly message: string };

/** The longest first, so that the nearest namespace counts. */
type Prefixes = ReadonlyArray<readonly [prefix: string, namespace: string]>;

/** The prefixes that a query declares. */
export function prefixesOf(query: string): Prefixes {
  const found: [string, string][] = [];
  for (const line of query.split('\n')) {
    const declared = /^PREFIX ([\w-]*): ?<([^<>\s]*)>/i.exec(line.trim());
    if (declared !== null) found.push([declared[1]!, declared[2]!]);
  }
  return found.sort(([, one], [, other]) => other.length - one.length);
}

/** A name as people read it: with its prefix where the query declares one. */
export function shortName(iri: string, prefixes: Prefixes): string {
  const known = prefixes.find(
    ([, namespace]) => iri.startsWith(namespace) && /^[\w.-]+$/.test(iri.slice(namespace.length)),
  );
  return known === undefined ? iri : `${known[0]}:${iri.slice(known[1].length)}`;
}
