import type { Predicate, Statement } from './mapping.ts';

/** What takes memory besides characters, as if it were some. */
const OVERHEAD = 64;

/** Numbers predicates, and the statements whose object is an IRI of a block. Templates that name one have the same. */
export class PredicateTable {
  /** About how many characters are kept with them, which tells when they are too many. */
  size = 0;
  private predicates = 0;
  private statements = 0;
  /** By IRI: `rdf:type` in its short form, and all others. */
  private readonly typesOfTemplates = new Map<string, Predicate>();
  private readonly ofTemplates = new Map<string, Predicate>();
  /** By predicate, and by the IRI of the object. */
  private readonly statementsOf = new Map<Predicate, Map<string, Statement>>();

  /** Adds a predicate of what the root says. */
  readonly addOfRoot = (iri: string, key: string): Predicate => this.add(iri, key, '@annotations', false);

  add(iri: string, key: string | null, section: Predicate['section'], isType: boolean): Predicate {
    this.count(iri);
    return { iri, id: this.predicates++, key, section, isType };
  }

  /** The predicate that templates name by this IRI. */
  ofTemplate(iri: string, isType: boolean): Predicate {
    const known = isType ? this.typesOfTemplates : this.ofTemplates;
    let predicate = known.get(iri);
    if (predicate === undefined) known.set(iri, (predicate = this.add(iri, null, '@context', isType)));
    return predicate;
  }

  statementOf(predicate: Predicate, iri: string): Statement {
    let known = this.statementsOf.get(predicate);
    if (known === undefined) this.statementsOf.set(predicate, (known = new Map()));
    let statement = known.get(iri);
    if (statement === undefined) {
      this.count(iri);
      known.set(iri, (statement = { predicate, iri, id: this.statements++ }));
    }
    return statement;
  }

  /** Counts a text that is kept. */
  count(text: string): void {
    this.size += text.length + OVERHEAD;
  }
}
