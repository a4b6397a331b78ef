import { QUDT } from '../../rdf/namespaces.ts';
import type { Vocabulary } from '../vocabulary.ts';

/** What other systems read of a term besides its template. */
interface TermFacts {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  /** IRI of the unit. */
  readonly unit?: string | undefined;
  /** The code of the unit in UCUM. */
  readonly ucum?: string | undefined;
  /** The code of the unit in UN/ECE Recommendation 20. */
  readonly unece?: string | undefined;
}

/** The facts of a term; none of a name that is no term. */
export function factsOfTerm({ terms, triples }: Vocabulary, name: string): TermFacts {
  const term = terms.get(name);
  if (term === undefined) return {};
  const { label, description, unit } = term;
  if (unit === null) return { label, description };
  const codes = new Map(triples.of(unit).map(({ p, o }) => [p, o.value]));
  return { label, description, unit, ucum: codes.get(`${QUDT}ucumCode`), unece: codes.get(`${QUDT}uneceCommonCode`) };
}
