import { SKOS, type HubNamespaces } from '../rdf/namespaces.ts';
import type { VersionSummary } from '../vocabulary/versions/version-content.ts';
import type { Version } from '../vocabulary/versions/versions.ts';
import { renderDescription, termList, type PageParts } from './description-page.ts';
import { PageTerms } from './page-terms.ts';
import { escapeHtml } from '../http/escape-html.ts';

/** How a page of the vocabulary begins. */
interface Heading {
  readonly title: string;
  /** Markup of the heading. */
  readonly heading: string;
  /** Markup of what is to be known before the terms. */
  readonly introduction: string;
}

/** The page of one version of the vocabulary, current or old. */
export function renderVersionPage(content: VersionSummary, version: Version, hub: HubNamespaces): string {
  const title = `Version ${content.version.slice(0, 12)}`;
  const { predecessor } = version;
  const changes = escapeHtml(`${hub.baseUrl}/api/changes?to=${content.version}`);
  const before =
    predecessor === null
      ? ''
      : ` It followed <a rel="predecessor-version" href="${hub.versions}${predecessor}/"><code>${predecessor.slice(0, 12)}</code></a>; <a href="${changes}&amp;from=${predecessor}">what changed</a>.`;
  const introduction = `\n<p>One version of <a rel="latest-version" href="${escapeHtml(hub.vocabulary)}">the vocabulary</a>: what it holds never changes, and its name is the SHA-256 of it.${before} Addresses of terms lead to what is said of them today.</p>`;
  const heading = `${title} <code>${content.version}</code>`;
  const parts = vocabularyParts(content, { title, heading, introduction }, hub, new PageTerms(content));
  return renderDescription(parts, { iri: content.versionIri, hub, version: content, isVocabulary: false });
}

/** What a page says of a whole vocabulary. */
export function vocabularyParts(
  content: Pick<VersionSummary, 'categories' | 'terms' | 'about'>,
  { title, heading, introduction }: Heading,
  hub: HubNamespaces,
  terms: PageTerms,
): PageParts {
  const { categories } = content;
  const sections = categories.map((category) => {
    const members = [...content.terms.values()].filter((term) => term.category === category.name);
    return `<h3 id="${escapeHtml(category.name)}"><a href="${escapeHtml(category.iri)}">${escapeHtml(category.label)}</a></h3>
<p lang="en">${escapeHtml(category.description)}</p>
${termList(members, terms)}`;
  });
  const contents = categories.map(
    ({ name, label }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(label)}</a></li>`,
  );
  // The categories have their sections.
  const properties = content.about.filter(({ p }) => p !== `${SKOS}hasTopConcept`);
  return {
    title,
    above: [],
    main: `<h1>${heading}</h1>${introduction}
<p>${content.terms.size} terms in ${categories.length} categories, written with <a href="${escapeHtml(hub.ontology.replace('#', ''))}">the hub's ontology</a>.</p>
${terms.properties(properties)}
<h2>Terms</h2>
<ul>
${contents.join('\n')}
</ul>
${sections.join('\n')}`,
  };
}
