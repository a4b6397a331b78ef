import type { VNode } from 'preact';
import { describeResource, type Link } from '../../vocabulary/describe/descriptions.ts';
import type { RelatedTerm, TermRelation } from '../../vocabulary/describe/related-terms.ts';
import type { Term, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { grouped } from '../parts/grouped.ts';
import { shownPart } from '../parts/shown-part.ts';
import type { PageTerms } from './page-terms.tsx';
import { cutIntoPages, PageLinks, type Piece } from './paging.tsx';
import type { SourceKeys } from './source-keys.ts';
import { separated } from './term-table.tsx';
import { TermLink } from './term-link.tsx';

/** Items of a list that are shown at once. */
const MAX_SHOWN = 24;

/** How a term stands to others; its other units are told above. */
const RELATIONS: Readonly<Record<Exclude<TermRelation, 'other-unit'>, string>> = {
  'replaced-by': 'Replaced by',
  replaces: 'Replaces',
  related: 'Related',
  cites: 'Its template cites',
  'cited-by': 'Cited by the templates of',
};

const MATCHES: Readonly<Record<Link['relation'], string>> = {
  exactMatch: 'The same',
  closeMatch: 'Nearly the same',
  broadMatch: 'Broader',
  narrowMatch: 'Narrower',
  relatedMatch: 'Related',
  related: 'Related',
  seeAlso: 'See also',
};

/** Related terms of one page: every template may cite one term. */
const MAX_RELATED = 200;

/** The terms that stand to another one in one way. */
interface Relation {
  readonly name: string;
  readonly rows: readonly Term[];
}

/** What a term is related to, on as many pages as it needs. */
export function pagesOfRelated(related: readonly RelatedTerm[]): ReadonlyArray<ReadonlyArray<Piece<Relation>>> {
  const relations = Object.entries(RELATIONS).map(([relation, name]): Relation => ({
    name,
    rows: related.filter((other) => other.relation === relation).map((other) => other.term),
  }));
  return cutIntoPages(relations, () => 1, MAX_RELATED);
}

interface RelatedTermsProps {
  readonly pages: ReturnType<typeof pagesOfRelated>;
  /** From 1. */
  readonly page: number;
  /** Of the page of the term. */
  readonly iri: string;
}

export function RelatedTerms({ pages, page, iri }: RelatedTermsProps): VNode | null {
  const pieces = pages[page - 1] ?? [];
  if (pieces.length === 0) return null;
  return (
    <>
      <h2 id="related">Related terms</h2>
      <dl>
        {pieces.map(({ part: { name, rows: all }, rows }) => (
          <>
            <dt>
              {name}
              {rows.length === all.length ? null : <span class="note"> {grouped(all.length)} terms</span>}
            </dt>
            <dd>
              <Bounded
                items={rows.map((other) => (
                  <TermLink term={other} />
                ))}
              />
            </dd>
          </>
        ))}
      </dl>
      <PageLinks list={iri} page={page} count={pages.length} at="related" name="Pages of related terms" />
    </>
  );
}

/** A list of which the rest can be opened. */
function Bounded({ items }: { readonly items: readonly VNode[] }): VNode {
  if (items.length <= MAX_SHOWN) return <>{separated(items)}</>;
  return (
    <>
      {separated(items.slice(0, MAX_SHOWN))}
      <details>
        <summary>{items.length - MAX_SHOWN} more</summary>
        {separated(items.slice(MAX_SHOWN))}
      </details>
    </>
  );
}

interface MatchesProps {
  readonly iri: string;
  readonly vocabulary: Vocabulary;
  readonly terms: PageTerms;
}

/** What other vocabularies have for it. */
export function Matches({ iri, vocabulary, terms }: MatchesProps): VNode | null {
  const { links } = describeResource(vocabulary, iri);
  const others = links.filter((link) => !link.iri.startsWith(vocabulary.lexicon.vocabularyIri));
  if (others.length === 0) return null;
  return (
    <>
      <h2 id="matches">In other vocabularies</h2>
      <dl>
        {[...new Set(others.map(({ relation }) => relation))].map((relation) => (
          <>
            <dt>{MATCHES[relation]}</dt>
            <dd>
              {terms.list(
                others.filter((link) => link.relation === relation),
                (link) => terms.linkTo(link.iri),
              )}
            </dd>
          </>
        ))}
      </dl>
    </>
  );
}

/** Sources of a term, and keys of one of them. */
const MAX_SOURCES = { items: 200, characters: 10_000 };
const MAX_KEYS = { items: 200, characters: 2_000 };

interface SourcesProps {
  readonly sources: readonly SourceKeys[];
  /** Relative address of the first page. */
  readonly root: string;
}

/** Which keys of which sources have the term. */
export function SourcesOfTerm({ sources, root }: SourcesProps): VNode | null {
  if (sources.length === 0) return null;
  const told = sources.map((source) => ({ ...source, part: shownPart(source.keys, ({ length }) => length, MAX_KEYS) }));
  const lengthOf = ({ title, part }: (typeof told)[number]): number =>
    part.shown.reduce((sum, { length }) => sum + length, title.length);
  const { shown, hidden } = shownPart(told, lengthOf, MAX_SOURCES);
  const rows = (some: typeof shown): VNode => (
    <dl class="wide-names">
      {some.map(({ name, title, part }) => (
        <>
          <dt>
            <a href={`${root}sources/${encodeURIComponent(name)}`}>{title}</a>
          </dt>
          <dd>
            <Bounded
              items={part.shown.map((key) => (
                <code>{key}</code>
              ))}
            />
            {part.hidden === 0 ? null : (
              <span class="note"> {grouped(part.hidden)} more, which the page of the source has</span>
            )}
          </dd>
        </>
      ))}
    </dl>
  );
  return (
    <>
      <h2 id="sources">In documents of {sources.length === 1 ? 'a source' : `${grouped(sources.length)} sources`}</h2>
      {rows(shown.slice(0, MAX_SHOWN))}
      {sources.length <= Math.min(MAX_SHOWN, shown.length) ? null : (
        <details>
          <summary>{grouped(sources.length - Math.min(MAX_SHOWN, shown.length))} more sources</summary>
          {rows(shown.slice(MAX_SHOWN))}
          {hidden === 0 ? null : (
            <p class="note">
              {grouped(hidden)} more are among <a href={`${root}sources`}>all sources</a>
            </p>
          )}
        </details>
      )}
    </>
  );
}
