import type { VNode } from 'preact';
import { describeResource, type Link } from '../../vocabulary/describe/descriptions.ts';
import type { RelatedTerm, TermRelation } from '../../vocabulary/describe/related-terms.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { PageTerms } from './page-terms.tsx';
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

export function RelatedTerms({ related }: { readonly related: readonly RelatedTerm[] }): VNode | null {
  const found = (Object.entries(RELATIONS) as Array<[TermRelation, string]>).flatMap(([relation, name]) => {
    const terms = related.filter((other) => other.relation === relation).map((other) => other.term);
    return terms.length === 0 ? [] : [{ name, terms }];
  });
  if (found.length === 0) return null;
  return (
    <>
      <h2 id="related">Related terms</h2>
      <dl>
        {found.map(({ name, terms }) => (
          <>
            <dt>{name}</dt>
            <dd>
              <Bounded
                items={terms.map((other) => (
                  <TermLink term={other} />
                ))}
              />
            </dd>
          </>
        ))}
      </dl>
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
              <ul>
                {others
                  .filter((link) => link.relation === relation)
                  .map((link) => (
                    <li>{terms.linkTo(link.iri)}</li>
                  ))}
              </ul>
            </dd>
          </>
        ))}
      </dl>
    </>
  );
}

interface SourcesProps {
  readonly sources: readonly SourceKeys[];
  /** Relative address of the first page. */
  readonly root: string;
}

/** Which keys of which sources have the term. */
export function SourcesOfTerm({ sources, root }: SourcesProps): VNode | null {
  if (sources.length === 0) return null;
  const rows = (some: readonly SourceKeys[]): VNode => (
    <dl>
      {some.map(({ name, title, keys }) => (
        <>
          <dt>
            <a href={`${root}sources/${encodeURIComponent(name)}`}>{title}</a>
          </dt>
          <dd>
            <Bounded
              items={keys.map((key) => (
                <code>{key}</code>
              ))}
            />
          </dd>
        </>
      ))}
    </dl>
  );
  return (
    <>
      <h2 id="sources">In documents of {sources.length === 1 ? 'a source' : `${sources.length} sources`}</h2>
      {rows(sources.slice(0, MAX_SHOWN))}
      {sources.length <= MAX_SHOWN ? null : (
        <details>
          <summary>{sources.length - MAX_SHOWN} more sources</summary>
          {rows(sources.slice(MAX_SHOWN))}
        </details>
      )}
    </>
  );
}
