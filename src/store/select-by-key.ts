import { decodeSolutions, RowError, undecoded, type DecodedRow, type RowShape } from '../rdf/rows.ts';
import type { Sparql } from '../rdf/sparql.ts';
import type { QueryOptions, Store } from './store.ts';

/** What a store has under a key: null is nothing, an error is something that cannot be read. */
export type Found<T> = T | Error | null;

interface KeyedRows<S extends RowShape, T> {
  readonly query: Sparql;
  /** The variable that holds the key: an IRI, or the text of a literal. */
  readonly key: keyof S & string;
  readonly shape: S;
  /** @throws RowError for a row that says what cannot be */
  readonly read: (row: DecodedRow<S>) => T;
}

/**
 * What the rows of one query say of each key; the first row of a key counts. A row that the store holds wrongly is an error under its
 * own key, and the other keys have their answers.
 *
 * @throws StoreError when the store cannot answer
 */
export async function selectByKey<S extends RowShape, T>(
  store: Store,
  { query, key, shape, read }: KeyedRows<S, T>,
  options: QueryOptions = {},
): Promise<ReadonlyMap<string, T | RowError>> {
  const found = new Map<string, T | RowError>();
  for (const row of await store.select(query, undecoded(shape), options)) {
    const text = row[key]?.value;
    if (text === undefined) throw new RowError(`?${key} is unbound`);
    if (!found.has(text)) found.set(text, readRow(row, shape, read));
  }
  return found;
}

function readRow<S extends RowShape, T>(
  row: Parameters<typeof decodeSolutions>[0][number],
  shape: S,
  read: (row: DecodedRow<S>) => T,
): T | RowError {
  try {
    return read(decodeSolutions([row], shape)[0]!);
  } catch (error) {
    if (error instanceof RowError) return error;
    throw error;
  }
}
