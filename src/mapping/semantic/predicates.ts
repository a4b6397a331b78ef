import type { Predicate, Statement } from './mapping.ts';

/** Numbers the predicates of a conversion, and the statements whose object is an IRI of the block. */
export class PredicateTable {
  /** By their ids. */
  readonly predicates: Predicate[] = [];
  private statements = 0;

  /** Adds a predicate of what the root says. A mapping keeps it, and with it nothing but this table. */
  readonly addOfRoot = (iri: string, key: string): Predicate => this.add(iri, key, '@annotations', false);

  add(iri: string, key: string, section: Predicate['section'], isType: boolean): Predicate {
    const predicate = { iri, id: this.predicates.length, key, section, isType };
    this.predicates.push(predicate);
    return predicate;
  }

  addStatement(predicate: Predicate, iri: string): Statement {
    return { predicate, iri, id: this.statements++ };
  }
}
