import type { VNode } from 'preact';
import { HubError } from '../../errors.ts';

/** A part of a list, with a heading of its own. */
interface Part {
  readonly rows: readonly unknown[];
}

type RowOf<List extends Part> = List['rows'][number];

/** What stands on one page of a list: of a part all rows, or some. */
export interface Piece<List extends Part> {
  readonly part: List;
  readonly rows: readonly RowOf<List>[];
  /** The part begins on an earlier page. */
  readonly isContinued: boolean;
}

/**
 * A long list in pages; at least one.
 *
 * @param weigh how much room a row takes
 * @param most room of a page; a row that needs more has a page of its own
 */
export function cutIntoPages<List extends Part>(
  parts: readonly List[],
  weigh: (row: RowOf<List>) => number,
  most: number,
): ReadonlyArray<ReadonlyArray<Piece<List>>> {
  const pages: { part: List; rows: RowOf<List>[]; isContinued: boolean }[][] = [[]];
  let taken = 0;
  for (const part of parts) {
    for (const [place, row] of part.rows.entries()) {
      const weight = weigh(row);
      if (taken > 0 && taken + weight > most) {
        pages.push([]);
        taken = 0;
      }
      taken += weight;
      const page = pages.at(-1)!;
      const piece = page.at(-1);
      if (piece?.part === part) piece.rows.push(row);
      else page.push({ part, rows: [row], isContinued: place > 0 });
    }
  }
  return pages;
}

/** The page on which a part begins, from 1; null for a part without rows. */
export function firstPageOf<List extends Part>(
  pages: ReadonlyArray<ReadonlyArray<Piece<List>>>,
  part: List,
): number | null {
  const at = pages.findIndex((page) => page.some((piece) => piece.part === part));
  return at < 0 ? null : at + 1;
}

/** The address of a page of a list; the first has none but that of the list, which may have a query. */
export function addressOfPage(list: string, page: number): string {
  return page === 1 ? list : `${list}${list.includes('?') ? '&' : '?'}page=${page}`;
}

/** @throws HubError `not-found` for a page that there is not */
export function checkPage(page: number, count: number): void {
  if (page <= count) return;
  throw new HubError('not-found', count === 1 ? 'The list has one page.' : `The list has ${count} pages.`);
}

interface PageLinksProps {
  /** Address of the first page. */
  readonly list: string;
  readonly page: number;
  readonly count: number;
  /** The part of the page that has the list; its beginning by default. */
  readonly at?: string;
  /** What a screen reader calls them. */
  readonly name?: string;
}

/** Leads to the pages before and after this one. */
export function PageLinks({ list, page, count, at, name = 'Pages of the list' }: PageLinksProps): VNode | null {
  if (count === 1) return null;
  const addressOf = (other: number): string => addressOfPage(list, other) + (at === undefined ? '' : `#${at}`);
  return (
    <nav class="toolbar" aria-label={name}>
      {page === 1 ? null : (
        <a class="button" rel="prev" href={addressOf(page - 1)}>
          Before
        </a>
      )}
      <span class="note">
        Page {page} of {count}
      </span>
      {page === count ? null : (
        <a class="button" rel="next" href={addressOf(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
}
