import { QUDT, RDF_TYPE, SKOS, VANN, type HubNamespaces } from '../rdf/namespaces.ts';
import type { Triple } from '../rdf/triple.ts';
import type { UnitNames } from './unit-names.ts';

/** A term that the vocabulary has. */
interface KnownTerm {
  name: string | null;
  readonly labels: { readonly text: string; readonly language: string }[];
  readonly otherLabels: { readonly text: string; readonly language: string }[];
  readonly exactMatches: string[];
  unit: string | null;
}

/** What terms that come must not contradict: the vocabulary to which they come. */
export class KnownVocabulary {
  readonly hub: HubNamespaces;
  readonly units: UnitNames;
  /** Names of terms. */
  readonly terms = new Map<string, KnownTerm>();
  /** Names of categories. */
  readonly categories = new Set<string>();
  /** Names of nodes of templates. */
  readonly nodes = new Set<string>();
  /** Namespaces by their prefixes. */
  readonly prefixes = new Map<string, string>();
  /** Names of the terms that match something exactly, by its IRI. */
  readonly matched = new Map<string, string>();
  readonly #subjects = new Map<string, KnownTerm>();

  constructor(triples: Iterable<Triple>, units: UnitNames, hub: HubNamespaces) {
    this.hub = hub;
    this.units = units;
    const kinds = new Map<string, string>();
    const notations = new Map<string, string>();
    const namespaces = new Map<string, { prefix?: string; namespace?: string }>();
    for (const { s, p, o } of triples) {
      if (p === RDF_TYPE && o.value.startsWith(hub.ontology)) kinds.set(s.value, o.value.slice(hub.ontology.length));
      else if (p === `${SKOS}notation`) notations.set(s.value, o.value);
      else if (p === `${VANN}preferredNamespacePrefix`)
        namespaces.set(s.value, { ...namespaces.get(s.value), prefix: o.value });
      else if (p === `${VANN}preferredNamespaceUri`)
        namespaces.set(s.value, { ...namespaces.get(s.value), namespace: o.value });
      else if (TERM_PROPERTIES.has(p)) this.#note(s.value, p, o.value, o['xml:lang']?.toLowerCase() ?? '');
    }
    for (const [iri, kind] of kinds) this.#file(iri, kind, notations.get(iri) ?? null, namespaces.get(iri));
    this.#subjects.clear();
  }

  /** The prefix of a namespace; null for one that is not registered. */
  prefixOf(namespace: string): string | null {
    for (const [prefix, registered] of this.prefixes) if (registered === namespace) return prefix;
    return null;
  }

  #note(subject: string, property: string, value: string, language: string): void {
    let term = this.#subjects.get(subject);
    if (term === undefined) {
      term = { name: null, labels: [], otherLabels: [], exactMatches: [], unit: null };
      this.#subjects.set(subject, term);
    }
    if (property === `${SKOS}prefLabel`) term.labels.push({ text: value, language });
    else if (property === `${SKOS}altLabel`) term.otherLabels.push({ text: value, language });
    else if (property === `${SKOS}exactMatch`) term.exactMatches.push(value);
    else term.unit = value;
  }

  #file(iri: string, kind: string, name: string | null, registered?: { prefix?: string; namespace?: string }): void {
    if (registered?.prefix !== undefined && registered.namespace !== undefined)
      this.prefixes.set(registered.prefix, registered.namespace);
    if (name === null) return;
    if (kind === 'Category') this.categories.add(name);
    if (kind === 'TemplateNode') this.nodes.add(name);
    const term = kind === 'Term' ? this.#subjects.get(iri) : undefined;
    if (term === undefined) return;
    this.terms.set(name, { ...term, name });
    for (const match of term.exactMatches) this.matched.set(match, name);
  }
}

const TERM_PROPERTIES: ReadonlySet<string> = new Set([
  `${SKOS}prefLabel`,
  `${SKOS}altLabel`,
  `${SKOS}exactMatch`,
  `${QUDT}hasUnit`,
]);
