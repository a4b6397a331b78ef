import { unitOfName } from '../vocabulary/terms.ts';
import type { KeyCandidate } from './key-candidates.ts';

/** What agents and programs are told of a term that a key may mean. */
export interface ToldCandidate {
  /** The name of the term. */
  readonly term: string;
  readonly iri: string;
  readonly label: string;
  readonly description: string;
  /** As a prefixed name. */
  readonly datatype: string;
  /** As names of terms spell it; null where the term has none. */
  readonly unit: string | null;
  readonly unitIri: string | null;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly why: string;
}

/** A term that a key may mean, as plain data. */
export function tellCandidate({ term, confidence, why }: KeyCandidate): ToldCandidate {
  return {
    term: term.name,
    iri: term.iri,
    label: term.label,
    description: term.description,
    datatype: term.datatype,
    unit: term.unit === null ? null : unitOfName(term.name),
    unitIri: term.unit,
    confidence,
    why,
  };
}
