import { append } from '../../append.ts';
import { DCTERMS, OWL, RDF_TYPE, SKOS, VANN, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { TripleTable } from '../triple-table.ts';
import { tableOf } from '../triple-table-builder.ts';
import type { ArchivedVersion } from './archive.ts';
import { tableOfFile } from './text-file.ts';
import { canonicalTriples } from './version.ts';
import type { Category, Prefix, Term } from '../vocabulary.ts';

/** A term as versions list and compare it. */
export type VersionTerm = Pick<Term, 'name' | 'iri' | 'label' | 'category' | 'deprecated' | 'replacedBy'>;

/** A version as a thread gets it. */
export interface StoredVersion {
  readonly version: string;
  readonly content: ArchivedVersion;
}

/** What one version of the vocabulary holds. All lists are sorted by name. */
export interface VersionContent {
  readonly version: string;
  readonly versionIri: string;
  readonly triples: TripleTable;
  readonly prefixes: readonly Prefix[];
  readonly categories: readonly Category[];
  readonly terms: ReadonlyMap<string, VersionTerm>;
}

/** What its page shows of a version. */
export interface VersionSummary extends Omit<VersionContent, 'triples'> {
  /** The triples of the vocabulary itself. */
  readonly about: readonly Triple[];
}

/** @throws Error when the text is not canonical, HubError `not-found` when its file is damaged */
export async function readStoredVersion(stored: StoredVersion, hub: HubNamespaces): Promise<VersionContent> {
  return readVersionContent(stored.version, await tableOfVersion(stored, hub), hub);
}

/** The triples of a version. @throws as `readStoredVersion` */
export async function tableOfVersion({ version, content }: StoredVersion, hub: HubNamespaces): Promise<TripleTable> {
  if (typeof content === 'string') return tableOf(canonicalTriples(content, hub), hub);
  return 'path' in content ? tableOfFile(version, content, hub) : new TripleTable(content);
}

/** The prefixes that a version registers, by name. */
export function prefixesOf(triples: TripleTable, hub: HubNamespaces): Prefix[] {
  const first = (place: number, property: string): string => triples.valuesAt(place, property)[0]?.value ?? '';
  return triples
    .placesOfType(`${hub.ontology}Prefix`)
    .map((place) => ({
      prefix: first(place, `${VANN}preferredNamespacePrefix`),
      namespace: first(place, `${VANN}preferredNamespaceUri`),
    }))
    .toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1));
}

/**
 * What the triples of a version say of its terms. They were a sound vocabulary by the rules of their time, so that nothing is
 * refused here: what is missing is empty.
 */
export function readVersionContent(version: string, triples: TripleTable, hub: HubNamespaces): VersionContent {
  // Of texts in several languages the English one, which every text has.
  const first = (subject: string, property: string): string =>
    triples.values(subject, property).find(({ 'xml:lang': language }) => language === undefined || language === 'en')
      ?.value ?? '';
  const instances = new Map<string, string[]>();
  for (const { value: subject } of triples.subjects()) {
    for (const { value: type } of triples.values(subject, RDF_TYPE)) append(instances, type, subject);
  }
  const instancesOf = (kind: string): readonly string[] => instances.get(hub.ontology + kind) ?? [];

  const described = (iri: string) => ({
    iri,
    name: first(iri, `${SKOS}notation`),
    label: first(iri, `${SKOS}prefLabel`),
  });
  const terms = instancesOf('Term').map((iri) => ({
    ...described(iri),
    category: first(first(iri, `${SKOS}broader`), `${SKOS}notation`),
    deprecated: ['true', '1'].includes(first(iri, `${OWL}deprecated`)),
    replacedBy: first(first(iri, `${DCTERMS}isReplacedBy`), `${SKOS}notation`) || null,
  }));
  const categories = instancesOf('Category').map((iri) => ({
    ...described(iri),
    description: first(iri, `${SKOS}definition`),
  }));
  return {
    version,
    versionIri: `${hub.versions}${version}/`,
    triples,
    prefixes: prefixesOf(triples, hub),
    categories: categories.toSorted(byName),
    terms: new Map(terms.toSorted(byName).map((term) => [term.name, term])),
  };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
