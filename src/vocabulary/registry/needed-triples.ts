import { DCTERMS, SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import type { TripleTable } from '../triple-table.ts';

interface Cited {
  readonly iri: string;
  readonly hasTemplate: boolean;
}

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
    this.#follow([{ iri, hasTemplate: true }]);
  }

  addAll(triples: readonly Triple[]): void {
    this.#follow(this.#note(triples));
  }

  /** One after another: of a chain of thousands, such as categories in categories, each would take frames of the stack. */
  #follow(cited: Cited[]): void {
    for (let next = cited.pop(); next !== undefined; next = cited.pop()) {
      const { iri, hasTemplate } = next;
      if (!this.#isLacking(iri)) continue;
      cited.push(...this.#note(this.#table.of(iri)));
      if (!hasTemplate) continue;
      const rows = this.#table.placesCitingBy(`${this.#hub.ontology}subject`, [{ type: 'uri', value: iri }]);
      for (const place of rows) cited.push({ iri: this.#table.subjectAt(place).value, hasTemplate });
    }
  }

  /** Returns what has to be there besides. */
  #note(triples: readonly Triple[]): Cited[] {
    const cited: Cited[] = [];
    this.triples.push(...triples);
    for (const { p, o } of triples) {
      if (o.type !== 'uri') continue;
      if (this.#leading.has(p)) cited.push({ iri: o.value, hasTemplate: true });
      // A category has no template, and is cited by all of its terms.
      else if (p === `${SKOS}broader`) cited.push({ iri: o.value, hasTemplate: false });
    }
    return cited;
  }

  #isLacking(iri: string): boolean {
    return iri.startsWith(this.#hub.vocabulary) && this.#added.size < this.#added.add(iri).size;
  }
}
