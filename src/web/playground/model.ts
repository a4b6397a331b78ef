import type { CsvMarks } from '../../csv/csv-marks.ts';
import type { TermRange } from '../../mapping/lexicon/lexicon.ts';
import type { Warning } from '../../mapping/records/warnings.ts';
import type { PictureModel } from '../picture/model.ts';

// What the page shows and its worker finds out.

/** How a text says its records. */
export type DocumentKind = 'json' | 'ndjson' | 'csv';

export const DOCUMENT_KINDS: readonly DocumentKind[] = ['json', 'ndjson', 'csv'];

/** What a person reads of a term. */
export interface TermFacts {
  readonly name: string;
  readonly label: string;
  /** Empty until the definitions are there. */
  readonly description: string;
  readonly category: string;
  /** As people write it: `kW`, `EUR/MWh`; null without one. */
  readonly unit: string | null;
  readonly datatype: string;
  readonly range: TermRange | null;
  /** Its values are plain literals under its name: no entry of another key can say as much. */
  readonly isPlain: boolean;
  readonly isDeprecated: boolean;
}

/** A term as it is offered while one types. */
export type TermName = readonly [name: string, label: string];

/**
 * What gives a key its meaning. `term`: it is one of the vocabulary. `own`: the document's `@semantic` says it. `nothing`: its values stay
 * plain literals.
 */
export type KeyState = 'term' | 'own' | 'nothing';

/** A piece of the text, in UTF-16 units. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

export interface KeyFacts extends Place {
  readonly key: string;
  readonly state: KeyState;
  readonly term: TermFacts | null;
  /** How many members have it. */
  readonly count: number;
  /** The smallest and the largest number, as they are written. */
  readonly smallest: string | null;
  readonly largest: string | null;
  /** The first other value, cut. */
  readonly sample: string | null;
  /** Anything but records and null. */
  readonly hasValues: boolean;
  readonly hasRecords: boolean;
}

export type PlacedWarning = Warning & Place;

/** One kind of thing that a check found at one key. */
export interface PlacedFinding {
  readonly code: string;
  readonly level: 'error' | 'warning' | 'note';
  /** What the code means, in a few words. */
  readonly title: string;
  /** A sentence about the first place. */
  readonly message: string;
  readonly count: number;
  /** The first of them, with their JSON Pointers. */
  readonly places: ReadonlyArray<Place & { readonly pointer: string }>;
}

/** Why a document cannot be converted. */
export interface Fault extends Place {
  readonly code: string;
  readonly message: string;
  /** From 1; null where the fault has no place. */
  readonly line: number | null;
}

/** What a document means and becomes. */
export interface Analysis {
  readonly keys: readonly KeyFacts[];
  readonly hasBlock: boolean;
  /** Those of CSV; null for what is none. */
  readonly marks: CsvMarks | null;
  readonly warnings: readonly PlacedWarning[];
  readonly triples: number;
  /** The beginning of the RDF, and how long all of it is in bytes. */
  readonly output: string;
  readonly outputBytes: number;
  readonly isWhole: boolean;
  readonly fault: Fault | null;
  readonly ms: number;
}

/** The graph of a document, drawn. */
export interface Drawing {
  readonly model: PictureModel;
  /** The picture as a file of its own. */
  readonly svg: string;
  /** Arrays of which the first items are shown. */
  readonly cut: ReadonlyArray<{ readonly key: string; readonly length: number; readonly shown: number }>;
}

/** A key that says how the values of another one are scaled, and what it says. */
export interface ScaleFactor {
  readonly key: string;
  readonly value: string;
}

/** The terms that a key may mean, the likeliest first; null where none were looked for. */
export interface KeyCandidates {
  readonly key: string;
  readonly terms: readonly TermFacts[] | null;
  /** What stands between its values and those that terms mean; null for nothing. */
  readonly factor: ScaleFactor | null;
}

export type Candidates = readonly KeyCandidates[];
