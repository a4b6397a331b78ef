import { withoutEndSlashes } from '../../end-slashes.ts';
import { RDF_TYPE } from '../../rdf/namespaces.ts';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { placeOf } from '../extend-table.ts';
import { Spellings } from '../spellings.ts';
import { doWithRests } from '../steps.ts';
import { findCategoryByIri, findTermByIri } from '../terms.ts';
import { inSlices, TERMS_BETWEEN_RESTS, type Rest } from '../thread-slices.ts';
import { describeInSteps } from '../versions/describe-version.ts';
import { subjectKeyOf } from '../triple-order.ts';
import type { TripleTable } from '../triple-table.ts';
import { tableInSteps, tableOf } from '../triple-table-builder.ts';
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
  /** What the address itself describes. */
  readonly own: readonly Triple[];
  /**
   * Of the vocabulary, all and what can be computed from it; of a term, what its address describes (term, tokens, template rows) with the nodes and the tokens that
   * its rows cite; of a namespace, all in it; of other things, what their address describes and what cites them. What the address
   * itself describes comes first; else in the order of tables. Of a term they are made once; else while they are walked, each time: there may be as many as there are terms.
   */
  readonly triples: Iterable<Triple>;
}

/** The resources of one version of the vocabulary, by their addresses. They are found in its table: nothing is made for each of them. */
export class Resources {
  readonly #hub: HubNamespaces;
  readonly #vocabulary: Vocabulary;
  readonly #table: TripleTable;
  #description: Promise<TripleTable> | null = null;
  /** Those of the hub's own that prefixes stand for. */
  readonly #namespaces: ReadonlySet<string>;
  /** Made when a request names what is not there. */
  #spelt: Promise<SpeltAddresses> | null = null;

  constructor(vocabulary: Vocabulary, hub: HubNamespaces) {
    this.#hub = hub;
    this.#vocabulary = vocabulary;
    this.#table = vocabulary.triples;
    const namespaces = vocabulary.prefixes.map(({ namespace }) => namespace);
    this.#namespaces = new Set(namespaces.filter((namespace) => namespace.startsWith(hub.vocabulary)));
  }

  /** What the hub says of the version, some triples for each category. It is found once, in slices of the thread, which takes a second of a large vocabulary. */
  describe(): Promise<TripleTable> {
    // For all who ask: nobody who leaves can end it.
    return (this.#description ??= inSlices({ client: 'resources' }, async (rest) => {
      const { triples, version } = this.#vocabulary;
      const described = await doWithRests(describeInSteps(triples, version, this.#hub), rest);
      return doWithRests(tableInSteps(described, this.#hub), rest);
    }));
  }

  async has(address: string): Promise<boolean> {
    return (await this.#subjectAt(address)) !== null;
  }

  /** The resource at this address; null when it does not exist. */
  async find(address: string): Promise<Resource | null> {
    const subject = await this.#subjectAt(address);
    if (subject === null) return null;
    const { kind } = subject;
    if (kind === 'term') {
      // Of a term the hub says no more than the vocabulary does: its readers need not wait for what it says of others.
      const own = this.#inTable(address);
      return { iri: address, subject, own, triples: kept(() => [...own, ...this.#templateOf(address, own)]) };
    }
    const description = await this.describe();
    const own = kind === 'vocabulary' || kind === 'ontology' ? [] : this.#at(address, description);
    const triples = { [Symbol.iterator]: () => this.#describe(address, kind, own, description) };
    return { iri: address, subject, own, triples };
  }

  /** The address of today for one that differs in case, in a slash at its end or in percent signs alone; null where several do. */
  async findMoved(address: string): Promise<string | null> {
    // For whoever asks: nobody who leaves can end it.
    this.#spelt ??= inSlices({ client: 'addresses' }, (rest) => this.#spell(rest));
    const found = (await this.#spelt).find(address);
    return found === address ? null : found;
  }

  async #subjectAt(address: string): Promise<ResourceSubject | null> {
    if (address === this.#hub.vocabulary) return { kind: 'vocabulary' };
    if (address === addressOf(this.#hub.ontology)) return { kind: 'ontology' };
    const category = findCategoryByIri(this.#vocabulary, address);
    if (category !== null) return { kind: 'category', category };
    const term = findTermByIri(this.#vocabulary, address);
    if (term !== null) return { kind: 'term', term };
    if (this.#namespaces.has(address)) return { kind: 'namespace' };
    if (!address.startsWith(this.#hub.vocabulary)) return null;
    const isThere = !this.#rangeOf(address).next().done || (await this.describe()).placeOfIri(address) !== undefined;
    return isThere ? { kind: 'other' } : null;
  }

  /** The places of what an address describes, which follow one another. */
  *#rangeOf(address: string): Generator<number> {
    for (
      let place = placeOf(this.#table, { type: 'uri', value: address }, this.#hub);
      place < this.#table.subjectCount && addressOf(this.#table.subjectAt(place).value) === address;
      place++
    )
      yield place;
  }

  *#describe(
    address: string,
    kind: Exclude<ResourceSubject['kind'], 'term'>,
    own: readonly Triple[],
    description: TripleTable,
  ): Generator<Triple> {
    if (kind === 'vocabulary') return yield* bothOf(this.#table, description);
    if (kind === 'ontology') return yield* this.#vocabulary.ontology;
    yield* own;
    const context =
      kind === 'namespace'
        ? this.#below(address, description)
        : this.#citing(new Set([address, ...own.map(({ s }) => s.value)]), description);
    for (const triple of context) if (addressOf(triple.s.value) !== address) yield triple;
  }

  /** What an address describes. */
  #at(address: string, description: TripleTable): Triple[] {
    const own = this.#inTable(address);
    const described = description.of(address);
    return described.length === 0 ? own : [...tableOf(bothOf(own, described), this.#hub)];
  }

  #inTable(address: string): Triple[] {
    return Array.from(this.#rangeOf(address), (place) => this.#table.at(place)).flat();
  }

  /** What the hub says of the version cites some of what the vocabulary describes, and is not described there. */
  *#citing(iris: ReadonlySet<string>, description: TripleTable): Generator<Triple> {
    const described = bySubject(description.citing(iris));
    let next = described.next();
    // One by one: a category is cited by all of its terms, of which a table would take a tenth of a second.
    for (const triples of bySubject(this.#table.citing(iris))) {
      const key = this.#keyOf(triples);
      for (; next.done !== true && this.#keyOf(next.value) < key; next = described.next()) yield* next.value;
      if (next.done !== true && this.#keyOf(next.value) === key) {
        yield* tableOf([...triples, ...next.value], this.#hub);
        next = described.next();
      } else yield* triples;
    }
    for (; next.done !== true; next = described.next()) yield* next.value;
  }

  #keyOf([triple]: readonly Triple[]): string {
    return subjectKeyOf(triple!.s, this.#hub);
  }

  *#below(namespace: string, description: TripleTable): Generator<Triple> {
    for (const table of [this.#table, description])
      for (
        let place = placeOf(table, { type: 'uri', value: namespace }, this.#hub);
        place < table.subjectCount && table.subjectAt(place).value.startsWith(namespace);
        place++
      )
        yield* table.at(place);
  }

  /** What the rows of a term cite and its address does not describe, in the order of the table: tokens, and nodes with their own rows. */
  #templateOf(address: string, own: readonly Triple[]): Triple[] {
    const { ontology } = this.#hub;
    const cited = new Set<string>();
    const found = new Map<number, Triple[]>();
    const triples = [...own];
    // The list grows while it is walked, which is what follows nodes of nodes.
    for (const { p, o } of triples) {
      if (p !== `${ontology}object` || o.type !== 'uri' || cited.has(o.value)) continue;
      cited.add(o.value);
      for (const place of this.#placesCited(o.value)) {
        if (found.has(place)) continue;
        const there = this.#table.at(place);
        found.set(place, there);
        triples.push(...there);
      }
    }
    return [...found]
      .sort(([one], [other]) => one - other)
      .flatMap(([, there]) => (addressOf(there[0]!.s.value) === address ? [] : there));
  }

  /** The places of what a row cites: of a node all that its address describes, of a token itself. */
  #placesCited(iri: string): Iterable<number> {
    const place = this.#table.placeOfIri(iri);
    if (place === undefined) return [];
    const isNode = this.#table
      .valuesAt(place, RDF_TYPE)
      .some(({ value }) => value === `${this.#hub.ontology}TemplateNode`);
    if (isNode) return this.#rangeOf(addressOf(iri));
    return iri.includes('#') ? [place] : [];
  }

  async #spell(rest: Rest): Promise<SpeltAddresses> {
    const others = [this.#hub.vocabulary, addressOf(this.#hub.ontology), ...this.#namespaces];
    for (const { value } of (await this.describe()).subjects()) others.push(value);
    const spelt = new SpeltAddresses(this.#table, others);
    let last = '';
    for (let place = 0; place < this.#table.subjectCount; place++) {
      if (place % TERMS_BETWEEN_RESTS === 0) await rest();
      const address = addressOf(this.#table.subjectAt(place).value);
      if (address !== last && address.startsWith(this.#hub.vocabulary)) spelt.add(place);
      last = address;
    }
    return spelt;
  }
}

/** Addresses by what all ways of writing them have in common. */
class SpeltAddresses {
  readonly #table: TripleTable;
  /** Addresses of what is not in the table; its places are counted behind them. */
  readonly #others: readonly string[];
  readonly #spellings = new Spellings();

  constructor(table: TripleTable, others: readonly string[]) {
    this.#table = table;
    this.#others = others;
    for (const [at, address] of others.entries()) this.#spellings.add(fold(address), at);
  }

  /** Adds the address of the subject at a place. */
  add(place: number): void {
    const number = this.#others.length + place;
    this.#spellings.add(fold(this.#addressOf(number)), number);
  }

  /** The only address that has it in common with this one; null where none or several have. */
  find(address: string): string | null {
    const folded = fold(address);
    const alike = this.#spellings.candidates(folded).map((number) => this.#addressOf(number));
    const found = new Set(alike.filter((one) => fold(one) === folded));
    const [first = null] = found;
    return found.size === 1 ? first : null;
  }

  #addressOf(number: number): string {
    const place = number - this.#others.length;
    return place < 0 ? this.#others[number]! : addressOf(this.#table.subjectAt(place).value);
  }
}

/** Triples that are made by the first walk: some dozens, as a term has, are walked twice by whoever writes them. */
function kept(make: () => Iterable<Triple>): Iterable<Triple> {
  let triples: readonly Triple[] | null = null;
  return { [Symbol.iterator]: () => (triples ??= [...make()])[Symbol.iterator]() };
}

/** Triples that follow one another with one subject, together. */
function* bySubject(triples: Iterable<Triple>): Generator<readonly Triple[], void> {
  let together: Triple[] = [];
  for (const triple of triples) {
    if (together.length > 0 && together[0]!.s.value !== triple.s.value) {
      yield together;
      together = [];
    }
    together.push(triple);
  }
  if (together.length > 0) yield together;
}

function* bothOf(one: Iterable<Triple>, other: Iterable<Triple>): Generator<Triple> {
  yield* one;
  yield* other;
}

function addressOf(iri: string): string {
  return iri.split('#', 1)[0]!;
}

/** What addresses have in common that are written in another case, with percent signs or with a slash at the end. */
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
