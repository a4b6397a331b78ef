import type { Predicate, Statement } from './mapping.ts';

/** What takes memory besides characters, as if it were some. */
const OVERHEAD = 64;

/** Numbers predicates, and the statements whose object is an IRI of a block. */
export class PredicateTable {
  /** About how many characters are kept with them, which tells when they are too many. */
  size = 0;
  private predicates = 0;
  private statements = 0;

  /** Adds a predicate of what the root says. */
  readonly addOfRoot = (iri: string, key: string): Predicate => this.add(iri, key, '@annotations', false);

  add(iri: string, key: string, section: Predicate['section'], isType: boolean): Predicate {
    this.count(iri);
    return { iri, id: this.predicates++, key, section, isType };
  }

  addStatement(predicate: Predicate, iri: string): Statement {
    this.count(iri);
    return { predicate, iri, id: this.statements++ };
  }

  /** Counts a text that is kept. */
  count(text: string): void {
    this.size += text.length + OVERHEAD;
  }
}
