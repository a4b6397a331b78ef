import { withoutEndSlashes } from '../../end-slashes.ts';
import { RDF } from '../../rdf/namespaces.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { describeVersion } from '../versions/describe-version.ts';
import { orderTriples } from '../order-triples.ts';
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
   * itself describes comes first; else in the order of `orderTriples`.
   */
  readonly triples: readonly Triple[];
}

/** The resources of one version of the vocabulary, by their addresses. */
export class Resources {
  readonly #hub: HubNamespaces;
  readonly #vocabulary: readonly Triple[];
  readonly #ontology: readonly Triple[];
  readonly #subjects = new Map<string, ResourceSubject>();
  /** Triples by the address of their subject. */
  readonly #described = new Map<string, Triple[]>();
  /** Triples by the address of their object. */
  readonly #citing = new Map<string, Triple[]>();
  /** Addresses by what all ways of writing them have in common; null where several have it in common. */
  readonly #folded = new Map<string, string | null>();

  constructor(vocabulary: Vocabulary, hub: HubNamespaces) {
    this.#hub = hub;
    this.#vocabulary = orderTriples(describeVersion(vocabulary.triples, vocabulary.version, hub), hub);
    this.#ontology = vocabulary.ontology;
    for (const triple of this.#vocabulary) {
      const { s, o } = triple;
      append(this.#described, addressOf(s.value), triple);
      if (o.type === 'uri') append(this.#citing, addressOf(o.value), triple);
    }
    for (const address of this.#described.keys()) {
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

  #describe(address: string, { kind }: ResourceSubject): readonly Triple[] {
    if (kind === 'vocabulary') return this.#vocabulary;
    if (kind === 'ontology') return this.#ontology;
    const own = this.#described.get(address) ?? [];
    const context =
      kind === 'term'
        ? this.#templateOf(own)
        : kind === 'namespace'
          ? this.#vocabulary.filter(({ s }) => s.value.startsWith(address))
          : (this.#citing.get(address) ?? []);
    const distinct = new Set([...own, ...orderTriples(context, this.#hub)]);
    return [...distinct];
  }

  /** What the rows among the triples cite: tokens, and nodes with their own rows. */
  #templateOf(own: readonly Triple[]): Triple[] {
    const { ontology } = this.#hub;
    const triples = new Set(own);
    // The set grows while it is walked, which is what follows nodes of nodes.
    for (const { p, o } of triples) {
      if (p !== `${ontology}object` || o.type !== 'uri') continue;
      const described = this.#described.get(addressOf(o.value)) ?? [];
      const cited = described.filter(({ s }) => s.value === o.value);
      const isNode = cited.some((triple) => triple.p === `${RDF}type` && triple.o.value === `${ontology}TemplateNode`);
      if (!isNode && !o.value.includes('#')) continue;
      for (const triple of isNode ? described : cited) triples.add(triple);
    }
    return [...triples];
  }
}

function append(lists: Map<string, Triple[]>, key: string, triple: Triple): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [triple]);
  else list.push(triple);
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
