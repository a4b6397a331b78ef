import type { FindingCode } from '../../check/finding-codes.ts';
import type { Findings } from '../../check/findings.ts';
import type { ErrorDetails } from '../../errors.ts';
import type { Semantics } from '../../mapping/any-document.ts';
import type { ConvertOptions } from '../../mapping/convert.ts';
import type { Lexicon } from '../../mapping/lexicon/lexicon.ts';
import type { CsvMarks } from '../../csv/csv-marks.ts';
import type { RecordEnd } from '../../csv/csv-scanner.ts';
import type { Grade } from '../../restore/digest.ts';

/** What a run does with each document. */
export type Work = 'convert' | 'embed' | 'validate';

/** What holds for every document of a run. */
export interface Plan {
  readonly work: Work;
  readonly options: Omit<ConvertOptions, 'semantics' | 'part'>;
  readonly semantics: Semantics;
  /** The source of the documents, whose keys it describes; null when they are described by themselves or by the names of terms. */
  readonly source: { readonly name: string; readonly restructure: boolean } | null;
  /** What the graphs keep of the documents, so that they lead back to them; null for nothing. */
  readonly residue: Grade | null;
  /** The output is made of many documents, each a part of it. */
  readonly isParted: boolean;
  /** A document that fails does not end the run. */
  readonly keepsGoing: boolean;
  /** Each entry of the report is written, one JSON object a line. */
  readonly writesReport: boolean;
  /** Each document that could not be converted is kept as it came. */
  readonly writesDeadLetters: boolean;
  /** Documents are messages, whose results are kept apart; null where they are parts of files. */
  readonly messages: { readonly maxResultBytes: number } | null;
}

/** What a worker thread gets when it starts. */
export interface WorkerThreadData {
  readonly plan: Plan;
  readonly lexicon: Lexicon;
  readonly output: ThreadOutput;
}

/**
 * Where a thread's output goes: to the main thread by a ring, or to a file or pipe in the turns of an order that all threads share.
 * `between` stands between the outputs of two batches.
 */
type ThreadOutput =
  | { readonly ring: SharedArrayBuffer }
  | { readonly descriptor: number; readonly order: SharedArrayBuffer; readonly between: string };

/** A batch with its number in the order of the output, from 0. */
export interface NumberedBatch {
  readonly batch: Batch;
  readonly number: number;
}

/** What a thread says: the facts of its next batch, that there are bytes in its ring, or that its output cannot be written. */
export type ThreadMessage =
  | { readonly facts: BatchFacts }
  | { readonly hasBytes: true }
  | { readonly fault: { readonly code: string; readonly message: string } };

/** Some documents of one input, in order. */
export interface Batch {
  /** The name of the input, as reports show it. */
  readonly file: string;
  /** `lines`: a document a line; `rows`: records of CSV, a document each; `whole`: one document; `messages`: documents side by side. */
  readonly layout: 'lines' | 'rows' | 'whole' | 'messages';
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of the first document (of lines: the first line) in the run, from 0: the labels of a document's nodes contain it, so that no two documents share a label. */
  readonly firstSlot: number;
  /** Line of the input where the batch begins, from 1. */
  readonly firstLine: number;
  /** Offset of its first byte in what the input holds, decompressed. */
  readonly firstByte: number;
  /** What the records are; null unless `layout` is `rows`. */
  readonly table: CsvTable | null;
  /** Bytes of each message, in order; missing unless `layout` is `messages`. */
  readonly lengths?: readonly number[];
}

/** What one has to know to read records of a CSV file that are not its first ones. */
export interface CsvTable {
  readonly marks: CsvMarks;
  readonly recordEnd: RecordEnd;
  /** Their keys. */
  readonly columns: readonly string[];
}

/** A document that could not be converted. */
export interface Failure {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly code: FindingCode;
  readonly message: string;
  readonly details: Pick<ErrorDetails, 'key' | 'pointer' | 'notTerms' | 'termsWithoutSemantics'>;
  /** What to do about it, in words of no interface. */
  readonly hint?: string;
}

/** How an input is cut into batches. */
export interface ReadOptions {
  /** Of CSV. */
  readonly marks: CsvMarks;
  readonly keepsGoing: boolean;
}

/** A batch with the number of slots that it takes; or a failure in the place of one. */
export type Slotted = { readonly batch: Batch; readonly slots: number } | UnreadDocument;

/** A document that could not be told from what stands around it. */
export interface UnreadDocument {
  readonly failure: Failure;
  /** Its bytes; null where they are too many. */
  readonly text: Uint8Array | null;
  /** Of its first byte in what the input holds, decompressed. */
  readonly offset: number;
  /** Nothing behind it is read. */
  readonly endsInput: boolean;
}

/** The facts of a batch, besides its output. */
export interface BatchFacts {
  /** The name of the input. */
  readonly file: string;
  readonly documents: number;
  readonly failed: number;
  readonly triples: number;
  /** The first of those that failed; of messages, all. */
  readonly failures: readonly Failure[];
  /** Of messages, the numbers of those that failed, from 0. */
  readonly failedMessages?: readonly number[];
  /** Occurrences by code. */
  readonly warnings: Readonly<Partial<Record<FindingCode, number>>>;
  /** Only `validate` has some. */
  readonly found: Findings;
  /** Lines of the report. */
  readonly report: string;
  /** Lines of the dead letters, in pieces. */
  readonly deadLetters: readonly Uint8Array[];
  /** The rest of the input was not read. */
  readonly endsInput: boolean;
  /** Keys that stay plain literals, counted once a document; only `embed` and `validate` count them. */
  readonly unmapped: number;
  /** The batch was left at its first failure. */
  readonly stopped: boolean;
}
