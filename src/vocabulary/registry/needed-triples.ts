import { DCTERMS, SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { TripleTable } from '../triple-table.ts';

/**
 * The part of a vocabulary that some triples need to be read, but for its prefixes: what they cite, with its template, and what that cites. A
 * vocabulary may have as many categories as terms, of which these few have some.
 */
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
    this.#leading = new Set([`${DCTERMS}isReplacedBy`, ...own]);
  }

  /** What the vocabulary says of a resource, its template, and what these cite. */
  add(iri: string): void {
    if (!this.#isLacking(iri)) return;
    this.addAll(this.#table.of(iri));
    const rows = this.#table.placesCitingBy(`${this.#hub.ontology}subject`, [{ type: 'uri', value: iri }]);
    for (const place of rows) this.add(this.#table.subjectAt(place).value);
  }

  addAll(triples: readonly Triple[]): void {
    this.triples.push(...triples);
    for (const { p, o } of triples) {
      if (o.type !== 'uri') continue;
      if (this.#leading.has(p)) this.add(o.value);
      // A category has no template, and is cited by all of its terms.
      else if (p === `${SKOS}broader` && this.#isLacking(o.value)) this.addAll(this.#table.of(o.value));
    }
  }

  #isLacking(iri: string): boolean {
    return iri.startsWith(this.#hub.vocabulary) && this.#added.size < this.#added.add(iri).size;
  }
}
