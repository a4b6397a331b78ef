import type { ComponentChildren, VNode } from 'preact';
import type { SourceFile } from '../../mapping/lexicon/source-file.ts';
import { findExample } from '../../sources/source-files.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { grouped } from '../parts/grouped.ts';
import { Table } from '../parts/table.tsx';
import type { RenderPage } from './page.tsx';
import { addressOfPage, checkPage, cutIntoPages, firstPageOf, PageLinks, type Piece } from './paging.tsx';
import { playgroundFragment } from './playground-fragment.ts';
import type { CoveredSource } from './sources-page.tsx';

/** What of a source is shown. */
interface SourceQuery {
  /** A part of a key, or of the name of its term; null for all keys. */
  readonly q: string | null;
  /** Which part of a long list, from 1. */
  readonly page: number;
}

/**
 * One source: its keys, what they mean, and what has no term.
 *
 * @throws HubError `not-found` for a page that there is not
 */
export function renderSourcePage(
  render: RenderPage,
  root: string,
  { file, keyCount, describedCount }: CoveredSource,
  vocabulary: Vocabulary,
  { q, page }: SourceQuery,
): string {
  const { name, title, documentation, variantOf } = file;
  const all = partsOf(file);
  const isLong = all.reduce((sum, { rows }) => sum + rows.length, 0) > MAX_KEYS;
  const parts = q === null ? all : partsWith(all, q);
  const pages = cutIntoPages(parts, () => 1, MAX_KEYS);
  checkPage(page, pages.length);
  const list = `${root}sources/${name}${q === null ? '' : `?q=${encodeURIComponent(q)}`}`;
  const isWhole = page === 1 && q === null;
  return render(
    {
      title: page === 1 ? title : `${title}, page ${page}`,
      root,
      place: 'sources',
      above: [[`${root}sources`, 'Sources']],
    },
    <>
      <h1>
        {title} <code>{name}</code>
      </h1>
      <p>
        {describedCount} of {keyCount} keys with amounts have a term.{' '}
        {linked(documentation, "The source's own description")}
        {variantOf === null ? null : (
          <>
            . A part of{' '}
            <a href={`${root}sources/${variantOf}`}>
              <code>{variantOf}</code>
            </a>
          </>
        )}
        .
      </p>
      {isWhole ? <Use name={name} root={root} vocabulary={vocabulary} /> : null}
      {isLong ? <Search address={`${root}sources/${name}`} q={q} /> : null}
      {pages.length === 1 ? null : <PartLinks parts={parts} pages={pages} page={page} list={list} />}
      {parts.length === 0 && q !== null ? <p class="empty">No key and no term has “{q}” in its name.</p> : null}
      {pages[page - 1]!.map((piece) => (
        <Keys piece={piece} vocabulary={vocabulary} />
      ))}
      <PageLinks list={list} page={page} count={pages.length} name="Pages of the keys" />
    </>,
  );
}

/** Keys of one page, some 250 bytes of HTML each. */
const MAX_KEYS = 150;

/** A heading with its keys. */
interface KeysPart {
  readonly title: string;
  /** Of the heading, in the page. */
  readonly id: string;
  /** Pattern and name of a term, or why there is none. */
  readonly rows: SourceFile['keys'];
  readonly haveTerms: boolean;
}

/** The kinds of keys that a source has. */
function partsOf({ keys, context, alike, empty }: SourceFile): KeysPart[] {
  const parts: KeysPart[] = [
    { title: 'Amounts', id: 'amounts', rows: keys, haveTerms: true },
    { title: 'Stamps, identifiers and other texts', id: 'texts', rows: context, haveTerms: true },
    { title: 'Other spellings', id: 'spellings', rows: alike, haveTerms: true },
    { title: 'Known, without a term', id: 'without', rows: empty, haveTerms: false },
  ];
  return parts.filter(({ rows }) => rows.length > 0);
}

/** The keys that have a text in their pattern or in the name of their term. */
function partsWith(parts: readonly KeysPart[], q: string): KeysPart[] {
  const text = q.toLowerCase();
  return parts
    .map((part) => ({
      ...part,
      rows: part.rows.filter(
        ([pattern, term]) =>
          pattern.toLowerCase().includes(text) || (part.haveTerms && term.toLowerCase().includes(text)),
      ),
    }))
    .filter(({ rows }) => rows.length > 0);
}

interface UseProps {
  readonly name: string;
  readonly root: string;
  readonly vocabulary: Vocabulary;
}

/** How documents of a source are described, with one of them. */
function Use({ name, root, vocabulary }: UseProps): VNode {
  const example = findExample(name);
  return (
    <>
      {example === null ? null : (
        <>
          <h2>An example</h2>
          <pre class="long" tabIndex={0} role="region" aria-label="A document of the source">
            <code>{example}</code>
          </pre>
          <p>
            <a class="button" href={`${root}playground#${playgroundFragment(example)}`}>
              Open in the playground
            </a>
          </p>
        </>
      )}
      <h2>By the API</h2>
      <p>Adds to a document of the source what its keys mean:</p>
      <pre class="command">{`curl -H 'Content-Type: application/json' --data-binary @document.json '${vocabulary.lexicon.vocabularyIri.replace(/vocabulary\/$/, '')}api/semantic?source=${name}'`}</pre>
    </>
  );
}

function Search({ address, q }: { readonly address: string; readonly q: string | null }): VNode {
  return (
    <form class="toolbar" action={address} role="search" aria-label="Keys of this source">
      <label for="key">Find a key or a term</label>
      <input id="key" name="q" type="search" defaultValue={q ?? ''} autocomplete="off" />
      <button class="primary">Find</button>
      {q === null ? null : <a href={address}>All keys</a>}
    </form>
  );
}

interface PartLinksProps {
  readonly parts: readonly KeysPart[];
  readonly pages: ReadonlyArray<ReadonlyArray<Piece<KeysPart>>>;
  readonly page: number;
  readonly list: string;
}

function PartLinks({ parts, pages, page, list }: PartLinksProps): VNode {
  return (
    <ul class="chips">
      {parts.map((part) => {
        const at = firstPageOf(pages, part)!;
        return (
          <li>
            <a class="chip" href={`${at === page ? '' : addressOfPage(list, at)}#${part.id}`}>
              {part.title} ({grouped(part.rows.length)})
            </a>
          </li>
        );
      })}
    </ul>
  );
}

interface KeysProps {
  readonly piece: Piece<KeysPart>;
  readonly vocabulary: Vocabulary;
}

function Keys({ piece: { part, rows, isContinued }, vocabulary }: KeysProps): VNode {
  const { title, id, haveTerms } = part;
  return (
    <>
      <h2 id={id}>
        {title}
        {isContinued ? <span class="note"> continued</span> : null}
      </h2>
      {haveTerms ? (
        <Table label={title} heads={['Key', 'Term', 'What it is']} look="stacked keys">
          {rows.map(([pattern, name]) => (
            <KeyRow pattern={pattern} name={name} vocabulary={vocabulary} />
          ))}
        </Table>
      ) : (
        <dl>
          {rows.map(([pattern, why]) => (
            <>
              <dt>
                <code>{pattern}</code>
              </dt>
              <dd>{why}</dd>
            </>
          ))}
        </dl>
      )}
    </>
  );
}

interface KeyRowProps {
  readonly pattern: string;
  /** Of its term. */
  readonly name: string;
  readonly vocabulary: Vocabulary;
}

function KeyRow({ pattern, name, vocabulary }: KeyRowProps): VNode {
  const term = vocabulary.terms.get(name);
  return (
    <tr>
      <td>
        <code>{pattern}</code>
      </td>
      <td>
        {term === undefined ? (
          <span class="note">not published: {name}</span>
        ) : (
          <a href={term.iri}>
            <code>{name}</code>
          </a>
        )}
      </td>
      <td lang="en">{term?.label}</td>
    </tr>
  );
}

/** A link, where the address is one that a browser should follow. */
function linked(address: string, text: string): ComponentChildren {
  return /^https?:/i.test(address) ? <a href={address}>{text}</a> : `${text}: ${address}`;
}
