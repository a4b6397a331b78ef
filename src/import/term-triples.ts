import { boundInteger, boundIri, boundText } from '../rdf/bound-terms.ts';
import {
  DCTERMS,
  OWL,
  QUDT,
  RDF,
  RDF_TYPE,
  RDFS,
  SKOS,
  VANN,
  XSD_BOOLEAN,
  type HubNamespaces,
} from '../rdf/namespaces.ts';
import type { BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import type { ImportedTerm } from './imported-term.ts';
import type { OwnText } from './languages.ts';
import { isLinkable } from './links.ts';

const SOSA = 'http://www.w3.org/ns/sosa/';

/** A category that the terms need and the vocabulary lacks. */
export interface NewCategory {
  readonly name: string;
  readonly label: string;
  readonly definition: string;
}

/** A prefix that is registered with the terms. */
export interface NewPrefix {
  readonly prefix: string;
  readonly namespace: string;
}

/** What terms of an import are, beside each other. */
export interface TermSet {
  readonly terms: readonly ImportedTerm[];
  readonly category: NewCategory | null;
  readonly prefix: NewPrefix | null;
}

/** The triples of terms and what they need, which can be walked several times: they are made as they are asked for. */
export class TermTriples implements Iterable<Triple> {
  readonly #set: TermSet;
  readonly #hub: HubNamespaces;
  /** By concept. */
  readonly #byConcept: ReadonlyMap<string, ImportedTerm>;

  constructor(set: TermSet, hub: HubNamespaces) {
    this.#set = set;
    this.#hub = hub;
    this.#byConcept = new Map(set.terms.map((term) => [term.concept, term]));
  }

  *[Symbol.iterator](): Generator<Triple> {
    const { category, prefix, terms } = this.#set;
    if (category !== null) yield* this.#category(category);
    if (prefix !== null) yield* this.#prefix(prefix);
    for (const term of terms) yield* this.#term(term);
  }

  *#category({ name, label, definition }: NewCategory): Generator<Triple> {
    const { vocabulary, ontology } = this.#hub;
    const iri = `${vocabulary}category/${name}`;
    yield triple(vocabulary, `${SKOS}hasTopConcept`, boundIri(iri));
    yield* typed(iri, `${SKOS}Concept`, `${ontology}Category`);
    yield triple(iri, `${SKOS}prefLabel`, boundText(label, 'en'));
    yield triple(iri, `${SKOS}notation`, boundText(name));
    yield triple(iri, `${SKOS}definition`, boundText(definition, 'en'));
    yield triple(iri, `${SKOS}topConceptOf`, boundIri(vocabulary));
    yield triple(iri, `${SKOS}inScheme`, boundIri(vocabulary));
  }

  *#prefix({ prefix, namespace }: NewPrefix): Generator<Triple> {
    const iri = `${this.#hub.vocabulary}prefix/${prefix}`;
    yield* typed(iri, `${this.#hub.ontology}Prefix`);
    yield triple(iri, `${VANN}preferredNamespacePrefix`, boundText(prefix));
    yield triple(iri, `${VANN}preferredNamespaceUri`, boundIri(namespace));
  }

  *#term(term: ImportedTerm): Generator<Triple> {
    const { vocabulary, ontology } = this.#hub;
    const iri = this.#iriOf(term);
    yield* typed(iri, `${RDF}Property`, `${SKOS}Concept`, `${ontology}Term`);
    yield* texts(iri, `${SKOS}prefLabel`, term.labels);
    yield* texts(iri, `${SKOS}altLabel`, term.otherLabels);
    for (const text of term.spellings) yield triple(iri, `${SKOS}hiddenLabel`, boundText(text));
    yield triple(iri, `${SKOS}notation`, boundText(term.name));
    yield* texts(iri, `${SKOS}definition`, term.definitions);
    yield* texts(iri, `${SKOS}scopeNote`, term.notes);
    if (term.example !== null) yield triple(iri, `${SKOS}example`, boundText(term.example));
    yield triple(iri, `${SKOS}broader`, boundIri(`${vocabulary}category/${term.category}`));
    yield triple(iri, `${SKOS}inScheme`, boundIri(vocabulary));
    yield triple(iri, `${ontology}datatype`, boundIri(term.datatype));
    if (term.quantityKind !== null) yield triple(iri, `${QUDT}hasQuantityKind`, boundIri(term.quantityKind));
    if (term.unit !== null) yield triple(iri, `${QUDT}hasUnit`, boundIri(term.unit.iri));
    if (term.isDeprecated) yield* this.#deprecation(iri, term);
    yield* this.#links(iri, term);
    yield* this.#template(iri, term);
  }

  *#deprecation(iri: string, { replacements }: ImportedTerm): Generator<Triple> {
    yield triple(iri, `${OWL}deprecated`, { type: 'literal', value: 'true', datatype: XSD_BOOLEAN });
    const replacement = replacements
      .map((one) => this.#byConcept.get(one))
      .find((term) => term?.isDeprecated === false);
    if (replacement !== undefined) yield triple(iri, `${DCTERMS}isReplacedBy`, boundIri(this.#iriOf(replacement)));
  }

  /** Links between concepts that are both terms lead from term to term. */
  *#links(iri: string, { links, broader }: ImportedTerm): Generator<Triple> {
    const linked = new Set<string>();
    const link = function* (property: string, target: string): Generator<Triple> {
      if (linked.has(target) || target === iri) return;
      linked.add(target);
      yield triple(iri, property, boundIri(target));
    };
    for (const { kind, iri: other } of links) {
      const term = this.#byConcept.get(other);
      const isOwn = term !== undefined && kind !== 'exactMatch';
      const property =
        kind === 'seeAlso' ? `${RDFS}seeAlso` : isOwn && kind === 'relatedMatch' ? `${SKOS}related` : SKOS + kind;
      yield* link(property, isOwn ? this.#iriOf(term) : other);
    }
    for (const one of broader) {
      const term = this.#byConcept.get(one);
      if (term !== undefined) yield* link(`${SKOS}broadMatch`, this.#iriOf(term));
      else if (isLinkable(one)) yield* link(`${SKOS}broadMatch`, one);
    }
  }

  /** A value with a unit is the result of an observation, as those of the vocabulary; any other is a literal, unless documents cite the source. */
  *#template(iri: string, { unit, quantityKind, observed, node, datatype }: ImportedTerm): Generator<Triple> {
    if (unit === null && observed === null) return;
    const { ontology, vocabulary } = this.#hub;
    const token = `${iri}#value`;
    yield* typed(token, `${ontology}ValueToken`);
    yield triple(token, `${ontology}key`, boundIri(iri));
    const about: [string, string][] = [
      [RDF_TYPE, `${SOSA}Observation`],
      [`${SOSA}observedProperty`, observed ?? iri],
    ];
    if (unit === null || quantityKind === null || !isNumeric(datatype)) {
      yield* this.#rows(iri, [...about, [`${SOSA}hasSimpleResult`, token]]);
      return;
    }
    const result = `${vocabulary}node/${node}`;
    yield* this.#rows(iri, [...about, [`${SOSA}hasResult`, result]]);
    yield* typed(result, `${ontology}TemplateNode`);
    yield triple(result, `${SKOS}notation`, boundText(node));
    yield* this.#rows(result, [
      [RDF_TYPE, `${QUDT}QuantityValue`],
      [`${QUDT}hasQuantityKind`, quantityKind],
      [`${QUDT}numericValue`, token],
      [`${QUDT}value`, token],
      [`${QUDT}hasUnit`, unit.iri],
    ]);
  }

  *#rows(subject: string, rows: ReadonlyArray<readonly [string, string]>): Generator<Triple> {
    const { ontology } = this.#hub;
    for (const [at, [predicate, object]] of rows.entries()) {
      const row = `${subject}#row-${at + 1}`;
      yield* typed(row, `${ontology}TemplateRow`);
      yield triple(row, `${ontology}subject`, boundIri(subject));
      yield triple(row, `${ontology}position`, boundInteger(at + 1));
      yield triple(row, `${ontology}predicate`, boundIri(predicate));
      yield triple(row, `${ontology}object`, boundIri(object));
    }
  }

  #iriOf({ name }: ImportedTerm): string {
    return iriOfTerm(name, this.#hub);
  }
}

export function iriOfTerm(name: string, { vocabulary }: HubNamespaces): string {
  return vocabulary + encodeURIComponent(name);
}

function isNumeric(datatype: string): boolean {
  return /#(?:double|decimal|integer)$/.test(datatype);
}

function triple(subject: string, p: string, o: BoundTerm): Triple {
  return { s: boundIri(subject), p, o };
}

function* typed(subject: string, ...classes: readonly string[]): Generator<Triple> {
  for (const one of classes) yield triple(subject, RDF_TYPE, boundIri(one));
}

function* texts(subject: string, property: string, all: readonly OwnText[]): Generator<Triple> {
  for (const { text, language } of all) yield triple(subject, property, boundText(text, language));
}
