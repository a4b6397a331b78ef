import type { SpoolPlace, SpoolShare, Written } from '../streaming/spool-place.ts';
import type { ErrorCode, ErrorDetails } from '../errors.ts';
import type { DocumentCheck } from '../check/check-document.ts';
import type { CheckOptions } from '../check/check-options.ts';
import type { ConvertOptions } from '../mapping/convert.ts';
import type { EmbedOptions } from '../mapping/embed.ts';
import type { EmbedReport } from '../mapping/semantic/assemble.ts';
import type { Lexicon } from '../mapping/lexicon/lexicon.ts';
import type { SharedLexicon } from './shared-lexicon.ts';
import type { RdfFormat } from '../rdf/write/format.ts';
import type { Grade } from '../restore/digest.ts';
import type { NoteCode } from '../restore/notes.ts';
import type { Warning, WarningCode } from '../mapping/records/warnings.ts';

/** What a worker gets when it starts. */
export interface MappingWorkerData {
  /** For `readSharedLexicon`. */
  readonly lexicon: SharedLexicon;
  readonly spool: SpoolShare;
}

/** The source of a document, whose keys it describes. */
export interface AskedSource {
  /** Its name, or `auto`. */
  readonly name: string;
  /** Keys become paths. */
  readonly restructure: boolean;
}

/** What a source did for a document. */
export interface SourceFacts {
  readonly name: string;
  readonly isRestructured: boolean;
}

interface ListBound {
  /**
   * Longest part of each list of keys and warnings that is returned; all when not given. To take hundreds of thousands over
   * from a worker keeps everybody waiting.
   */
  readonly maxListed?: number;
}

export interface EmbedTaskOptions extends EmbedOptions, ListBound {
  /** Null or missing for a document that is described by the names of terms alone. */
  readonly source?: AskedSource | null;
  /** The output is `{ "document": …, "report": … }` and not the document alone. */
  readonly withReport?: boolean;
}

export interface ConvertTaskOptions extends ConvertOptions, ListBound {
  /** What of the document the root tells beside the graph; null or missing for nothing. */
  readonly residue?: Grade | null;
  /** As for embedding; only with `semantics: 'registry'`. */
  readonly source?: AskedSource | null;
}

/** What a list of restored documents has at most. */
export interface MostRestored {
  /** A graph of more is refused. */
  readonly documents: number;
  /** Of all documents together; each document counts in `omitted` those of its own that are left out. */
  readonly notes: number;
}

export interface RestoreTaskOptions {
  readonly format: RdfFormat;
  /** Text of an `@semantic` object, whose templates count; null for those of the vocabulary. */
  readonly semantic: string | null;
  readonly base: string | null;
  readonly byValue: boolean;
  /** Documents alone; a list of them with what is known of each; the same with documents as texts, so that each keeps its bytes. */
  readonly output: 'documents' | 'report' | 'texts';
  /** Where documents and their notes are listed. Default: all are. */
  readonly most?: MostRestored;
  /** Versions that the graph may name beside the current one. */
  readonly versions?: readonly Lexicon[];
}

/** What a client may ask of the way back. */
export type AskedRestoration = Omit<RestoreTaskOptions, 'versions'>;

/** How a document is to be checked; how long a graph may be is the hub's to say. */
export interface CheckTaskOptions extends Omit<
  CheckOptions,
  'source' | 'restructure' | 'maxTriples' | 'maxCheckedTriples'
> {
  readonly source: AskedSource | null;
}

/** What a client may ask of a check. */
export type AskedCheck = Omit<CheckTaskOptions, 'now' | 'pinned'>;

/** What a client may ask of a conversion; the rest is the hub's to say. */
export type AskedConversion = Omit<
  ConvertTaskOptions,
  'now' | 'maxTriples' | 'part' | 'copyRows' | 'annotates' | 'checkUnits' | 'pinned' | 'forXml'
>;

/** One document and what to do with it. */
export type DocumentOrder =
  | { readonly kind: 'embed'; readonly body: Uint8Array; readonly options: EmbedTaskOptions }
  | { readonly kind: 'convert'; readonly body: Uint8Array; readonly options: ConvertTaskOptions };

/** A graph that is to become documents again. */
export interface RestoreOrder {
  readonly kind: 'restore';
  readonly body: Uint8Array;
  readonly options: RestoreTaskOptions;
}

/** A document that is to be checked. */
export interface CheckOrder {
  readonly kind: 'check';
  readonly body: Uint8Array;
  readonly options: CheckTaskOptions;
}

/** The same for a worker. */
export type DocumentTask = (DocumentOrder | RestoreOrder | CheckOrder) & { readonly place: SpoolPlace };

/** How many warnings of each kind, in the order of their first appearance. */
export type WarningCounts = Readonly<Partial<Record<WarningCode, number>>>;

/** `warm` starts a thread, `rest` has it give back memory. */
export type MappingTask = { readonly kind: 'warm' } | { readonly kind: 'rest' } | DocumentTask;

/** What became of a graph. */
export interface RestoreFacts {
  readonly kind: 'restore';
  readonly documents: number;
  /** What is proved of all documents. */
  readonly proof: Grade | null;
  /** Codes of the notes on all documents, each once. */
  readonly noteCodes: readonly NoteCode[];
}

/** What became of a document that got its `@semantic` block. */
export interface EmbedFacts {
  readonly kind: 'embed';
  readonly describedCount: number;
  /** Its lists are as long as they were asked for. */
  readonly report: EmbedReport;
  /** How many entries its lists would have besides. */
  readonly omitted: number;
  /** Null for a document that no source described. */
  readonly source: SourceFacts | null;
}

/** What became of a document that was converted. Its lists are as long as they were asked for. */
export interface ConvertFacts {
  readonly kind: 'convert';
  readonly triples: number;
  readonly warningCounts: WarningCounts;
  readonly warnings: readonly Warning[];
  readonly unmapped: readonly string[];
  /** How many entries its lists would have besides. */
  readonly omitted: number;
  readonly described: number;
  /** Null for a document that no source described. */
  readonly source: SourceFacts | null;
}

export type MappingFacts =
  | RestoreFacts
  | EmbedFacts
  | ConvertFacts
  | { readonly kind: 'check'; readonly check: DocumentCheck }
  | { readonly kind: 'warm' };

/** A `HubError` would lose its class on the way between threads, so errors travel as what they say. */
export type MappingResult =
  | { readonly outcome: 'done'; readonly facts: MappingFacts; readonly written: Written }
  | {
      readonly outcome: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails;
      readonly cause?: string;
    }
  | { readonly outcome: 'fault'; readonly message: string; readonly stack: string };
