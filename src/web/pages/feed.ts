import { h, type ComponentChildren, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { replaceNonXmlCharacters } from '../../rdf/characters.ts';
import type { PrefixedNames } from '../../rdf/prefixed-names.ts';
import type { StepOfTerm } from '../../vocabulary/versions/term-steps.ts';
import type { VersionStep } from '../../vocabulary/versions/term-histories.ts';
import type { Version } from '../../vocabulary/versions/versions.ts';
import { shortName } from './versions-page.tsx';

/** What a feed is made of. */
export interface FeedContent {
  readonly baseUrl: string;
  /** The version in use. */
  readonly current: Version;
  /** What the latest versions changed, the current one first. */
  readonly steps: readonly VersionStep[];
  /** Labels of the terms that there are, by name. */
  readonly labelOf: (name: string) => string | null;
  /** Shortens the IRIs of properties. */
  readonly names: PrefixedNames;
}

interface Entry {
  /** For ever, and nothing else's. */
  readonly id: string;
  readonly title: string;
  readonly updated: Date;
  /** The page about it. */
  readonly href: string;
  readonly summary: string;
  readonly category?: string;
}

/** Terms of one version that have an entry of their own; of more, one entry tells their number. */
export const MAX_TERMS_OF_A_VERSION = 100;
/** Names in a sentence. */
const MAX_NAMES = 10;

const KINDS = ['added', 'changed', 'removed'] as const;

/** The versions of the vocabulary as Atom (RFC 4287), the current one first. */
export function renderVersionFeed(content: FeedContent): string {
  const { baseUrl, current, steps } = content;
  const entries = steps.map((step): Entry => ({
    id: `${step.version.iri}#entry-${step.version.since.getTime()}`,
    title: `Version ${shortName(step.version.version)}: ${countsOf(step)}`,
    updated: step.version.since,
    href: changesAddress(baseUrl, step),
    summary: KINDS.flatMap((kind) => sentenceOf(kind, step)).join(' ') || 'No term came, changed or went.',
  }));
  return feed(
    { path: '/versions.atom', title: 'Versions of the vocabulary', baseUrl, page: '/versions', updated: current.since },
    entries,
  );
}

/** The terms that the latest versions added, changed and removed, as Atom. */
export function renderTermFeed(content: FeedContent): string {
  const { baseUrl, current, steps } = content;
  const entries = steps.flatMap((step) =>
    step.terms.size > MAX_TERMS_OF_A_VERSION
      ? [manyTerms(baseUrl, step)]
      : Array.from(step.terms, ([name, what]) => termEntry(content, step, name, what)),
  );
  return feed(
    { path: '/terms.atom', title: 'Terms that changed', baseUrl, page: '/vocabulary/', updated: current.since },
    entries,
  );
}

function termEntry({ baseUrl, labelOf, names }: FeedContent, step: VersionStep, name: string, what: StepOfTerm): Entry {
  const { kind, properties } = what;
  const label = labelOf(name);
  const changed = properties.map((property) => names.find(property) ?? property).join(', ');
  return {
    id: `${step.version.iri}#${encodeURIComponent(name)}-${step.version.since.getTime()}`,
    title: `${name}: ${kind}`,
    updated: step.version.since,
    // A term that has gone has no page.
    href: label === null ? changesAddress(baseUrl, step) : `${baseUrl}/vocabulary/${encodeURIComponent(name)}`,
    summary: `${label ?? name} was ${kind}${changed === '' ? '' : `: ${changed}`}.`,
    category: kind,
  };
}

function manyTerms(baseUrl: string, step: VersionStep): Entry {
  return {
    id: `${step.version.iri}#terms-${step.version.since.getTime()}`,
    title: `Version ${shortName(step.version.version)}: ${countsOf(step)}`,
    updated: step.version.since,
    href: changesAddress(baseUrl, step),
    summary: 'More terms than a feed names one by one; the page of the changes has them all.',
  };
}

function countsOf({ terms }: VersionStep): string {
  const counts = KINDS.map((kind) => [kind, namesOf(kind, terms).length] as const).filter(([, count]) => count > 0);
  if (counts.length === 0) return 'no term changed';
  return counts.map(([kind, count]) => `${count} ${count === 1 ? 'term' : 'terms'} ${kind}`).join(', ');
}

function sentenceOf(kind: StepOfTerm['kind'], { terms }: VersionStep): string[] {
  const names = namesOf(kind, terms);
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return [`${kind[0]!.toUpperCase()}${kind.slice(1)}: ${names.slice(0, MAX_NAMES).join(', ')}${more}.`];
}

function namesOf(kind: StepOfTerm['kind'], terms: VersionStep['terms']): string[] {
  return [...terms].filter(([, step]) => step.kind === kind).map(([name]) => name);
}

function changesAddress(baseUrl: string, { version, before }: VersionStep): string {
  return `${baseUrl}/changes?from=${before.version}&to=${version.version}`;
}

interface Head {
  readonly baseUrl: string;
  readonly path: string;
  readonly title: string;
  /** Path of the page that tells the same. */
  readonly page: string;
  readonly updated: Date;
}

function feed({ baseUrl, path, title, page, updated }: Head, entries: readonly Entry[]): string {
  const address = baseUrl + path;
  const document = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' },
    element('id', {}, address),
    element('title', {}, title),
    element('updated', {}, updated.toISOString()),
    element('author', {}, element('name', {}, 'Vocabulary Hub'), element('uri', {}, `${baseUrl}/`)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: address }),
    element('link', { rel: 'alternate', type: 'text/html', href: baseUrl + page }),
    element('link', { rel: 'license', href: 'https://creativecommons.org/licenses/by/4.0/' }),
    ...entries.map(({ id, title: ofEntry, updated: at, href, summary, category }) =>
      element(
        'entry',
        {},
        element('id', {}, id),
        element('title', {}, ofEntry),
        element('updated', {}, at.toISOString()),
        element('link', { rel: 'alternate', type: 'text/html', href }),
        category === undefined ? null : element('category', { term: category }),
        element('summary', {}, summary),
      ),
    ),
  );
  // Labels may have characters that no XML can hold, however they are written.
  return `<?xml version="1.0" encoding="utf-8"?>\n${replaceNonXmlCharacters(renderToString(document))}\n`;
}

/** An element of XML; texts and values are escaped when it is rendered. */
function element(name: string, attributes: Readonly<Record<string, string>>, ...children: ComponentChildren[]): VNode {
  return h(name, attributes, ...children);
}
