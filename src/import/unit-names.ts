import { QUDT, RDFS, SKOS, type HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import { localName } from './source-properties.ts';
import { productOf, productOfWords } from './unit-products.ts';

/** A unit that terms may have. */
export interface KnownUnit {
  readonly iri: string;
  /** How names of terms spell it; null for what no name has, such as a count. */
  readonly spelling: string | null;
  /** IRIs of the quantity kinds that it measures, the most general one first. */
  readonly kinds: readonly string[];
}

/** What the vocabulary says of a unit. */
interface UnitFacts {
  readonly spellings: string[];
  readonly kinds: string[];
  readonly codes: string[];
  readonly names: string[];
}

/** What a unit is of, as `gCO2eq_per_kWh` and `kg CO₂-eq/MWh` have it. */
const CARBON = /CO[2₂]-?eq?(?![a-z])/i;

/** The units of the vocabulary by whatever a source may call them. */
export class UnitNames {
  readonly #facts = new Map<string, UnitFacts>();
  /** Spellings first, then codes: what two units are called is the first one's. */
  readonly #byName = new Map<string, string>();
  readonly #byProduct = new Map<string, string>();

  /**
   * @param table the triples of `schema/units.ttl`: how names spell units, and what they measure
   * @param vocabulary its triples, which have the codes of units, and what units of its own measure
   */
  constructor(table: Iterable<Triple>, vocabulary: Iterable<Triple>, hub: HubNamespaces) {
    for (const { s, p, o } of table) {
      if (p === `${SKOS}notation`) this.#factsOf(s.value).spellings.push(o.value);
      if (p === `${QUDT}hasQuantityKind`) this.#factsOf(s.value).kinds.push(o.value);
    }
    for (const { s, p, o } of vocabulary) this.#note(s.value, p, o.value, hub);
    for (const [iri, { spellings }] of this.#facts) for (const name of spellings) this.#add(name, iri);
    for (const [iri, { codes }] of this.#facts) for (const code of codes) this.#add(code, iri);
    for (const [iri, { spellings, codes }] of this.#facts)
      for (const text of [...codes, ...spellings]) this.#addProduct(productOf(text), iri);
    for (const [iri, { names }] of this.#facts) for (const name of names) this.#addProduct(productOfWords(name), iri);
  }

  /**
   * The unit that a source means: by IRI or name of QUDT, spelling of terms, code of UCUM or UN/ECE, as a product of other units
   * (`W m-2`), by the English name, or as OM names it (`om:kilowattHour`). Null for one that no term has.
   */
  find(text: string): KnownUnit | null {
    const trimmed = text.trim();
    if (trimmed === '') return null;
    const isIri = /^[a-z][a-z0-9]*:\S/i.test(trimmed);
    const name = isIri ? localName(trimmed) : trimmed;
    const plain = name.replace(CARBON, '');
    const iri =
      (this.#facts.has(trimmed) ? trimmed : undefined) ??
      this.#qudtUnit(trimmed, name) ??
      this.#byName.get(name) ??
      this.#byProduct.get(productOf(plain) ?? '') ??
      this.#byProduct.get(productOfWords(plain) ?? '');
    if (iri === undefined) return null;
    const { spellings, kinds } = this.#facts.get(iri)!;
    // Grams of whatever are no grams of carbon dioxide, which is all that names know of some units; who gives the very IRI knows that.
    const fitting = iri === trimmed ? spellings : spellings.filter((one) => CARBON.test(one) === CARBON.test(name));
    if (spellings.length > 0 && fitting.length === 0) return null;
    // Terms spell %, which ends no name of XML, in letters.
    return { iri, spelling: fitting.find((one) => one === name && one !== '%') ?? fitting[0] ?? null, kinds };
  }

  #qudtUnit(text: string, name: string): string | undefined {
    const iri = `${QUDT_UNITS}${name}`;
    const isNamed =
      /^(?:unit:|https?:\/\/qudt\.org\/)/.test(text) || /^[A-Z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)+$/.test(text);
    return isNamed && this.#facts.has(iri) ? iri : undefined;
  }

  /** The unit that names spell so. */
  findSpelled(spelling: string): KnownUnit | null {
    const iri = this.#byName.get(spelling);
    const facts = iri === undefined ? undefined : this.#facts.get(iri);
    return facts?.spellings.includes(spelling) === true ? { iri: iri!, spelling, kinds: facts.kinds } : null;
  }

  #note(subject: string, property: string, value: string, { vocabulary }: HubNamespaces): void {
    const isOwn = subject.startsWith(`${vocabulary}unit/`);
    switch (property) {
      case `${QUDT}applicableUnit`:
        return void this.#factsOf(value).kinds.push(subject);
      case `${QUDT}ucumCode`:
      case `${QUDT}uneceCommonCode`:
      case `${QUDT}currencyCode`:
        return void this.#factsOf(subject).codes.push(value);
      case `${QUDT}symbol`:
        return isOwn ? void this.#factsOf(subject).codes.push(value) : undefined;
      case `${QUDT}hasQuantityKind`: {
        const known = isOwn ? this.#factsOf(subject).kinds : null;
        if (known?.includes(value) === false) known.push(value);
        return;
      }
      case `${RDFS}label`:
        return isOwn ? void this.#factsOf(subject).names.push(value) : undefined;
      default:
    }
  }

  #factsOf(iri: string): UnitFacts {
    let facts = this.#facts.get(iri);
    if (facts === undefined) this.#facts.set(iri, (facts = { spellings: [], kinds: [], codes: [], names: [] }));
    return facts;
  }

  #add(name: string, iri: string): void {
    if (!this.#byName.has(name)) this.#byName.set(name, iri);
  }

  #addProduct(product: string | null, iri: string): void {
    // Many units have no dimension: what is a ratio, and of what, no product tells.
    if (product !== null && product !== '1' && !this.#byProduct.has(product)) this.#byProduct.set(product, iri);
  }
}

const QUDT_UNITS = 'http://qudt.org/vocab/unit/';
