import { RDF_LANG_STRING, XSD_STRING } from '../rdf/namespaces.ts';
import { datatypeOf, type BoundTerm } from '../rdf/rows.ts';
import type { Triple } from '../rdf/triple.ts';
import type { Quantity } from '../vocabulary/describe/quantities.ts';
import { PrefixedNames } from '../vocabulary/prefixed-names.ts';
import type { VersionSummary } from '../vocabulary/versions/version-content.ts';
import { escapeHtml } from '../http/escape-html.ts';

/** What properties are called on pages; others go by their prefixed names. */
const PLAIN_NAMES: Readonly<Record<string, string>> = {
  'rdf:type': 'Type',
  'rdfs:label': 'Label',
  'rdfs:comment': 'Comment',
  'rdfs:seeAlso': 'See also',
  'rdfs:subClassOf': 'Subclass of',
  'rdfs:domain': 'Domain',
  'rdfs:range': 'Range',
  'rdfs:isDefinedBy': 'Defined by',
  'skos:prefLabel': 'Label',
  'skos:altLabel': 'Also called',
  'skos:hiddenLabel': 'Names in data',
  'skos:notation': 'Name',
  'skos:definition': 'Definition',
  'skos:example': 'Example',
  'skos:scopeNote': 'Note',
  'skos:broader': 'Category',
  'skos:inScheme': 'Vocabulary',
  'skos:closeMatch': 'Close match',
  'skos:exactMatch': 'Same as',
  'skos:related': 'Related',
  'hub:datatype': 'Datatype',
  'hub:key': 'Key',
  'hub:quantity': 'Quantity',
  'hub:facet': 'Facets',
  'hub:pattern': 'Pattern',
  'hub:subject': 'Subject',
  'hub:predicate': 'Predicate',
  'hub:object': 'Object',
  'hub:position': 'Position',
  'qudt:hasUnit': 'Unit',
  'qudt:hasQuantityKind': 'Quantity kind',
  'schema:minValue': 'Smallest plausible value',
  'schema:maxValue': 'Largest plausible value',
  'qudt:symbol': 'Symbol',
  'qudt:conversionMultiplier': 'Conversion multiplier',
  'cc:attributionName': 'Attribution',
  'cc:license': 'Licence',
  'dcterms:title': 'Title',
  'dcterms:description': 'Description',
  'dcterms:license': 'Licence',
  'dcterms:publisher': 'Publisher',
  'dcterms:created': 'Created',
  'dcterms:issued': 'Issued',
  'dcterms:modified': 'Modified',
  'dcterms:isReplacedBy': 'Replaced by',
  'owl:deprecated': 'Deprecated',
  'vann:preferredNamespacePrefix': 'Prefix',
  'vann:preferredNamespaceUri': 'Namespace',
};

/** What IRIs are named by. */
type Named = Pick<VersionSummary, 'prefixes' | 'categories' | 'terms'>;

type LabelledQuantity = Pick<Quantity, 'name' | 'iri' | 'label'>;

/** Writes RDF terms of one vocabulary as markup, everything escaped. */
export class PageTerms {
  readonly vocabulary: Named;
  readonly #names: PrefixedNames;
  readonly #labels = new Map<string, string>();
  readonly #namespaces: ReadonlyMap<string, string>;
  /** What terms are listed under, by their IRIs. */
  readonly #quantities: ReadonlyMap<string, LabelledQuantity>;

  /**
   * @param concepts what else has a label
   * @param quantities of the terms, by their IRIs
   */
  constructor(
    vocabulary: Named,
    concepts: Iterable<{ readonly iri: string; readonly label: string }> = [],
    quantities: ReadonlyMap<string, LabelledQuantity> = new Map(),
  ) {
    this.vocabulary = vocabulary;
    this.#names = new PrefixedNames(vocabulary.prefixes);
    this.#namespaces = new Map(vocabulary.prefixes.map(({ prefix, namespace }) => [prefix, namespace]));
    for (const { iri, label } of [...vocabulary.categories, ...vocabulary.terms.values(), ...concepts])
      this.#labels.set(iri, label);
    this.#quantities = quantities;
  }

  /** The prefixed name of an IRI, else the IRI. */
  shorten(iri: string): string {
    return this.#names.find(iri) ?? iri;
  }

  /** The quantity that the term of this IRI measures; null for none. */
  quantityOf(term: string): LabelledQuantity | null {
    return this.#quantities.get(term) ?? null;
  }

  /** A link to an IRI; its text is the label of a term or another concept, else a prefixed name. */
  linkTo(iri: string): string {
    const label = this.#labels.get(iri);
    const text = label === undefined ? `<code>${escapeHtml(this.shorten(iri))}</code>` : escapeHtml(label);
    return linked(iri, text);
  }

  /** A prefixed name or a token of a template row, linked where it leads somewhere. */
  token(token: string, vocabularyIri: string): string {
    const code = `<code>${escapeHtml(token)}</code>`;
    const name = token.slice(1);
    const [prefix, local] = token.split(/:(.*)/s) as [string, string?];
    const iri = token.startsWith('?')
      ? `${vocabularyIri}node/${encodeURIComponent(name)}`
      : token.startsWith('$')
        ? `${vocabularyIri}${encodeURIComponent(name)}#value`
        : token.startsWith('@')
          ? `${vocabularyIri}${encodeURIComponent(name)}#entity`
          : (this.#namespaces.get(prefix) ?? '') + (local ?? '');
    return linked(iri, code);
  }

  /** A value of a property. */
  value(term: BoundTerm): string {
    if (term.type === 'uri') return this.linkTo(term.value);
    if (term.type === 'bnode') return '<span class="note">unnamed</span>';
    const language = term['xml:lang'];
    if (language !== undefined) {
      const tag = escapeHtml(language);
      return `<span lang="${tag}">${escapeHtml(term.value)}</span> <span class="note">(${tag})</span>`;
    }
    const datatype = datatypeOf(term);
    const isText = datatype === XSD_STRING || datatype === RDF_LANG_STRING;
    return `${escapeHtml(term.value)}${isText ? '' : ` <span class="note">${escapeHtml(this.shorten(datatype))}</span>`}`;
  }

  /** The properties of one subject as a list of descriptions, in the order of the triples; empty when there are none. */
  properties(triples: readonly Triple[]): string {
    const values = new Map<string, string[]>();
    for (const { p, o } of triples) values.set(p, [...(values.get(p) ?? []), this.value(o)]);
    if (values.size === 0) return '';
    const items = [...values].map(([property, all]) => {
      const name = this.shorten(property);
      const plain = PLAIN_NAMES[name];
      const shown = plain === undefined ? `<code>${escapeHtml(name)}</code>` : escapeHtml(plain);
      const term = linked(property, shown, name);
      const list = all.length === 1 ? all[0] : `<ul>${all.map((value) => `<li>${value}</li>`).join('')}</ul>`;
      return `<dt>${term}</dt><dd>${list}</dd>`;
    });
    return `<dl>\n${items.join('\n')}\n</dl>`;
  }
}

/** Markup as a link, where the IRI is one that a browser should follow. */
function linked(iri: string, markup: string, title?: string): string {
  if (!/^https?:/i.test(iri)) return markup;
  return `<a href="${escapeHtml(iri)}"${title === undefined ? '' : ` title="${escapeHtml(title)}"`}>${markup}</a>`;
}
