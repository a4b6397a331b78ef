import type { VNode } from 'preact';
import { Downloads } from './downloads.tsx';
import { addressWith, SHOWN_BESIDES } from './listing-address.ts';
import { suggestionLink } from './suggestion-link.ts';
import { ChosenFilters, Filter, type Counts } from './term-filters.tsx';
import { Rows, type Row } from './term-rows.tsx';
import { grouped } from './grouped.ts';

/** What `GET /api/terms` answers. */
export interface Listing {
  /** How many terms were found. */
  readonly count: number;
  /** How many rows they make. */
  readonly rows: number;
  readonly didYouMean: string | null;
  readonly counts: readonly Counts[];
  readonly data: readonly Row[];
}

/** Rows of one page: as many as a slow device lays out while nobody notices. */
export const PAGE_ROWS = 30;

const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['pt', 'Português'],
] as const;

const ORDERS = [
  ['relevance', 'best first'],
  ['name', 'by name'],
  ['label', 'by label'],
  ['category', 'by category'],
  ['unit', 'by unit'],
] as const;

export interface TermListingProps {
  readonly listing: Listing;
  /** The query of the page's address. */
  readonly query: URLSearchParams;
  /** Relative address of the first page. */
  readonly root: string;
  /** An answer is on its way. */
  readonly isLoading?: boolean;
  /** What went wrong with the last one. */
  readonly mistake?: string | null;
}

/**
 * What a script draws anew for each answer, one after the other: nobody who types waits for all of it. Each is one element, which takes over that
 * of the server: of several, those that an answer does not have would stay.
 */
export const LISTING_PARTS = { choices: Choices, said: Said, found: Found, narrow: Narrow } as const;

/** The search of the vocabulary: what is asked for, ways to narrow it, and the terms that were found. */
export function TermListing(props: TermListingProps): VNode {
  const { query, root } = props;
  return (
    <form class="finder" action={`${root}vocabulary/`} data-island="finder">
      <div class="finder-head">
        <div class="field">
          <label for="finder-q">Search terms</label>
          <input
            id="finder-q"
            name="q"
            type="search"
            defaultValue={query.get('q') ?? ''}
            placeholder="Wirkleistung, PAC, 1-0:1.8.0"
            autocomplete="off"
          />
        </div>
        <div data-part="choices">
          <Choices {...props} />
        </div>
        <button class="primary">Search</button>
      </div>
      <div data-part="said">
        <Said {...props} />
      </div>
      <div class="finder-body">
        <div data-part="narrow">
          <Narrow {...props} />
        </div>
        <div data-part="found">
          <Found {...props} />
        </div>
      </div>
    </form>
  );
}

function Choices({ query }: TermListingProps): VNode {
  const values = hasText(query) ? ORDERS : ORDERS.slice(1);
  return (
    <div class="finder-choices">
      <Choice name="language" label="Language" chosen={query.get('language') ?? 'en'} values={LANGUAGES} />
      <Choice name="sort" label="Order" chosen={orderOf(query)} values={values} />
      {SHOWN_BESIDES.map((name) =>
        query.has(name) ? <input key={name} type="hidden" name={name} value={query.get(name)!} /> : null,
      )}
    </div>
  );
}

function Said({ listing, query, isLoading = false, mistake = null }: TermListingProps): VNode {
  return (
    <div>
      <ChosenFilters query={query} counts={listing.counts} />
      <p role="status" class={mistake === null ? 'note' : 'alert bad'} aria-busy={isLoading}>
        {mistake ?? summaryOf(listing, skipOf(query))}
      </p>
      {listing.didYouMean === null ? null : (
        <p>
          Did you mean{' '}
          <a href={addressWith(query, { q: listing.didYouMean })}>
            <strong>{listing.didYouMean}</strong>
          </a>
          ?
        </p>
      )}
    </div>
  );
}

function Narrow({ listing: { counts }, query }: TermListingProps): VNode {
  return (
    <div class="narrow">
      {counts.length === 0 ? null : <h2>Filter</h2>}
      {counts.map((each) => (
        <Filter key={`${each.by} ${each.label}`} counts={each} query={query} />
      ))}
    </div>
  );
}

function Found({ listing, query, root, mistake = null }: TermListingProps): VNode {
  const isEmpty = listing.data.length === 0;
  const { values = [] } = listing.counts.find(({ by }) => by === 'category') ?? {};
  const categories = new Map(values.map(({ value, label }) => [value, label]));
  return (
    <div class="found">
      <h2 class="visually-hidden">Terms</h2>
      {isEmpty && mistake !== null ? null : isEmpty ? (
        <NothingFound q={query.get('q') ?? ''} root={root} />
      ) : (
        <Rows
          rows={listing.data}
          language={query.get('language') ?? 'en'}
          categories={categories}
          query={query}
          order={orderOf(query)}
        />
      )}
      <Pages rows={listing.rows} skip={skipOf(query)} query={query} />
      {isEmpty ? null : <Downloads query={query} root={root} count={listing.count} />}
    </div>
  );
}

function hasText(query: URLSearchParams): boolean {
  return (query.get('q') ?? '').trim() !== '';
}

/** What the rows stand by where the address does not say it, too. */
function orderOf(query: URLSearchParams): string {
  return query.get('sort') ?? (hasText(query) ? 'relevance' : 'name');
}

function skipOf(query: URLSearchParams): number {
  return Number(query.get('skip') ?? 0) || 0;
}

function summaryOf({ count, rows }: Listing, skip: number): string {
  if (count === 0) return 'No term was found.';
  const terms = count === 1 ? '1 term' : `${grouped(count)} terms`;
  const shown = rows > PAGE_ROWS ? `; rows ${skip + 1} to ${Math.min(rows, skip + PAGE_ROWS)} of ${grouped(rows)}` : '';
  return `${terms}${shown}.`;
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly chosen: string;
  readonly values: ReadonlyArray<readonly [value: string, label: string]>;
}

function Choice({ name, label, chosen, values }: ChoiceProps): VNode {
  return (
    <div class="field">
      <label for={`finder-${name}`}>{label}</label>
      <select id={`finder-${name}`} name={name}>
        {values.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function NothingFound({ q, root }: { readonly q: string; readonly root: string }): VNode {
  return (
    <div class="empty">
      <p>Nothing was found{q === '' ? '' : ` by “${q}”`}.</p>
      <p>
        Try fewer filters or another word, <a href={`${root}vocabulary/`}>see all terms</a>, or{' '}
        <a href={suggestionLink(q, root)}>suggest a term</a>.
      </p>
    </div>
  );
}

interface PagesProps {
  readonly rows: number;
  readonly skip: number;
  readonly query: URLSearchParams;
}

function Pages({ rows, skip, query }: PagesProps): VNode | null {
  if (rows <= PAGE_ROWS && skip === 0) return null;
  const before = Math.max(0, skip - PAGE_ROWS);
  return (
    <nav class="toolbar" aria-label="Pages of the list">
      {skip === 0 ? null : (
        <a class="button" rel="prev" href={addressWith(query, { skip: before === 0 ? null : String(before) })}>
          Before
        </a>
      )}
      {skip + PAGE_ROWS >= rows ? null : (
        <a class="button" rel="next" href={addressWith(query, { skip: String(skip + PAGE_ROWS) })}>
          Next
        </a>
      )}
    </nav>
  );
}
