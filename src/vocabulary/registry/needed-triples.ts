import { DCTERMS, RDF_TYPE, SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { TripleTable } from '../triple-table.ts';

/** The part of a vocabulary that some triples need to be read: what they cite, and what that cites, with all prefixes and categories. */
export class NeededTriples {
  readonly triples: Triple[] = [];
  readonly #table: TripleTable;
  readonly #hub: HubNamespaces;
  /** Properties whose objects have to be there, too. */
  readonly #leading: ReadonlySet<string>;
  readonly #added = new Set<string>();

  constructor(table: TripleTable, hub: HubNamespaces) {
    this.#table = table;
    this.#hub = hub;
    const own = ['key', 'object', 'subject'].map((name) => hub.ontology + name);
    this.#leading = new Set([`${SKOS}broader`, `${DCTERMS}isReplacedBy`, ...own]);
    // They have no templates, and a category is cited by all of its terms.
    const common = Array.from(table.citing([`${hub.ontology}Prefix`, `${hub.ontology}Category`]))
      .filter(({ p }) => p === RDF_TYPE)
      .map(({ s }) => s.value);
    for (const iri of common) this.#added.add(iri);
    for (const iri of new Set(common)) this.addAll(table.of(iri));
  }

  /** What the vocabulary says of a resource, its template, and what these cite. */
  add(iri: string): void {
    if (this.#added.has(iri) || !iri.startsWith(this.#hub.vocabulary)) return;
    this.#added.add(iri);
    this.addAll(this.#table.of(iri));
    for (const { s, p } of this.#table.citing([iri])) if (p === `${this.#hub.ontology}subject`) this.add(s.value);
  }

  addAll(triples: readonly Triple[]): void {
    this.triples.push(...triples);
    for (const { p, o } of triples) if (o.type === 'uri' && this.#leading.has(p)) this.add(o.value);
  }
}
