import type { VNode } from 'preact';
import type { HubNamespaces } from '../../rdf/namespaces.ts';
import type { Triple } from '../../rdf/triple.ts';
import { RDF_SYNTAXES } from '../../rdf/write/format.ts';
import type { VersionTerm } from '../../vocabulary/versions/version-content.ts';
import { rootOf, type RenderPage } from './page.tsx';
import { addressOfPage, checkPage } from './paging.tsx';
import { TermLink } from './term-link.tsx';
import { shortName } from './versions-page.tsx';

/** What a page says of what it describes. */
export interface PageParts {
  readonly title: string;
  /** One sentence for search engines and previews. */
  readonly description?: string;
  /** Links between the vocabulary and this page. */
  readonly above: ReadonlyArray<readonly [href: string, text: string]>;
  readonly main: VNode;
  /** On how many pages the list of the page stands; one unless it says so. */
  readonly pageCount?: number;
  /** Name of the script of the page's own. */
  readonly script?: string;
}

export interface DescriptionPlace {
  /** Where the description stands. */
  readonly iri: string;
  readonly hub: HubNamespaces;
  /** The version that it was read from. */
  readonly version: { readonly version: string; readonly versionIri: string };
  /** It is the vocabulary itself that is described. */
  readonly isVocabulary: boolean;
  /** There is an SVG file of it. */
  readonly hasPicture: boolean;
  /** Of the list of the page, from 1. */
  readonly page: number;
}

/**
 * The page of a description, which names the other forms of it and its version.
 *
 * @throws HubError `not-found` for a page of its list that there is not
 */
export function renderDescription(
  render: RenderPage,
  { title, description, above, main, script, pageCount = 1 }: PageParts,
  { iri, hub, version, isVocabulary, hasPicture, page }: DescriptionPlace,
): string {
  checkPage(page, pageCount);
  const head = (
    <>
      <link rel="canonical" href={iri} />
      {page === 1 ? null : <link rel="prev" href={addressOfPage(iri, page - 1)} />}
      {page === pageCount ? null : <link rel="next" href={addressOfPage(iri, page + 1)} />}
      <link rel="license" href="https://creativecommons.org/licenses/by/4.0/" />
      {Object.entries(RDF_SYNTAXES).map(([format, { name, mediaType }]) => (
        <link rel="alternate" type={mediaType} title={name} href={`${iri}?format=${format}`} />
      ))}
      {hasPicture ? <link rel="alternate" type="image/svg+xml" title="SVG" href={`${iri}?format=svg`} /> : null}
    </>
  );
  const root = rootOf(iri.slice(hub.baseUrl.length));
  const vocabulary = isVocabulary ? [] : [[hub.vocabulary, 'Vocabulary'] as const];
  return render(
    {
      title: page === 1 ? title : `${title}, page ${page}`,
      ...(description === undefined ? {} : { description }),
      root,
      place: 'vocabulary',
      head,
      ...(script === undefined ? {} : { script }),
      above: [...vocabulary, ...above],
    },
    <>
      {main}
      <h2>As data</h2>
      <p>
        This address answers <code>Accept</code> with any of these, too:
      </p>
      <ul>
        {Object.entries(RDF_SYNTAXES).map(([format, { name, mediaType }]) => (
          <li>
            <a rel="alternate" type={mediaType} href={`${iri}?format=${format}`}>
              {name}
            </a>
          </li>
        ))}
        {hasPicture ? (
          <li>
            <a rel="alternate" type="image/svg+xml" href={`${iri}?format=svg`}>
              SVG
            </a>{' '}
            <span class="note">a picture, for wikis and slides</span>
          </li>
        ) : null}
      </ul>
      <p>
        Read from version{' '}
        <a href={version.versionIri}>
          <code>{shortName(version.version)}</code>
        </a>
        ; <a href={`${root}versions`}>all versions, and what changed</a>.
      </p>
    </>,
  );
}

/** A list of links to terms. */
export function TermList({ members }: { readonly members: readonly VersionTerm[] }): VNode {
  return (
    <ul>
      {members.map((term) => (
        <li>
          <TermLink term={term} /> <span lang="en">{term.label}</span>
        </li>
      ))}
    </ul>
  );
}

/** An IRI to copy. */
export function Address({ iri }: { readonly iri: string }): VNode {
  return (
    <p class="iri">
      <code data-copy="" data-copy-label="the IRI">
        {iri}
      </code>
    </p>
  );
}

/** The triples of one subject. */
export function about(subject: string, triples: readonly Triple[]): Triple[] {
  return triples.filter(({ s }) => s.value === subject);
}
