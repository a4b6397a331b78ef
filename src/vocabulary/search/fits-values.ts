/** What a term says of its values. */
interface ValuesOfTerm {
  /** As a prefixed name. */
  readonly datatype: string;
  readonly range: { readonly smallest: string | null } | null;
}

/** The values that a key has. */
export interface SeenValues {
  /** The smallest number, as it is written; null without one. */
  readonly smallest: string | null;
  /** The first other value. */
  readonly sample: string | null;
}

const NUMBERS: ReadonlySet<string> = new Set(['xsd:double', 'xsd:decimal', 'xsd:integer']);
const NUMBER = /^[-+]?(?:\d[\d.,' ]*|[.,]\d+)(?:[eE][-+]?\d+)?$/;

/** Whether values as a key has them may be those of a term: a text is no number, and a term that begins at 0 has none below it. */
export function fitsValues({ datatype, range }: ValuesOfTerm, { sample, smallest }: SeenValues): boolean {
  if (!NUMBERS.has(datatype)) return true;
  if (smallest === null) return sample === null || NUMBER.test(sample.trim());
  const least = range?.smallest ?? null;
  return least === null || Number(least) < 0 || Number(smallest) >= 0;
}
