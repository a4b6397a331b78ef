import { append } from '../../append.ts';
import { RDF, RDF_LANG_STRING, SKOS, XSD_STRING, type HubNamespaces } from '../../rdf/namespaces.ts';
import { datatypeOf, type BoundTerm } from '../../rdf/rows.ts';
import { PrefixedNames } from '../../rdf/prefixed-names.ts';
import type { TripleTable } from '../triple-table.ts';
import { tableOf } from '../triple-table-builder.ts';
import type { VersionContent, VersionTerm } from './version-content.ts';

/** A value of a property. */
export interface ChangedValue {
  /** An IRI, the text of a literal, or a row of a template: predicate and object. */
  readonly value: string;
  readonly type: 'iri' | 'literal' | 'row';
  /** Of a text in a language; null of all others. */
  readonly language: string | null;
  /** IRI of the datatype of a literal that is not a text; else null. */
  readonly datatype: string | null;
}

/** What became of one property of a thing; values that are in both versions are in both lists. */
export interface PropertyChange {
  /** A prefixed name, an IRI where no registered prefix fits, or `template`. */
  readonly property: string;
  readonly before: readonly ChangedValue[];
  readonly after: readonly ChangedValue[];
}

interface TermChange {
  /** The term as the later version has it. */
  readonly term: VersionTerm;
  /** Sorted by property, the template last. */
  readonly properties: readonly PropertyChange[];
}

/** Something else than a term: a category, a prefix, a node of templates, a unit, the vocabulary itself. */
export interface OtherChange {
  readonly iri: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly properties: readonly PropertyChange[];
}

/** What is different in a version. All lists of terms are sorted by name. */
export interface Changes {
  readonly added: readonly VersionTerm[];
  readonly changed: readonly TermChange[];
  /** Terms that are deprecated and were not, also those that came so. */
  readonly deprecated: readonly VersionTerm[];
  readonly removed: readonly VersionTerm[];
  /** Sorted by IRI. */
  readonly others: readonly OtherChange[];
}

/** What became of the vocabulary from one version to another; from none, all of it was added. */
export function compareVersions(from: VersionContent | null, to: VersionContent, hub: HubNamespaces): Changes {
  const names = new PrefixedNames([...to.prefixes, ...(from?.prefixes ?? [])]);
  const before = new Descriptions(from?.triples ?? tableOf([], hub), hub, names);
  const after = new Descriptions(to.triples, hub, names);
  const terms = { before: from?.terms ?? new Map<string, VersionTerm>(), after: to.terms };
  const added = [...terms.after.values()].filter(({ name }) => !terms.before.has(name));
  const removed = [...terms.before.values()].filter(({ name }) => !terms.after.has(name));
  const changed: TermChange[] = [];
  for (const term of terms.after.values()) {
    if (!terms.before.has(term.name)) continue;
    const properties = compareProperties(before.of(term.iri), after.of(term.iri));
    if (properties.length > 0) changed.push({ term, properties });
  }
  const deprecated = [...terms.after.values()].filter(
    (term) => term.deprecated && terms.before.get(term.name)?.deprecated !== true,
  );
  const ofTerms = new Set([...terms.before.values(), ...terms.after.values()].map(({ iri }) => iri));
  const others: OtherChange[] = [];
  for (const iri of [...new Set([...before.iris, ...after.iris])].toSorted()) {
    if (ofTerms.has(iri)) continue;
    const properties = compareProperties(before.of(iri), after.of(iri));
    if (properties.length === 0) continue;
    others.push({
      iri,
      kind: !before.iris.has(iri) ? 'added' : after.iris.has(iri) ? 'changed' : 'removed',
      properties,
    });
  }
  return { added, changed, deprecated, removed, others };
}

type Properties = ReadonlyMap<string, readonly ChangedValue[]>;

const TEMPLATE = 'template';

function compareProperties(before: Properties, after: Properties): PropertyChange[] {
  const properties = [...new Set([...before.keys(), ...after.keys()])].toSorted(
    (a, b) => Number(a === TEMPLATE) - Number(b === TEMPLATE) || (a < b ? -1 : 1),
  );
  return properties
    .map((property) => ({ property, before: before.get(property) ?? [], after: after.get(property) ?? [] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

const NOTHING: Properties = new Map();

/** What a version says about each thing, as people read it: template rows are one property of what they belong to. */
class Descriptions {
  readonly #hub: HubNamespaces;
  readonly #names: PrefixedNames;
  readonly #triples: TripleTable;
  /** Subjects of rows by what the rows belong to, by position. */
  readonly #rows = new Map<string, string[]>();
  /** All that is described but rows and tokens, which are parts of others. */
  readonly iris = new Set<string>();

  constructor(triples: TripleTable, hub: HubNamespaces, names: PrefixedNames) {
    this.#hub = hub;
    this.#names = names;
    this.#triples = triples;
    for (const { value: iri } of triples.subjects()) {
      const types = this.#objects(iri, `${RDF}type`).map(({ value }) => value);
      if (types.includes(`${hub.ontology}TemplateRow`)) {
        const subject = this.#objects(iri, `${hub.ontology}subject`)[0]?.value ?? '';
        append(this.#rows, subject, iri);
      } else if (![`${hub.ontology}ValueToken`, `${hub.ontology}EntityToken`].some((token) => types.includes(token))) {
        this.iris.add(iri);
      }
    }
  }

  of(iri: string): Properties {
    const triples = this.#triples.of(iri);
    if (triples.length === 0) return NOTHING;
    const properties = new Map<string, ChangedValue[]>();
    for (const { p, o } of triples) append(properties, this.#shorten(p), valueOf(o));
    const rows = this.#rows.get(iri) ?? [];
    if (rows.length > 0)
      properties.set(
        TEMPLATE,
        rows.map((row) => this.#row(row)),
      );
    return properties;
  }

  #row(iri: string): ChangedValue {
    const { ontology } = this.#hub;
    const [predicate] = this.#objects(iri, `${ontology}predicate`);
    const [object] = this.#objects(iri, `${ontology}object`);
    const value = `${this.#shorten(predicate?.value ?? '')} ${this.#token(object?.value ?? '')}`;
    return { value, type: 'row', language: null, datatype: null };
  }

  /** An object of a row as templates write it. */
  #token(iri: string): string {
    const { ontology } = this.#hub;
    const types = this.#objects(iri, `${RDF}type`).map(({ value }) => value);
    if (types.includes(`${ontology}TemplateNode`)) return `?${this.#notation(iri)}`;
    const key = this.#notation(this.#objects(iri, `${ontology}key`)[0]?.value ?? '');
    if (types.includes(`${ontology}ValueToken`)) return `$${key}`;
    if (types.includes(`${ontology}EntityToken`)) return `@${key}`;
    return this.#shorten(iri);
  }

  #notation(iri: string): string {
    return this.#objects(iri, `${SKOS}notation`)[0]?.value ?? iri;
  }

  #objects(iri: string, property: string): BoundTerm[] {
    return this.#triples.values(iri, property);
  }

  #shorten(iri: string): string {
    return this.#names.find(iri) ?? iri;
  }
}

function isText(term: BoundTerm): boolean {
  return [XSD_STRING, RDF_LANG_STRING].includes(datatypeOf(term));
}

function valueOf(term: BoundTerm): ChangedValue {
  return {
    value: term.value,
    type: term.type === 'uri' ? 'iri' : 'literal',
    language: term['xml:lang']?.toLowerCase() ?? null,
    datatype: term.type === 'literal' && !isText(term) ? datatypeOf(term) : null,
  };
}
