import type { Triple } from '../../rdf/triple.ts';
import { lackingIn } from '../extend-table.ts';
import type { TripleTable } from '../triple-table.ts';

/** Triples that are looked up at once, in some ten milliseconds. */
const PIECE = 2_000;

/** Whether triples, each of which comes once, are those of a table. Reads them no further than to the first that is not; holds some thousand of them. */
export async function holdsTable(table: TripleTable, triples: AsyncIterable<Triple>): Promise<boolean> {
  let count = 0;
  let piece: Triple[] = [];
  const isThere = (): boolean => lackingIn(table, piece).length === 0;
  for await (const triple of triples) {
    count += 1;
    piece.push(triple);
    if (count > table.length) return false;
    if (piece.length < PIECE) continue;
    if (!isThere()) return false;
    piece = [];
  }
  return count === table.length && isThere();
}
