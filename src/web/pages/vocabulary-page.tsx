import type { ComponentChildren } from 'preact';
import { SKOS, type HubNamespaces } from '../../rdf/namespaces.ts';
import type { VersionSummary } from '../../vocabulary/versions/version-content.ts';
import type { Version } from '../../vocabulary/versions/versions.ts';
import { renderDescription, TermList, type PageParts } from './description-page.tsx';
import type { RenderPage } from './page.tsx';
import { PageTerms } from './page-terms.tsx';

/** How a page of the vocabulary begins. */
interface Heading {
  readonly title: string;
  readonly heading: ComponentChildren;
  /** What is to be known before the terms. */
  readonly introduction: ComponentChildren;
}

/** Makes the page of one version of the vocabulary, current or old. */
export function createVersionPages(
  render: RenderPage,
): (content: VersionSummary, version: Version, hub: HubNamespaces) => string {
  return (content, { predecessor }, hub) => {
    const title = `Version ${content.version.slice(0, 12)}`;
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
              <code>{predecessor.slice(0, 12)}</code>
            </a>
            ; <a href={`${hub.baseUrl}/api/changes?to=${content.version}&from=${predecessor}`}>what changed</a>.
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
    const parts = vocabularyParts(content, { title, heading, introduction }, hub, new PageTerms(content));
    return renderDescription(render, parts, {
      iri: content.versionIri,
      hub,
      version: content,
      isVocabulary: false,
      hasPicture: false,
    });
  };
}

/** What a page says of a whole vocabulary. */
function vocabularyParts(
  content: Pick<VersionSummary, 'categories' | 'terms' | 'about'>,
  { title, heading, introduction }: Heading,
  hub: HubNamespaces,
  terms: PageTerms,
): PageParts {
  const { categories } = content;
  const membersOf = (name: string) => [...content.terms.values()].filter(({ category }) => category === name);
  // The categories have their sections.
  const properties = content.about.filter(({ p }) => p !== `${SKOS}hasTopConcept`);
  return {
    title,
    above: [],
    main: (
      <>
        <h1>{heading}</h1>
        {introduction}
        <p>
          {content.terms.size} terms in {categories.length} categories, written with{' '}
          <a href={hub.ontology.replace('#', '')}>the hub's ontology</a>.
        </p>
        {terms.properties(properties)}
        <h2>Terms</h2>
        <ul>
          {categories.map(({ name, label }) => (
            <li>
              <a href={`#${name}`}>{label}</a>
            </li>
          ))}
        </ul>
        {categories.map(({ name, iri, label, description }) => (
          <>
            <h3 id={name}>
              <a href={iri}>{label}</a>
            </h3>
            <p lang="en">{description}</p>
            <TermList members={membersOf(name)} terms={terms} />
          </>
        ))}
      </>
    ),
  };
}
