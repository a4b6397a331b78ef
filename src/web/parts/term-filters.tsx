import type { VNode } from 'preact';
import { grouped } from './grouped.ts';
import { addressAdding, addressShowing, addressWithout, FILTERS } from './listing-address.ts';

/** How many of the terms of a listing have each value of something. */
export interface Counts {
  readonly by: string;
  readonly label: string;
  readonly values: ReadonlyArray<{ readonly value: string; readonly label: string; readonly count: number }>;
  /** How many values with fewer terms are not among them. */
  readonly omitted: number;
}

/** Values of a filter that are shown at once; the others have an address. */
const FIRST_VALUES = 8;
/** Values of a filter that is shown whole, some 85 bytes of HTML each. */
const MOST_VALUES = 200;

interface ChosenFiltersProps {
  readonly query: URLSearchParams;
  readonly counts: readonly Counts[];
}

/** The filters that are set: each leads to the listing without it, and goes along with the form. */
export function ChosenFilters({ query, counts }: ChosenFiltersProps): VNode | null {
  const chosen = FILTERS.flatMap((by) => query.getAll(by).map((value) => ({ by, value }))).filter(
    ({ value }) => value !== '',
  );
  if (chosen.length === 0) return null;
  const labelOf = (by: string, value: string): string => {
    for (const filter of counts) {
      const known = filter.by === by ? filter.values.find((each) => each.value === value) : undefined;
      if (known !== undefined) return `${filter.label}: ${known.label}`;
    }
    return `${by}: ${value}`;
  };
  return (
    <ul class="chosen" aria-label="Filters that are set">
      {chosen.map(({ by, value }) => (
        <li>
          <input type="hidden" name={by} value={value} />
          <a class="chip" href={addressWithout(query, by, value)} aria-label={`Remove ${labelOf(by, value)}`}>
            {labelOf(by, value)} <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A way to narrow the listing: its values with links to what they leave. */
export function Filter({ counts, query }: { readonly counts: Counts; readonly query: URLSearchParams }): VNode | null {
  const { by, label, values, omitted } = counts;
  const set = query.getAll(by);
  const open = values.filter(({ value }) => !set.includes(value));
  // What all of them have narrows nothing.
  if (open.length === 0 || values.length === 1) return null;
  const name = by === 'facet' ? values[0]!.value.split('/', 1)[0]! : by;
  const isWhole = query.get('values') === name;
  const shown = open.slice(0, isWhole ? MOST_VALUES : FIRST_VALUES);
  const left = open.length - shown.length + omitted;
  const item = ({ value, label: text, count }: Counts['values'][number]): VNode => (
    <li>
      <a href={addressAdding(query, by, value)}>{text}</a> <span class="note">{grouped(count)}</span>
    </li>
  );
  return (
    <details open={isWhole}>
      <summary>{label}</summary>
      <ul>{shown.map(item)}</ul>
      {isWhole && left > 0 ? (
        <p class="note">{grouped(left)} with fewer terms are not shown. They come into view as you narrow by a word.</p>
      ) : null}
      {isWhole ? (
        <p>
          <a href={addressShowing(query, 'values', null)}>Fewer</a>
        </p>
      ) : left > 0 ? (
        <p>
          <a href={addressShowing(query, 'values', name)}>{grouped(left)} more</a>
        </p>
      ) : null}
    </details>
  );
}
