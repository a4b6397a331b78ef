import { withoutEndSlashes } from '../../end-slashes.ts';
import { RDF_TYPE } from '../../rdf/namespaces.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { descriptionOf } from '../versions/describe-version.ts';
import { tableOf, type TripleTable } from '../triple-table.ts';
import type { Category, Term, Vocabulary } from '../vocabulary.ts';

/** What stands at an address of the hub. */
export type ResourceSubject =
  | { readonly kind: 'term'; readonly term: Term }
  | { readonly kind: 'category'; readonly category: Category }
  /** `other` is a unit, a prefix, a template node or whatever else the vocabulary mints. */
  | { readonly kind: 'vocabulary' | 'ontology' | 'namespace' | 'other' };

/** A description, and what it describes. */
export interface Resource {
  /** Without a fragment: what differs in the fragment alone is described at one address. */
  readonly iri: string;
  readonly subject: ResourceSubject;
  /**
   * Of the vocabulary, all and what can be computed from it; of a term, what its address describes (term, tokens, template rows) with the nodes and the tokens that
   * its rows cite; of a namespace, all in it; of other things, what their address describes and what cites them. What the address
   * itself describes comes first; else in the order of tables.
   */
  readonly triples: Iterable<Triple>;
}

/** The resources of one version of the vocabulary, by their addresses. */
export class Resources {
  readonly #hub: HubNamespaces;
  readonly #vocabulary: TripleTable;
  /** What the hub says of the version, some hundred triples. */
  readonly #description: TripleTable;
  readonly #ontology: TripleTable;
  readonly #subjects = new Map<string, ResourceSubject>();
  /** By the address that subjects share, where they stand among those of the vocabulary, which follow one another. */
  readonly #places = new Map<string, { readonly from: number; to: number }>();
  /** Addresses by what all ways of writing them have in common; null where several have it in common. */
  readonly #folded = new Map<string, string | null>();

  constructor(vocabulary: Vocabulary, hub: HubNamespaces) {
    this.#hub = hub;
    this.#vocabulary = vocabulary.triples;
    this.#description = tableOf(descriptionOf(vocabulary.triples, vocabulary.version, hub), hub);
    this.#ontology = vocabulary.ontology;
    for (const { value } of this.#description.subjects()) this.#subjects.set(value, { kind: 'other' });
    for (let place = 0; place < this.#vocabulary.subjectCount; place++) {
      const { value } = this.#vocabulary.subjectAt(place);
      const known = this.#places.get(addressOf(value));
      if (known === undefined) this.#places.set(addressOf(value), { from: place, to: place + 1 });
      else known.to = place + 1;
    }
    for (const address of this.#places.keys()) {
      if (address.startsWith(hub.vocabulary)) this.#subjects.set(address, { kind: 'other' });
    }
    for (const { namespace } of vocabulary.prefixes) {
      if (namespace.startsWith(hub.vocabulary)) this.#subjects.set(namespace, { kind: 'namespace' });
    }
    for (const term of vocabulary.terms.values()) this.#subjects.set(term.iri, { kind: 'term', term });
    for (const category of vocabulary.categories) this.#subjects.set(category.iri, { kind: 'category', category });
    this.#subjects.set(hub.vocabulary, { kind: 'vocabulary' });
    this.#subjects.set(addressOf(hub.ontology), { kind: 'ontology' });
    for (const address of this.#subjects.keys()) {
      const folded = fold(address);
      this.#folded.set(folded, this.#folded.has(folded) ? null : address);
    }
  }

  has(address: string): boolean {
    return this.#subjects.has(address);
  }

  /** The resource at this address; null when it does not exist. */
  find(address: string): Resource | null {
    const subject = this.#subjects.get(address);
    return subject === undefined ? null : { iri: address, subject, triples: this.#describe(address, subject) };
  }

  /** The address of today for one that differs in case, in a slash at its end or in percent signs alone. */
  findMoved(address: string): string | null {
    const moved = this.#folded.get(fold(address)) ?? null;
    return moved === address ? null : moved;
  }

  #describe(address: string, { kind }: ResourceSubject): Iterable<Triple> {
    if (kind === 'vocabulary') return bothOf(this.#vocabulary, this.#description);
    if (kind === 'ontology') return this.#ontology;
    const own = this.#at(address);
    const context =
      kind === 'term'
        ? this.#templateOf(own)
        : kind === 'namespace'
          ? this.#below(address)
          : this.#citing(new Set([address, ...own.map(({ s }) => s.value)]));
    const others = context.filter(({ s }) => addressOf(s.value) !== address);
    return [...own, ...tableOf(others, this.#hub)];
  }

  /** What an address describes. */
  #at(address: string): Triple[] {
    const { from, to } = this.#places.get(address) ?? { from: 0, to: 0 };
    const own = Array.from({ length: to - from }, (_, i) => this.#vocabulary.at(from + i)).flat();
    const description = this.#description.of(address);
    return description.length === 0 ? own : [...tableOf(bothOf(own, description), this.#hub)];
  }

  #citing(iris: ReadonlySet<string>): Triple[] {
    return [...this.#vocabulary.citing(iris), ...this.#description.citing(iris)];
  }

  #below(namespace: string): Triple[] {
    return [this.#vocabulary, this.#description].flatMap((table) =>
      Array.from(table.subjects(), ({ value }, place) => (value.startsWith(namespace) ? table.at(place) : [])).flat(),
    );
  }

  /** What the rows among the triples cite: tokens, and nodes with their own rows. */
  #templateOf(own: readonly Triple[]): Triple[] {
    const { ontology } = this.#hub;
    const found = new Set<string>();
    const triples = [...own];
    // The list grows while it is walked, which is what follows nodes of nodes.
    for (const { p, o } of triples) {
      if (p !== `${ontology}object` || o.type !== 'uri' || found.has(o.value)) continue;
      found.add(o.value);
      const isNode = this.#vocabulary
        .values(o.value, RDF_TYPE)
        .some(({ value }) => value === `${ontology}TemplateNode`);
      if (!isNode && !o.value.includes('#')) continue;
      triples.push(...(isNode ? this.#at(addressOf(o.value)) : this.#vocabulary.of(o.value)));
    }
    return triples;
  }
}

function* bothOf(one: Iterable<Triple>, other: Iterable<Triple>): Generator<Triple> {
  yield* one;
  yield* other;
}

function addressOf(iri: string): string {
  return iri.split('#', 1)[0]!;
}

function fold(address: string): string {
  const decoded = address.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
  return withoutEndSlashes(decoded).toLowerCase();
}
