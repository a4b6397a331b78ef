import type { ComponentChildren, VNode } from 'preact';
import { RDF_LANG_STRING, XSD_STRING } from '../../rdf/namespaces.ts';
import { datatypeOf, type BoundTerm } from '../../rdf/rows.ts';
import type { Triple } from '../../rdf/triple.ts';
import { PrefixedNames } from '../../rdf/prefixed-names.ts';
import type { VersionSummary } from '../../vocabulary/versions/version-content.ts';
import { groupBy } from '../../group-by.ts';
import { grouped } from '../parts/grouped.ts';
import { shownPart } from '../parts/shown-part.ts';

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

/** Values of one property, and their characters. */
const MAX_VALUES = 200;
const MAX_VALUE_CHARACTERS = 4_000;

/** Shows RDF terms of one vocabulary. */
export class PageTerms {
  readonly #names: PrefixedNames;
  readonly #labelOf: (iri: string) => string | null;
  readonly #namespaces: ReadonlyMap<string, string>;

  /** @param labelOf what an IRI is called; null where that is not known */
  constructor(prefixes: VersionSummary['prefixes'], labelOf: (iri: string) => string | null) {
    this.#names = new PrefixedNames(prefixes);
    this.#labelOf = labelOf;
    this.#namespaces = new Map(prefixes.map(({ prefix, namespace }) => [prefix, namespace]));
  }

  /** The prefixed name of an IRI, else the IRI. */
  shorten(iri: string): string {
    return this.#names.find(iri) ?? iri;
  }

  /** A link to an IRI; its text is the label of a term or another concept, else a prefixed name. */
  linkTo(iri: string): ComponentChildren {
    return linked(iri, this.#labelOf(iri) ?? <code>{this.shorten(iri)}</code>);
  }

  /** A prefixed name or a token of a template row, linked where it leads somewhere. */
  token(token: string, vocabularyIri: string): ComponentChildren {
    const name = token.slice(1);
    const [prefix, local] = token.split(/:(.*)/s) as [string, string?];
    const iri = token.startsWith('?')
      ? `${vocabularyIri}node/${encodeURIComponent(name)}`
      : token.startsWith('$')
        ? `${vocabularyIri}${encodeURIComponent(name)}#value`
        : token.startsWith('@')
          ? `${vocabularyIri}${encodeURIComponent(name)}#entity`
          : (this.#namespaces.get(prefix) ?? '') + (local ?? '');
    return linked(iri, <code>{token}</code>);
  }

  /** A value of a property. */
  value(term: BoundTerm): ComponentChildren {
    if (term.type === 'uri') return this.linkTo(term.value);
    if (term.type === 'bnode') return <span class="note">unnamed</span>;
    const language = term['xml:lang'];
    if (language !== undefined)
      return (
        <>
          <span lang={language}>{term.value}</span> <span class="note">({language})</span>
        </>
      );
    const datatype = datatypeOf(term);
    const isText = datatype === XSD_STRING || datatype === RDF_LANG_STRING;
    return (
      <>
        {term.value}
        {isText ? null : <span class="note"> {this.shorten(datatype)}</span>}
      </>
    );
  }

  /** A list, of which a page has so much as people read; how many more there are stands at its end. */
  list<Item>(
    items: readonly Item[],
    show: (item: Item) => ComponentChildren,
    lengthOf: (item: Item) => number = () => 0,
  ): VNode {
    const { shown, hidden } = shownPart(items, lengthOf, { items: MAX_VALUES, characters: MAX_VALUE_CHARACTERS });
    return (
      <ul>
        {shown.map((item) => (
          <li>{show(item)}</li>
        ))}
        {hidden === 0 ? null : <li class="note">{moreInData(hidden)}</li>}
      </ul>
    );
  }

  /** The properties of one subject as a list of descriptions, in the order of the triples; null when there are none. */
  properties(triples: readonly Triple[]): VNode | null {
    if (triples.length === 0) return null;
    const byProperty = groupBy(triples, ({ p }) => p);
    return (
      <dl>
        {Array.from(byProperty, ([property, stated]) => {
          const name = this.shorten(property);
          return (
            <>
              <dt>{linked(property, PLAIN_NAMES[name] ?? <code>{name}</code>, name)}</dt>
              <dd>
                {stated.length === 1 ? this.value(stated[0]!.o) : this.list(stated, ({ o }) => this.value(o), lengthOf)}
              </dd>
            </>
          );
        })}
      </dl>
    );
  }
}

/** Of IRIs there is room for as many as `MAX_VALUES`. */
function lengthOf({ o: { type, value } }: Triple): number {
  return type === 'uri' ? 0 : value.length;
}

/** What stands behind a part of a list. @param noun what is counted, in the plural; none by itself */
export function moreInData(count: number, noun = ''): string {
  return `${grouped(count)} more${noun === '' ? '' : ` ${noun}`}, which the data below has`;
}

/** A link, where the IRI is one that a browser should follow. */
export function linked(iri: string, text: ComponentChildren, title?: string): ComponentChildren {
  if (!/^https?:/i.test(iri)) return text;
  return (
    <a href={iri} title={title}>
      {text}
    </a>
  );
}
