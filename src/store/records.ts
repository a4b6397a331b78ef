import type { Triple } from '../rdf/triple.ts';

/**
 * A graph of which a store on the disk holds records: a record is all that the graph says of one subject. Such a graph takes neither
 * memory nor time at the start, however many records it has.
 */
export interface RecordGraph {
  /** Its IRI. */
  readonly graph: string;
  /** To be changed with what `entriesOf` gives: then all entries are made anew when the store is opened. */
  readonly version: string;
  /** Where a record is found. It never throws, whatever the graph says. */
  readonly entriesOf: (record: readonly Triple[]) => RecordEntries;
}

export interface RecordEntries {
  /** Texts under which the record is found; on the disk they are hashes. */
  readonly keys: readonly string[];
  readonly lists: readonly ListEntry[];
}

export interface ListEntry {
  /** The name of the list: letters, digits and hyphens. */
  readonly list: string;
  /** What the list is sorted by, in the order of code units; records of the same text go by their subjects. */
  readonly sort: string;
}

/** A date in the one form whose order as text is that of time; what is no date as it is. */
export function sortableDate(written: string): string {
  const date = new Date(written);
  return Number.isNaN(date.getTime()) ? written : date.toISOString();
}

/** A place in a list. Without a subject it is behind all records of the text. */
export interface ListPlace {
  readonly sort: string;
  readonly subject?: string;
}

/** Some records of a graph: those of subjects, those under keys, or a part of a list, which ends with `until` if that is given. */
export type RecordPart =
  | { readonly graph: string; readonly subjects: readonly string[] }
  | { readonly graph: string; readonly keys: readonly string[] }
  | {
      readonly graph: string;
      readonly list: string;
      readonly after: ListPlace | null;
      readonly until?: string;
      readonly most: number;
    };
