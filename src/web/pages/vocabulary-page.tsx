import type { ComponentChildren } from 'preact';
import { SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { VersionSummary } from '../../vocabulary/versions/version-content.ts';
import type { Version } from '../../vocabulary/versions/versions.ts';
import { renderDescription, TermList, type PageParts } from './description-page.tsx';
import type { RenderPage } from './page.tsx';
import { PageTerms } from './page-terms.tsx';
import { addressOfPage, cutIntoPages, firstPageOf, PageLinks } from './paging.tsx';
import { shortName } from './versions-page.tsx';
import { groupBy } from '../../group-by.ts';

/** How a page of the vocabulary begins. */
interface Heading {
  readonly title: string;
  readonly heading: ComponentChildren;
  /** What is to be known before the terms. */
  readonly introduction: ComponentChildren;
  /** Of the terms, from 1. */
  readonly page: number;
}

/** Terms of one page, some 250 bytes of HTML each. */
const MAX_TERMS = 300;

/** Makes the pages of one version of the vocabulary, current or old. They throw HubError `not-found` for a page that there is not. */
export function createVersionPages(
  render: RenderPage,
): (content: VersionSummary, version: Version, hub: HubNamespaces, page: number) => string {
  return (content, { predecessor }, hub, page) => {
    const title = `Version ${shortName(content.version)}`;
    const introduction = (
      <p>
        One version of{' '}
        <a rel="latest-version" href={hub.vocabulary}>
          the vocabulary
        </a>
        : what it holds never changes, and its name is the SHA-256 of it.
        {predecessor === null ? null : (
          <>
            {' '}
            It followed{' '}
            <a rel="predecessor-version" href={`${hub.versions}${predecessor}/`}>
              <code>{shortName(predecessor)}</code>
            </a>
            ; <a href={`${hub.baseUrl}/changes?from=${predecessor}&to=${content.version}`}>what changed</a>.
          </>
        )}{' '}
        Addresses of terms lead to what is said of them today.
      </p>
    );
    const heading = (
      <>
        {title} <code>{content.version}</code>
      </>
    );
    const categories = new Map(content.categories.map(({ iri, label }) => [iri, label]));
    const terms = new PageTerms(content.prefixes, (iri) => categories.get(iri) ?? null);
    const parts = vocabularyParts(content, { title, heading, introduction, page }, hub, terms);
    return renderDescription(render, parts, {
      iri: content.versionIri,
      hub,
      version: content,
      isVocabulary: false,
      hasPicture: false,
      page,
    });
  };
}

/** What a page says of a whole vocabulary. */
function vocabularyParts(
  content: Pick<VersionSummary, 'categories' | 'terms' | 'about' | 'versionIri'>,
  { title, heading, introduction, page }: Heading,
  hub: HubNamespaces,
  terms: PageTerms,
): PageParts {
  const { categories } = content;
  const iri = content.versionIri;
  const members = groupBy(content.terms.values(), ({ category }) => category);
  const parts = categories.map((category) => ({ ...category, rows: members.get(category.name) ?? [] }));
  const pages = cutIntoPages(parts, () => 1, MAX_TERMS);
  // The categories have their sections.
  const properties = content.about.filter(({ p }) => p !== `${SKOS}hasTopConcept`);
  return {
    title,
    above: [],
    pageCount: pages.length,
    main: (
      <>
        <h1>{heading}</h1>
        {introduction}
        <p>
          {content.terms.size} terms in {categories.length} categories, written with{' '}
          <a href={hub.ontology.replace('#', '')}>the hub's ontology</a>.
        </p>
        {page === 1 ? terms.properties(properties) : null}
        <h2>Terms</h2>
        <ul class="chips">
          {parts.map((part) => {
            const at = firstPageOf(pages, part);
            return (
              <li>
                {at === null ? (
                  <span class="chip">{part.label} (0)</span>
                ) : (
                  <a class="chip" href={`${at === page ? '' : addressOfPage(iri, at)}#${part.name}`}>
                    {part.label} ({part.rows.length})
                  </a>
                )}
              </li>
            );
          })}
        </ul>
        {(pages[page - 1] ?? []).map(({ part: { name, iri, label, description }, rows, isContinued }) => (
          <>
            <h3 id={name}>
              <a href={iri}>{label}</a>
              {isContinued ? <span class="note"> continued</span> : null}
            </h3>
            {isContinued ? null : <p lang="en">{description}</p>}
            <TermList members={rows} />
          </>
        ))}
        <PageLinks list={iri} page={page} count={pages.length} />
      </>
    ),
  };
}
